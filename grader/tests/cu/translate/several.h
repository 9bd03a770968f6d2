/* What several.cu, several_kernels.cu and several_host.c share. */
#ifdef __cplusplus
extern "C" {
#endif
int in_c(int n);
void launch_other(int *p);
#ifdef __cplusplus
}
extern __device__ int shared_by_files;
extern __constant__ float constant_by_files[3];
__global__ void elsewhere(int *p, int n);
template <class T> __global__ void in_header(T *p)
{
    __shared__ T tile[4];
    tile[threadIdx.x] = p[0];
    p[0] = tile[0] + 1;
}
#endif
