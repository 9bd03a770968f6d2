/* The program of lab 26; common/xnor_main.h has all of it. */
#include "xnor_tiled.h"

#include "common/xnor_main.h"
