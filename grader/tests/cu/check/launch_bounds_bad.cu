// More threads in a block than the kernel's __launch_bounds__ promise.
// expect: launch: "mark is launched" "256 threads" "at most 128"
__global__ void __launch_bounds__(128) mark(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    int *out;

    cudaMalloc(&out, 256 * sizeof(int));
    mark<<<2, 128>>>(out);
    mark<<<1, 256>>>(out); // <- here
    cudaFree(out);
    return cudaGetLastError() != cudaErrorLaunchOutOfResources;
}
