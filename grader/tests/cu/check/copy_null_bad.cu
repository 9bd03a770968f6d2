// expect: copy: "it was never allocated, or that failed"
#include <cstdlib>

int main()
{
    const size_t n = 100;
    int *h = (int *)calloc(n, sizeof(int)), *d = NULL;

    cudaMalloc(&d, (size_t)1 << 40);
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice); // <- here
    free(h);
    return 0;
}
