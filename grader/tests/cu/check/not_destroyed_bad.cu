// note: not_destroyed: "3 streams that are created at line 11"
// note: not_destroyed: "The event that is created at line 13"
#include <cuda_runtime.h>

int main()
{
    cudaStream_t s[4];
    cudaEvent_t e[2];

    for (int k = 0; k < 4; k++)
        cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking); // <- here
    cudaStreamDestroy(s[2]);
    cudaEventCreate(&e[0]); // <- here
    cudaEventCreate(&e[1]);
    cudaEventDestroy(e[1]);
    return 0;
}
