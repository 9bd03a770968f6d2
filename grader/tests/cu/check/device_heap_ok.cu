// Memory that kernels allocate is the device's, in every later launch as well.
#include <cstdio>

struct list {
    int *items, n;

    __device__ list(int room)
    {
        items = new int[room];
        n = 0;
    }
    __device__ ~list()
    {
        delete[] items;
    }
    __device__ void push(int x)
    {
        items[atomicAdd(&n, 1)] = x;
    }
};

__global__ void make(list **l, int room)
{
    *l = new list(room);
}

__global__ void use(list **l)
{
    (*l)->push(blockIdx.x);
}

__global__ void drop(list **l)
{
    delete *l;
}

int main()
{
    list **l;

    cudaMalloc(&l, sizeof *l);
    for (int i = 0; i < 3; i++) {
        make<<<1, 1>>>(l, 128 * 128);
        use<<<16, 128>>>(l);
        drop<<<1, 1>>>(l);
    }
    cudaFree(l);
    return cudaDeviceSynchronize();
}
