// expect: out_of_bounds: one past the end of memory that a kernel's malloc() gave
#include <cstdio>

__device__ int *numbers;

__global__ void fill(int n)
{
    if (threadIdx.x == 0)
        numbers = (int *)malloc(n * sizeof(int));
    __syncthreads();
    if (numbers)
        numbers[threadIdx.x + 1] = (int)threadIdx.x; // <- here
    __syncthreads();
    if (threadIdx.x == 0)
        free(numbers);
}

int main()
{
    fill<<<1, 64>>>(64);
    printf("%d\n", cudaDeviceSynchronize());
    return 0;
}
