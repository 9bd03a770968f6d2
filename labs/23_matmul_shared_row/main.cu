/* The program of lab 23; common/program/matmul_main.h has all of it. */
#include "matmul_shared_row.h"

#include "common/program/matmul_main.h"
