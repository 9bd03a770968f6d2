/* The program of lab 25; common/program/xnor_main.h has all of it. */
#include "xnor_shared_row.h"

#include "common/program/xnor_main.h"
