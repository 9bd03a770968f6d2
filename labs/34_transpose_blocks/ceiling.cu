/* ceiling.cu - what the speed of lab 34 is held against: a copy. */
#include "transpose_blocks.h"

#include "common/ceiling/transpose_ceiling.h"
