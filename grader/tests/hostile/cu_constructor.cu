// expect: build: The attribute constructor
#include <cuda_runtime.h>

[[gnu::constructor(101)]] static void before_the_device(void)
{
}

int add_one(float *a, int rows, int cols)
{
    return a && rows && cols ? 0 : 1;
}
