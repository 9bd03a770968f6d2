/*
 * cuda_pipeline.h - the C functions; nvcuda::experimental::pipeline is not here.
 */
#pragma GCC system_header
#include "cuda_pipeline_primitives.h"
