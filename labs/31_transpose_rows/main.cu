/* The program of lab 31; common/program/transpose_main.h has all of it. */
#include "transpose_rows.h"

#include "common/program/transpose_main.h"
