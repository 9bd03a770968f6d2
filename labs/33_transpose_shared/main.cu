/* The program of lab 33; common/program/transpose_main.h has all of it. */
#include "transpose_shared.h"

#include "common/program/transpose_main.h"
