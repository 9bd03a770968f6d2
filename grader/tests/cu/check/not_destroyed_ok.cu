/* Streams and events that are destroyed, or go with their device. */
#include <cuda_runtime.h>

int main()
{
    cudaStream_t s[3];
    cudaEvent_t e;

    cudaStreamCreate(&s[0]);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventDestroy(e);
    cudaStreamDestroy(s[0]);
    cudaSetDevice(1);
    cudaStreamCreate(&s[1]);
    cudaEventCreate(&e);
    cudaDeviceReset();
    cudaStreamCreateWithPriority(&s[2], cudaStreamDefault, 0);
    cudaStreamDestroy(s[2]);
    return 0;
}
