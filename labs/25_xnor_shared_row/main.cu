/* The program of lab 25; common/xnor_main.h has all of it. */
#include "xnor_shared_row.h"

#include "common/xnor_main.h"
