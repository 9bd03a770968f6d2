// Memory is given back in the order of one stream, and nothing orders that with
// the kernel of the other one that uses it.
// expect: overlap: "cudaFreeAsync()" "the kernel set"
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
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    set<<<1, 32, 0, b>>>(p);
    cudaFreeAsync(p, a); // <- here
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
