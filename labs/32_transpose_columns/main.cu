/* The program of lab 32; common/transpose_main.h has all of it. */
#include "transpose_columns.h"

#include "common/transpose_main.h"
