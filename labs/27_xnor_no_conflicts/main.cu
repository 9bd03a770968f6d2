/* The program of lab 27; common/xnor_main.h has all of it. */
#include "xnor_no_conflicts.h"

#include "common/xnor_main.h"
