// Arguments with copy constructors and destructors: one copy for the launch, as
// nvcc makes it; the threads have its bytes, each its own.
#include "check.h"

static int copies, ends;

struct counted {
    int value, more[20];
    explicit counted(int v) : value(v)
    {
    }
    counted(const counted &other) : value(other.value)
    {
        copies++;
    }
    ~counted()
    {
        ends++;
        value = -1;
    }
};

struct single {
    int value;
    explicit single(int v) : value(v)
    {
    }
    single(const single &) = delete;
    single(single &&other) : value(other.value)
    {
        other.value = -1;
    }
};

__global__ void plain(counted c, int *out)
{
    c.value += threadIdx.x;
    out[threadIdx.x] = c.value;
}

template <class T> __global__ void any(counted c, T *out)
{
    c.value += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = c.value;
}

__global__ void given(counted c, int *out, int times = 3)
{
    c.value += threadIdx.x * times;
    out[threadIdx.x] = c.value;
}

__global__ void moved(single s, int *out)
{
    s.value += threadIdx.x;
    out[threadIdx.x] = s.value;
}

static void expect(int *out, int first, int last, int c, int e)
{
    int result[64];

    OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(result[0] == first && result[63] == last);
    CHECK(copies == c && ends == e);
    copies = ends = 0;
}

int main()
{
    int *out;
    counted c(5);
    void (*pointer)(counted, int *) = plain;
    void *array[] = {&c, &out};

    OK(cudaMalloc(&out, 64 * sizeof(int)));
    plain<<<1, 64>>>(c, out);
    expect(out, 5, 68, 1, 1);
    plain<<<1, 64>>>(counted(6), out);
    expect(out, 6, 69, 0, 1);
    any<int><<<1, 64>>>(c, out);
    expect(out, 5, 68, 1, 1);
    any<<<1, 64>>>(counted(7), out);
    expect(out, 7, 70, 0, 1);
    given<<<1, 64>>>(counted(8), out, 2);
    expect(out, 8, 134, 0, 1);
    pointer<<<1, 64>>>(c, out);
    expect(out, 5, 68, 1, 1);
    OK(cudaLaunchKernel(plain, dim3(1), dim3(64), array, 0, 0));
    expect(out, 5, 68, 0, 0);
    moved<<<1, 64>>>(single(9), out);
    expect(out, 9, 72, 0, 0);
    OK(cudaFree(out));
    return 0;
}
