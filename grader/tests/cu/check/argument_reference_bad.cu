// A parameter by reference is the address of the host's variable.
// expect: device_access: "`n`" "memory of the host"
__global__ void set(int *p, const int &n)
{
    p[threadIdx.x] = n; // <- here
}

int main()
{
    int *p, n = 5;

    cudaMalloc(&p, 32 * sizeof(int));
    set<<<1, 32>>>(p, n);
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaFree(p);
}
