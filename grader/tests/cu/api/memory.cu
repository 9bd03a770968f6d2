// Allocating, copying in all shapes, setting, freeing; and the errors.
#include "check.h"
#include <cstring>

__global__ void fill(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i * i;
}

__global__ void fill_rows(char *p, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        reinterpret_cast<float *>(p + y * pitch)[x] = 1000.0f * y + x;
}

static void flat()
{
    const int n = 1000;
    int *d, h[n], *d2;

    OK(cudaMalloc(&d, sizeof h));
    OK(cudaMalloc((void **)&d2, sizeof h));
    fill<<<(n + 255) / 256, 256>>>(d, n);
    OK(cudaGetLastError());
    OK(cudaMemcpy(d2, d, sizeof h, cudaMemcpyDeviceToDevice));
    OK(cudaMemset(d, 0xff, sizeof h));
    OK(cudaMemcpy(h, d2, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        CHECK(h[i] == i * i);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault));
    CHECK(h[0] == -1 && h[n - 1] == -1);
    h[5] = 77;
    OK(cudaMemcpyAsync(d + 5, h + 5, 4, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpy(h, d + 4, 8, cudaMemcpyDefault));
    CHECK(h[0] == -1 && h[1] == 77);
    OK(cudaMemcpyPeer(d2, 0, d, 0, sizeof h));
    OK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    OK(cudaFree(d));
    OK(cudaFree(d2));
    OK(cudaFree(nullptr));
}

static void rows()
{
    const int width = 33, height = 17;
    float host[height][width + 3];
    char *d;
    size_t pitch;

    OK(cudaMallocPitch(&d, &pitch, width * sizeof(float), height));
    CHECK(pitch >= width * sizeof(float) && pitch % 256 == 0);
    fill_rows<<<dim3(2, 2), dim3(32, 16)>>>(d, pitch, width, height);
    OK(cudaMemcpy2D(host, sizeof host[0], d, pitch, width * sizeof(float),
                    height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            CHECK(host[y][x] == 1000.0f * y + x);
    OK(cudaMemset2D(d, pitch, 0, 8, height));
    OK(cudaMemcpy2D(host, sizeof host[0], d, pitch, width * sizeof(float),
                    height, cudaMemcpyDeviceToHost));
    CHECK(host[3][0] == 0 && host[3][1] == 0 && host[3][2] == 3002);
    CHECK(cudaMemcpy2D(host, 4, d, pitch, 8, 2, cudaMemcpyDeviceToHost) ==
          cudaErrorInvalidPitchValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidPitchValue);
    OK(cudaFree(d));
}

static void boxes()
{
    const int nx = 5, ny = 4, nz = 3;
    cudaExtent extent = make_cudaExtent(nx * sizeof(int), ny, nz);
    cudaPitchedPtr d;
    cudaMemcpy3DParms p = {};
    int from[nz][ny][nx], to[nz][ny][nx];

    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++)
                from[z][y][x] = (z * ny + y) * nx + x;
    memset(to, 0, sizeof to);
    OK(cudaMalloc3D(&d, extent));
    OK(cudaMemset3D(d, 0, extent));
    p.srcPtr = make_cudaPitchedPtr(from, nx * sizeof(int), nx, ny);
    p.dstPtr = d;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    p = {};
    p.srcPtr = d;
    p.srcPos = make_cudaPos(sizeof(int), 1, 1);
    p.dstPtr = make_cudaPitchedPtr(to, nx * sizeof(int), nx, ny);
    p.extent = make_cudaExtent(2 * sizeof(int), 3, 2);
    p.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&p));
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 2; x++)
                CHECK(to[z][y][x] == from[z + 1][y + 1][x + 1]);
    CHECK(to[0][0][2] == 0);
    OK(cudaFree(d.ptr));
}

static void host_memory()
{
    int *pinned, *mapped, *device, *managed, *plain = new int[100];
    unsigned flags;
    cudaPointerAttributes a;

    OK(cudaMallocHost(&pinned, 400));
    OK(cudaHostAlloc(&mapped, 400, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer(&device, mapped, 0));
    fill<<<1, 128>>>(device, 100);
    OK(cudaDeviceSynchronize());
    CHECK(mapped[9] == 81);
    OK(cudaHostGetFlags(&flags, mapped));
    CHECK(flags & cudaHostAllocMapped);
    OK(cudaMallocManaged(&managed, 400));
    managed[3] = 1;
    fill<<<1, 128>>>(managed, 100);
    OK(cudaDeviceSynchronize());
    CHECK(managed[3] == 9);
    memcpy(pinned, managed, 400);
    OK(cudaHostRegister(plain, 400, cudaHostRegisterMapped));
    OK(cudaHostGetDevicePointer(&device, plain, 0));
    fill<<<1, 128>>>(device, 100);
    OK(cudaDeviceSynchronize());
    CHECK(plain[10] == 100);

    OK(cudaPointerGetAttributes(&a, managed + 5));
    CHECK(a.type == cudaMemoryTypeManaged && a.hostPointer == managed + 5);
    OK(cudaPointerGetAttributes(&a, pinned));
    CHECK(a.type == cudaMemoryTypeHost);
    OK(cudaPointerGetAttributes(&a, &a));
    CHECK(a.type == cudaMemoryTypeUnregistered);
    OK(cudaHostUnregister(plain));
    CHECK(cudaHostUnregister(plain) == cudaErrorHostMemoryNotRegistered);
    OK(cudaFreeHost(pinned));
    OK(cudaFreeHost(mapped));
    OK(cudaFree(managed));
    delete[] plain;
}

static void errors()
{
    char *d, host[64];
    size_t before, after, total;

    cudaGetLastError();
    OK(cudaMemGetInfo(&before, &total));
    CHECK(cudaMalloc(&d, (size_t)1 << 45) == cudaErrorMemoryAllocation);
    CHECK(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaSuccess);
    OK(cudaMalloc(&d, 64 << 20));
    OK(cudaMemGetInfo(&after, &total));
    CHECK(before - after >= 64 << 20);
    OK(cudaFree(d));
    CHECK(cudaFree(d) == cudaErrorInvalidValue); /* twice */
    OK(cudaMalloc(&d, 64));
    CHECK(cudaMemcpy(d, host, 64, (cudaMemcpyKind)9) ==
          cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemcpy(d, nullptr, 64, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemset(nullptr, 0, 64) == cudaErrorInvalidValue);
    OK(cudaFree(d));
    CHECK(cudaGetLastError() != cudaSuccess);
}

/* Many allocations; the memory of those that are freed is used again. */
static void many()
{
    static int *p[2000];

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000; i++) {
            OK(cudaMalloc(&p[i], 4 * (i + 1)));
            OK(cudaMemset(p[i], i, 4 * (i + 1)));
        }
        for (int i = 0; i < 2000; i++) {
            unsigned char c;
            OK(cudaMemcpy(&c, (char *)p[i] + 4 * i, 1, cudaMemcpyDefault));
            CHECK(c == i % 256);
            OK(cudaFree(p[i]));
        }
    }
    for (int i = 0; i < 300; i++) {
        char *big;
        OK(cudaMalloc(&big, (size_t)1 << 30));
        OK(cudaMemset(big + (1 << 29), 1, 1));
        OK(cudaFree(big));
    }
}

int main()
{
    flat();
    rows();
    boxes();
    host_memory();
    errors();
    many();
    return 0;
}
