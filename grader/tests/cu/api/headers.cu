// Every header that programs include compiles, alone and with the C++ library.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.h"

using namespace std;

__device__ __noinline__ float largest(float a, float b)
{
    return max(a, b);
}
__global__ void __launch_bounds__(64, 2) work(float *__restrict__ out)
{
    cuFloatComplex c =
        cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, threadIdx.x));
    out[threadIdx.x] = largest(cuCrealf(c), cuCimagf(c)) + min(3, 4) +
                       abs(-2.5f) + sqrt(4.0f) + pow(2.0f, 3.0f);
}

struct __align__(16) padded
{
    char c;
};

int main()
{
    float *d, h[4];
    vector<int> v = {3, 1, 2};

    static_assert(sizeof(padded) == 16 && alignof(float4) == 16, "alignment");
    static_assert(alignof(double2) == 16 && alignof(uchar4) == 4, "alignment");
    static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "alignment");
    static_assert(sizeof(dim3) == 12, "size");
    sort(v.begin(), v.end());
    CHECK(max(v[0], v[2]) == 3 && min<long>(3, 4) == 3);
    OK(cudaMalloc(&d, sizeof h));
    work<<<1, 4>>>(d);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 6 + 3 + 2.5f + 2 + 8 && h[3] == 9 + 15.5f);
    OK(cudaFree(d));
    return 0;
}
