// Texture objects on linear memory, pitched memory and arrays.
#include "check.h"

__global__ void read(cudaTextureObject_t t, float x, float y, float *out)
{
    *out = tex2D<float>(t, x, y);
}
__global__ void read_1d(cudaTextureObject_t t, int i, int4 *out)
{
    *out = tex1Dfetch<int4>(t, i);
}
__global__ void read_normalized(cudaTextureObject_t t, float4 *out)
{
    *out = tex2D<float4>(t, 0.5f, 0.5f);
}
__global__ void read_3d(cudaTextureObject_t t, float *out)
{
    *out = tex3D<float>(t, 1.5f, 0.5f, 2.5f);
}
__global__ void read_layer(cudaTextureObject_t t, float *out)
{
    *out = tex2DLayered<float>(t, 2.5f, 1.5f, 1);
}

__global__ void paint(cudaSurfaceObject_t s)
{
    int x = threadIdx.x, y = threadIdx.y;
    float v = 100 * y + x;
    surf2Dwrite(v, s, x * 4, y);
    surf2Dwrite(-1.0f, s, 100, y, cudaBoundaryModeZero);
}
__global__ void look(cudaSurfaceObject_t s, float *out)
{
    float v;
    surf2Dread(&v, s, 3 * 4, 2);
    *out = v + surf2Dread<float>(s, -4, 1, cudaBoundaryModeClamp);
}

static float *d_out;

static void surface()
{
    float got;
    cudaArray_t array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaResourceDesc r = {};
    cudaSurfaceObject_t s;

    OK(cudaMallocArray(&array, &f, 8, 4, cudaArraySurfaceLoadStore));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    OK(cudaCreateSurfaceObject(&s, &r));
    paint<<<1, dim3(8, 4)>>>(s);
    look<<<1, 1>>>(s, d_out);
    OK(cudaMemcpy(&got, d_out, 4, cudaMemcpyDeviceToHost));
    CHECK(got == 203 + 100);
    OK(cudaDestroySurfaceObject(s));
    OK(cudaFreeArray(array));
}

static float at(cudaTextureObject_t t, float x, float y)
{
    float h;

    read<<<1, 1>>>(t, x, y, d_out);
    OK(cudaMemcpy(&h, d_out, 4, cudaMemcpyDeviceToHost));
    return h;
}

static void arrays()
{
    const int w = 4, h = 3;
    float image[h][w];
    cudaArray_t array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            image[y][x] = 10 * y + x;
    OK(cudaMallocArray(&array, &f, w, h));
    OK(cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0],
                           h, cudaMemcpyHostToDevice));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    CHECK(at(t, 2.5f, 1.5f) == 12 && at(t, 2.99f, 1.01f) == 12);
    CHECK(at(t, -5, 99) == 20 && at(t, 99, -5) == 3);
    OK(cudaDestroyTextureObject(t));

    d.filterMode = cudaFilterModeLinear;
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    CHECK(at(t, 2.5f, 1.5f) == 12 && at(t, 2, 1.5f) == 11.5f);
    CHECK(at(t, 2, 1) == 6.5f && at(t, 0, 0) == 0);
    OK(cudaDestroyTextureObject(t));

    d.normalizedCoords = 1;
    d.filterMode = cudaFilterModePoint;
    d.addressMode[0] = cudaAddressModeWrap;
    d.addressMode[1] = cudaAddressModeMirror;
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    CHECK(at(t, 1 + 2.5f / 4, 0.5f) == 12);
    CHECK(at(t, -1.5f / 4, 1 + 0.5f / 3) == 22);
    OK(cudaDestroyTextureObject(t));

    d.normalizedCoords = 0;
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeBorder;
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    CHECK(at(t, -1, 1) == 0 && at(t, 3.5f, 2.5f) == 23);
    OK(cudaDestroyTextureObject(t));
    OK(cudaFreeArray(array));
}

