// expect: device_access: "calls a virtual function": "that the host has made"
#include <cstdio>
#include <new>

struct Shape {
    float size;
    __host__ __device__ virtual ~Shape() {}
    __host__ __device__ virtual float area() const = 0;
};
struct Square : Shape {
    __host__ __device__ float area() const override { return size * size; }
};

__global__ void areas(Shape *const *p, float *o, int n)
{
    if (threadIdx.x < n)
        o[threadIdx.x] = p[threadIdx.x]->area(); // <- here
}

int main()
{
    Shape **p;
    float *o;

    cudaMallocManaged(&o, 4 * sizeof *o);
    cudaMallocManaged(&p, 4 * sizeof *p);
    for (int i = 0; i < 4; i++) {
        Square *one;

        cudaMallocManaged(&one, sizeof *one);
        new (one) Square;
        one->size = i;
        p[i] = one;
    }
    areas<<<1, 32>>>(p, o, 4);
    cudaDeviceSynchronize();
    printf("%g\n", o[3]);
    for (int i = 0; i < 4; i++)
        cudaFree(p[i]);
    cudaFree(p);
    cudaFree(o);
    return 0;
}
