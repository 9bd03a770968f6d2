/* The program of lab 24; common/program/xnor_main.h has all of it. */
#include "xnor.h"

#define PACK_ON_DEVICE
#include "common/program/xnor_main.h"
