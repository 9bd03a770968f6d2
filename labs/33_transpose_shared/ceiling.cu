/* ceiling.cu - what the speed of lab 33 is held against: a copy. */
#include "transpose_shared.h"

#include "common/ceiling/transpose_ceiling.h"
