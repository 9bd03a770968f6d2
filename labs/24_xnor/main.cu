/* The program of lab 24; common/xnor_main.h has all of it. */
#include "xnor.h"

#define PACK_ON_DEVICE
#include "common/xnor_main.h"
