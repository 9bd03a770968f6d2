/* The program of lab 34; common/transpose_main.h has all of it. */
#include "transpose_blocks.h"

#include "common/transpose_main.h"
