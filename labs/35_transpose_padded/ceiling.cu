/* ceiling.cu - what the speed of lab 35 is held against: a copy. */
#include "transpose_padded.h"

#include "common/ceiling/transpose_ceiling.h"
