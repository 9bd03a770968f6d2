/* The program of lab 32; common/program/transpose_main.h has all of it. */
#include "transpose_columns.h"

#include "common/program/transpose_main.h"
