/* The program of lab 27; common/program/xnor_main.h has all of it. */
#include "xnor_no_conflicts.h"

#include "common/program/xnor_main.h"
