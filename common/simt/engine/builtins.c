/* builtins.c - the built-in variables of the running thread and its block. */
#include "engine/engine.h"

__thread struct simt_xyz threadIdx, blockIdx, blockDim, gridDim;
__thread struct simt_feed simt_feed;
__thread char simt_dynamic_shared[SIMT_SHARED_MAX]
    __attribute__((aligned(128)));
bool simt_cooperative;
