/* The program of lab 31; common/transpose_main.h has all of it. */
#include "transpose_rows.h"

#include "common/transpose_main.h"
