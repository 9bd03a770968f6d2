// expect: nothing: whole arrays of the host, however it got them
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

__global__ void add(char *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        d[i]++;
}

static char *d;

static void both_ways(char *h, int n)
{
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    add<<<n / 128 + 1, 128>>>(d, n);
    cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
}

int main()
{
    char local[100] = "x", *moved = (char *)malloc(16), *wide;
    static char lasting[100];
    std::vector<char> v(1000, 'a');
    std::string s(5000, 'b');
    auto unique = std::make_unique<char[]>(300);

    cudaMalloc(&d, 1 << 20);
    memset(moved, 'c', 16);
    moved = (char *)realloc(moved, 1 << 20);
    memset(moved, 'c', 1 << 20);
    both_ways(moved, 1 << 20);
    moved = (char *)realloc(moved, 200000);
    both_ways(moved + 100, 199900);
    wide = (char *)aligned_alloc(64, 640);
    memset(wide, 'd', 640);
    both_ways(wide, 640);
    both_ways(local, 100);
    both_ways(lasting, 100);
    both_ways(unique.get(), 300);
    for (int i = 0; i < 20; i++) {
        v.resize(v.size() + 777, 'e');
        both_ways(v.data(), v.size());
        s += s.substr(0, 1000 + i);
        both_ways(&s[0], s.size());
        char *copy = strdup(s.c_str()); /* the library's own malloc() */
        both_ways(copy, strlen(copy));
        free(copy);
    }
    cudaFree(d);
    free(moved);
    free(wide);
    return 0;
}
