// A kernel uses memory before the stream has it in whose order it was taken.
// expect: overlap: "cudaMallocAsync()" "the kernel set"
__global__ void set(int *p)
{
    p[threadIdx.x] = 1;
}

int main()
{
    cudaStream_t a, b;
    cudaEvent_t e;
    int *p;

    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&e);
    cudaMallocAsync(&p, 32 * sizeof(int), a);
    set<<<1, 32, 0, b>>>(p); // <- here
    cudaStreamSynchronize(b);
    cudaFreeAsync(p, a);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
