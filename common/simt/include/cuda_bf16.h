/* cuda_bf16.h - not here. */
#error "The bfloat16 type (cuda_bf16.h) is not supported by the CPU device."
