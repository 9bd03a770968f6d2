// expect: build: is not among what an answer may use
#include <cuda_runtime.h>

#include <fstream>

int add_one(float *a, int rows, int cols)
{
    std::ofstream("note") << rows * cols;
    return a ? 0 : 1;
}
