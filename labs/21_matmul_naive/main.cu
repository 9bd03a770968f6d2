/* The program of lab 21; common/matmul_main.h has all of it. */
#include "matmul_naive.h"

#include "common/matmul_main.h"
