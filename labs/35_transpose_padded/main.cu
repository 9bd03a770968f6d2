/* The program of lab 35; common/transpose_main.h has all of it. */
#include "transpose_padded.h"

#include "common/transpose_main.h"
