// More allocations than a launch opens in advance: the rest when touched.
#include <cuda_runtime.h>

enum { N = 300 };

__global__ void add(int **p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        p[i][0] += i;
}

int main(void)
{
    int *p[N], **table, wrong = 0;

    for (int i = 0; i < N; i++) {
        cudaMalloc(&p[i], sizeof(int));
        cudaMemset(p[i], 0, sizeof(int));
    }
    cudaMalloc(&table, sizeof p);
    cudaMemcpy(table, p, sizeof p, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++)
        add<<<3, 128>>>(table);
    for (int i = 0; i < N; i++) {
        int x;

        cudaMemcpy(&x, p[i], sizeof x, cudaMemcpyDeviceToHost);
        wrong += x != 3 * i;
        cudaFree(p[i]);
    }
    cudaFree(table);
    return wrong;
}
