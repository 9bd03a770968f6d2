/* The program of lab 33; common/transpose_main.h has all of it. */
#include "transpose_shared.h"

#include "common/transpose_main.h"
