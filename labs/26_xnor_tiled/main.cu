/* The program of lab 26; common/program/xnor_main.h has all of it. */
#include "xnor_tiled.h"

#include "common/program/xnor_main.h"
