// A loop's condition over two lines, with a comment: all of it, in one.
// expect: barrier: "(`((to = link[i])) != -1 && (link[to] != -1)`)"
#include <cstdio>

__global__ void hop(int *link, int n)
{
    int i = threadIdx.x, to;

    if (i < n)
        while ( ((to = link[i])) != -1 && // not the last one
                (link[to] != -1) ) {
            __syncthreads(); // <- here
            to = link[to];
            __syncthreads();
            link[i] = to;
        }
}

int main()
{
    int h[64], *d;

    for (int i = 0; i < 64; i++)
        h[i] = i < 32 ? i + 32 : -1;
    h[32] = 63;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    hop<<<1, 64>>>(d, 64);
    cudaDeviceSynchronize();
    cudaFree(d);
}
