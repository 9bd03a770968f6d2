/* Objects with virtual functions that kernels make, also where the host's have
 * been; copies of them; and the host's, of which kernels only read the data. */
#include <cstdio>
#include <new>

struct Shape {
    float size;
    __host__ __device__ Shape(float size) : size(size) {}
    __host__ __device__ virtual ~Shape() {}
    __host__ __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
    __host__ __device__ Square(float size) : Shape(size) {}
    __host__ __device__ float area() const override { return size * size; }
};

__global__ void make(Square *p, int n)
{
    if (threadIdx.x < n)
        new (p + threadIdx.x) Square(p[threadIdx.x].size + 1);
}

__global__ void areas(const Square *p, float *o, int n)
{
    const Shape *s = p + threadIdx.x;

    if (threadIdx.x < n)
        o[threadIdx.x] += s->area();
}

__global__ void local(float *o)
{
    Square mine(2);
    Shape *one = new Square(5), *two = &mine;

    o[threadIdx.x] += one->area() + two->area();
    delete one;
}

int main()
{
    Square h[4] = {1, 2, 3, 4}, *p, *q, *m;
    float *o, r[4];

    cudaMalloc(&o, sizeof r);
    cudaMemset(o, 0, sizeof r);
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&q, sizeof h);
    cudaMallocManaged(&m, sizeof h);
    for (int i = 0; i < 4; i++)
        new (m + i) Square(i);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(q, h, sizeof h, cudaMemcpyHostToDevice);
    make<<<1, 32>>>(p, 4);
    make<<<1, 32>>>(m, 4);
    cudaMemcpy(q, p, sizeof h, cudaMemcpyDeviceToDevice);
    areas<<<1, 32>>>(p, o, 4);
    areas<<<1, 32>>>(q, o, 4);
    areas<<<1, 32>>>(m, o, 4);
    local<<<1, 4>>>(o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g\n", r[3]);
    cudaFree(p);
    cudaFree(q);
    cudaFree(m);
    cudaFree(o);
    return 0;
}
