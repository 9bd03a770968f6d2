// expect: device_access: "calls a virtual function": "that the host has made"
#include <cstdio>

struct Shape {
    float size;
    __host__ __device__ Shape(float size) : size(size) {}
    __host__ __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
    __host__ __device__ Square(float size) : Shape(size) {}
    __host__ __device__ float area() const override { return size * size; }
};

__global__ void areas(const Shape *p, float *o)
{
    *o = p->area(); // <- here
}

int main()
{
    Square h(3);
    Shape *p;
    float *o, r;

    cudaMalloc(&o, sizeof *o);
    cudaMalloc(&p, sizeof h);
    cudaMemcpy(p, &h, sizeof h, cudaMemcpyHostToDevice);
    areas<<<1, 1>>>(p, o);
    cudaMemcpy(&r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    cudaFree(p);
    cudaFree(o);
    return 0;
}
