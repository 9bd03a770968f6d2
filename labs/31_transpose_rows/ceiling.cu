/* ceiling.cu - what the speed of lab 31 is held against: a copy. */
#include "transpose_rows.h"

#include "common/ceiling/transpose_ceiling.h"
