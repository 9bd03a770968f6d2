// The host touches managed and pinned memory when it may.
#include <cstdio>
#include <cstdlib>

__global__ void add(int *a, const int *b, int n)
{
    a[threadIdx.x] += b[threadIdx.x] + n;
}

__global__ void signal(int *flag, volatile int *other)
{
    atomicExch_system(flag, 1);
    *other = 1;
}

static void CUDART_CB look(void *data)
{
    printf("%d\n", *(int *)data);
}

int main()
{
    const size_t bytes = 64 * sizeof(int);
    int *a, *b, *d, *pinned, *plain = (int *)malloc(bytes);
    cudaStream_t s;
    cudaEvent_t e;

    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    cudaMalloc(&d, bytes);
    cudaMallocHost(&pinned, bytes);
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = plain[i] = i;
    add<<<1, 64>>>(a, b, 3);
    printf("%d\n", b[1]); /* the kernel only reads it */
    cudaDeviceSynchronize();
    a[0] = a[1];
    add<<<1, 64, 0, s>>>(a, b, 3);
    cudaStreamSynchronize(s);
    a[0] = a[1];
    add<<<1, 64, 0, s>>>(a, b, 3);
    cudaEventRecord(e, s);
    cudaEventSynchronize(e);
    a[0] = a[1];
    add<<<1, 64, 0, s>>>(a, b, 3);
    while (cudaStreamQuery(s) != cudaSuccess)
        ;
    a[0] = a[1];
    cudaMemcpy(d, plain, bytes, cudaMemcpyHostToDevice);
    add<<<1, 64>>>(a, d, 3);
    cudaMemcpyAsync(plain, a, bytes, cudaMemcpyDeviceToHost); /* waits */
    a[0] = plain[0];
    add<<<1, 64>>>(d, b, 3);
    a[0] = a[1]; /* of a kernel before */
    cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, look, pinned);
    cudaStreamSynchronize(s);
    printf("%d\n", pinned[3]);
    pinned[0] = pinned[1] = 0;
    signal<<<1, 1>>>(pinned, pinned + 1);
    while (!*(volatile int *)pinned || !*(volatile int *)(pinned + 1))
        ;
    printf("%d\n", pinned[0]);
    cudaFree(d); /* waits as well */
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(pinned);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
    free(plain);
    return 0;
}
