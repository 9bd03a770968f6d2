// expect: correctness: did not come back
// waits: 2
#include <cuda_runtime.h>

int add_one(float *a, int rows, int cols)
{
    for (volatile int go = 1; go;)
        ;
    return (int)a[rows * cols];
}
