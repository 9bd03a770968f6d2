// SIMT_REFUSE_DEVICES says which devices refuse; the others do not, and each
// device counts its own copies. SIMT_MEMORY_DEVICES says, whatever that is,
// which have little memory. Streams and events belong to a device. With
// SIMT_BREAK_KERNEL one kernel stops while it runs.
#include "../api/check.h"

__global__ void set_one(int *d)
{
    d[threadIdx.x] = 1;
}

static void only_device_1_refuses(void)
{
    int *a[2];

    for (int d = 0; d < 2; d++) {
        size_t left, total;

        OK(cudaSetDevice(d));
        CHECK(setenv("SIMT_MEMORY", "4096", 1) == 0);
        OK(cudaMemGetInfo(&left, &total));
        CHECK((total == 4096) == (d == 1));
        CHECK(cudaMalloc(&a[d], 4097) ==
              (d == 1 ? cudaErrorMemoryAllocation : cudaSuccess));
        if (d == 0)
            OK(cudaFree(a[0]));
        cudaGetLastError();
        CHECK(setenv("SIMT_MEMORY_DEVICES", "1", 1) == 0);
        OK(cudaMemGetInfo(&left, &total));
        CHECK((total == 4096) == (d == 0));
        CHECK(unsetenv("SIMT_MEMORY_DEVICES") == 0);
        CHECK(unsetenv("SIMT_MEMORY") == 0);
        OK(cudaMalloc(&a[d], 128));
    }
    CHECK(setenv("SIMT_REFUSE_LAUNCHES", "1", 1) == 0);
    for (int d = 0; d < 2; d++) {
        OK(cudaSetDevice(d));
        set_one<<<1, 32>>>(a[d]);
        CHECK(cudaGetLastError() ==
              (d == 1 ? cudaErrorLaunchOutOfResources : cudaSuccess));
    }
    CHECK(unsetenv("SIMT_REFUSE_LAUNCHES") == 0);
    CHECK(setenv("SIMT_REFUSE_LAUNCH", "2", 1) == 0);
    for (int i = 1; i <= 3; i++)
        for (int d = 0; d < 2; d++) { /* the second launch only */
            OK(cudaSetDevice(d));
            set_one<<<1, 32>>>(a[d]);
            CHECK(cudaGetLastError() == (d == 1 && i == 2
                                             ? cudaErrorLaunchOutOfResources
                                             : cudaSuccess));
        }
    CHECK(unsetenv("SIMT_REFUSE_LAUNCH") == 0);
    CHECK(setenv("SIMT_REFUSE_COPY", "2", 1) == 0);
    for (int i = 1; i <= 3; i++)
        for (int d = 0; d < 2; d++) {
            OK(cudaSetDevice(d));
            CHECK(cudaMemset(a[d], 0, 128) ==
                  (d == 1 && i == 2 ? cudaErrorInvalidValue : cudaSuccess));
            cudaGetLastError();
        }
    CHECK(unsetenv("SIMT_REFUSE_COPY") == 0);
    CHECK(setenv("SIMT_REFUSE_MEMORY", "2", 1) == 0);
    CHECK(setenv("SIMT_REFUSE_ERROR", "46", 1) == 0);
    for (int i = 1; i <= 3; i++)
        for (int d = 0; d < 2; d++) {
            void *p = NULL;

            OK(cudaSetDevice(d));
            CHECK(cudaMalloc(&p, 128) == (d == 1 && i == 2
                                              ? cudaErrorDevicesUnavailable
                                              : cudaSuccess));
            CHECK((p == NULL) == (d == 1 && i == 2));
            OK(cudaFree(p));
            cudaGetLastError();
        }
    CHECK(unsetenv("SIMT_REFUSE_MEMORY") == 0);
    CHECK(unsetenv("SIMT_REFUSE_ERROR") == 0);
    OK(cudaFree(a[0]));
    OK(cudaFree(a[1]));
}

static void belong_to_a_device(void)
{
    cudaStream_t stream[2];
    cudaEvent_t event[2];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *d, current, x;

    for (int k = 0; k < 2; k++) {
        OK(cudaSetDevice(k));
        OK(cudaStreamCreate(&stream[k]));
        OK(cudaEventCreate(&event[k]));
    }
    OK(cudaMalloc(&d, 128));
    set_one<<<1, 32, 0, stream[0]>>>(d);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    set_one<<<1, 32, 0, stream[1]>>>(d);
    OK(cudaGetLastError());
    OK(cudaMemsetAsync(d, 0, 128, stream[0]));
    for (int e = 0; e < 2; e++)
        for (int s = 0; s < 2; s++)
            CHECK(cudaEventRecord(event[e], stream[s]) ==
                  (e == s ? cudaSuccess : cudaErrorInvalidResourceHandle));
    OK(cudaStreamWaitEvent(stream[0], event[1], 0));
    OK(cudaStreamWaitEvent(stream[1], event[0], 0));
    /* a graph may be launched wherever its stream is */
    OK(cudaStreamBeginCapture(stream[1], cudaStreamCaptureModeGlobal));
    set_one<<<1, 32, 0, stream[1]>>>(d);
    OK(cudaStreamEndCapture(stream[1], &graph));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaSetDevice(0));
    OK(cudaGraphLaunch(exec, stream[1]));
    OK(cudaGetDevice(&current));
    CHECK(current == 0);
    OK(cudaStreamSynchronize(stream[1]));
    OK(cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost));
    CHECK(x == 1);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(d));
    for (int k = 0; k < 2; k++) {
        OK(cudaStreamDestroy(stream[k]));
        OK(cudaEventDestroy(event[k]));
    }
}

/* Its launch is all right; who waits hears of it, and everybody after that. */
static void second_kernel_breaks(void)
{
    int *d, x;

    cudaGetLastError();
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&d, 128));
    CHECK(setenv("SIMT_BREAK_KERNEL", "2", 1) == 0);
    for (int i = 0; i < 2; i++) {
        set_one<<<1, 32>>>(d);
        OK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize() ==
              (i == 0 ? cudaSuccess : cudaErrorLaunchFailure));
    }
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost) ==
          cudaErrorLaunchFailure);
    CHECK(unsetenv("SIMT_BREAK_KERNEL") == 0);
    OK(cudaDeviceReset());
    OK(cudaMalloc(&d, 128));
    set_one<<<1, 32>>>(d);
    OK(cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost));
    CHECK(x == 1);
    OK(cudaFree(d));
}

int main()
{
    int n;

    OK(cudaGetDeviceCount(&n));
    if (n < 2)
        return 0;
    CHECK(setenv("SIMT_REFUSE_DEVICES", "2", 1) == 0);
    only_device_1_refuses();
    belong_to_a_device();
    second_kernel_breaks();
    return 0;
}
