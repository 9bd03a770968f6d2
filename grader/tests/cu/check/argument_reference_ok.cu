// A parameter by reference to what both sides may touch.
__managed__ int n = 5;

__global__ void set(int *p, int &value, int &&other)
{
    if (threadIdx.x == 0)
        p[0] = value + other;
}

__global__ void add(int &value)
{
    value++;
}

int main()
{
    int *p;

    cudaMalloc(&p, 32 * sizeof(int));
    set<<<1, 32>>>(p, n, static_cast<int &&>(n));
    add<<<1, 1>>>(n);
    cudaDeviceSynchronize();
    cudaFree(p);
    return n != 6;
}
