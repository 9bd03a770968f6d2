/* The program of lab 35; common/program/transpose_main.h has all of it. */
#include "transpose_padded.h"

#include "common/program/transpose_main.h"
