/* ceiling.cu - what the speed of lab 32 is held against: a copy. */
#include "transpose_columns.h"

#include "common/ceiling/transpose_ceiling.h"
