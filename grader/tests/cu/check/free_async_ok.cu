// Memory is given back behind the work of another stream that uses it.
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
    cudaEventRecord(e, b);
    cudaStreamWaitEvent(a, e, 0);
    cudaFreeAsync(p, a);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
