// expect: build: asm
/* Moves device memory by an instruction of the host's processor. */
#include <cuda_runtime.h>

int add_one(float *a, int rows, int cols)
{
    long n = (long)rows * cols * 4;
    float *from = a, *to = a;

    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    return 0;
}
