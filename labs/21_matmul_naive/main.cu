/* The program of lab 21; common/program/matmul_main.h has all of it. */
#include "matmul_naive.h"

#include "common/program/matmul_main.h"
