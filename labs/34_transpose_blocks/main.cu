/* The program of lab 34; common/program/transpose_main.h has all of it. */
#include "transpose_blocks.h"

#include "common/program/transpose_main.h"