static void linear()
{
    int4 numbers[10], *d, got;
    cudaResourceDesc r = {};
    cudaTextureDesc desc = {};
    cudaTextureObject_t t;

    for (int i = 0; i < 10; i++)
        numbers[i] = make_int4(i, -i, 2 * i, 7);
    OK(cudaMalloc(&d, sizeof numbers + sizeof got));
    OK(cudaMemcpy(d, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = d;
    r.res.linear.desc = cudaCreateChannelDesc<int4>();
    r.res.linear.sizeInBytes = sizeof numbers;
    OK(cudaCreateTextureObject(&t, &r, &desc, nullptr));
    read_1d<<<1, 1>>>(t, 6, d + 10);
    OK(cudaMemcpy(&got, d + 10, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got.x == 6 && got.y == -6 && got.z == 12 && got.w == 7);
    OK(cudaDestroyTextureObject(t));
    OK(cudaFree(d));
}

static void pitched()
{
    uchar4 pixel = {255, 0, 51, 102}, *d;
    float4 got, *out;
    size_t pitch;
    cudaResourceDesc r = {};
    cudaTextureDesc desc = {};
    cudaTextureObject_t t;

    OK(cudaMallocPitch(&d, &pitch, 32 * sizeof pixel, 4));
    OK(cudaMemset2D(d, pitch, 0, 32 * sizeof pixel, 4));
    OK(cudaMemcpy(d, &pixel, sizeof pixel, cudaMemcpyHostToDevice));
    OK(cudaMalloc(&out, sizeof *out));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = d;
    r.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
    r.res.pitch2D.width = 32;
    r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = pitch;
    desc.readMode = cudaReadModeNormalizedFloat;
    OK(cudaCreateTextureObject(&t, &r, &desc, nullptr));
    read_normalized<<<1, 1>>>(t, out);
    OK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got.x == 1 && got.y == 0 && got.z == 0.2f && got.w == 0.4f);
    OK(cudaDestroyTextureObject(t));
    OK(cudaFree(d));
    OK(cudaFree(out));
}

static void deep(unsigned flags)
{
    float data[3][2][4], got;
    cudaArray_t array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMemcpy3DParms p = {};
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;

    for (int i = 0; i < 24; i++)
        data[i / 8][i / 4 % 2][i % 4] = i;
    OK(cudaMalloc3DArray(&array, &f, make_cudaExtent(4, 2, 3), flags));
    p.srcPtr = make_cudaPitchedPtr(data, 16, 4, 2);
    p.dstArray = array;
    p.extent = make_cudaExtent(4, 2, 3);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
    if (flags)
        read_layer<<<1, 1>>>(t, d_out);
    else
        read_3d<<<1, 1>>>(t, d_out);
    OK(cudaMemcpy(&got, d_out, 4, cudaMemcpyDeviceToHost));
    CHECK(got == (flags ? 8 + 4 + 2 : 16 + 1));
    OK(cudaDestroyTextureObject(t));
    OK(cudaFreeArray(array));
}

__global__ void read_cube(cudaTextureObject_t t, float *out, float x, float y,
                          float z, int layer)
{
    *out = layer < 0 ? texCubemap<float>(t, x, y, z)
                     : texCubemapLayered<float>(t, x, y, z, layer);
}

/* Two layers of six faces of 2 x 2; value: face * 4 + row * 2 + column. */
static void cube(int layer)
{
    static const struct {
        float x, y, z;
        int value;
    } looks[] = {
        {1, 0.5f, 0.5f, 0},        {1, -0.5f, 0.5f, 2},
        {1, 0.5f, -0.5f, 1},       {-2, 1, 1, 4 + 1},
        {-1, -0.5f, -0.5f, 4 + 2}, {0.5f, 1, 0.5f, 8 + 3},
        {-0.5f, 1, -0.5f, 8},      {0.5f, -1, 0.5f, 12 + 1},
        {0.5f, 0.5f, 1, 16 + 1},   {-1, -1, 2, 16 + 2},
        {0.5f, 0.5f, -1, 20},
    };
    float data[12][4], got;
    cudaArray_t array;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMemcpy3DParms p = {};
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    unsigned flags = cudaArrayCubemap | (layer < 0 ? 0 : cudaArrayLayered);

    for (int i = 0; i < 48; i++)
        data[i / 4][i % 4] = i;
    CHECK(cudaMalloc3DArray(&array, &f, make_cudaExtent(2, 3, 6), flags) ==
          cudaErrorInvalidValue);
    cudaGetLastError();
    p.extent = make_cudaExtent(2, 2, layer < 0 ? 6 : 12);
    OK(cudaMalloc3DArray(&array, &f, p.extent, flags));
    p.srcPtr = make_cudaPitchedPtr(data, 8, 2, 2);
    p.dstArray = array;
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d.normalizedCoords = 1;
    for (int linear = 0; linear < 2; linear++) {
        d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
        for (auto &look : looks) {
            read_cube<<<1, 1>>>(t, d_out, look.x, look.y, look.z, layer);
            OK(cudaMemcpy(&got, d_out, 4, cudaMemcpyDeviceToHost));
            CHECK(got == look.value + (layer < 0 ? 0 : 24 * layer));
        }
        OK(cudaDestroyTextureObject(t));
    }
    OK(cudaFreeArray(array));
}

int main()
{
    OK(cudaMalloc(&d_out, 4));
    cube(-1);
    cube(1);
    arrays();
    linear();
    pitched();
    surface();
    deep(0);
    deep(cudaArrayLayered);
    return 0;
}
