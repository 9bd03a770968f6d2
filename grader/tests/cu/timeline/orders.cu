/* Work in the orders that programs ask for, one for each argument; what the
 * modelled timeline makes of it is in test_simt_check.c. Copies of 456,000
 * bytes take 20 us from and to pinned memory, 58 us from and to other; the
 * kernel moves 32,000 sectors, which takes 11 us. */
#include <cstdlib>
#include <cuda_runtime.h>

enum { N = 114000, BYTES = 4 * N };

__global__ void add_one(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < 128000)
        a[i] += 1;
}

int main(int argc, char **argv)
{
    float *pinned, *more, *host = (float *)calloc(N, 4), *d[2];
    cudaStream_t s[2], free_one;
    cudaEvent_t e;
    cudaGraph_t graph;
    cudaGraphNode_t node[2];
    cudaGraphExec_t exec;

    if (argc < 2 || cudaMallocHost(&pinned, BYTES) ||
        cudaMallocHost(&more, BYTES))
        return 1;
    for (int i = 0; i < N; i++)
        pinned[i] = more[i] = 0;
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&d[k], 128000 * sizeof(float));
        cudaStreamCreate(&s[k]);
    }
    cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    switch (*argv[1]) {
    case 'a': /* two streams */
        for (int k = 0; k < 2; k++) {
            cudaMemcpyAsync(d[k], pinned, BYTES, cudaMemcpyDefault, s[k]);
            cudaMemcpyAsync(pinned, d[k], BYTES, cudaMemcpyDefault, s[k]);
        }
        break;
    case 'b': /* memory that is not pinned */
        cudaMemcpyAsync(d[0], host, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaMemsetAsync(d[1], 0, 128000, s[1]);
        break;
    case 'c': /* a copy that waits; in the default stream */
        cudaMemsetAsync(d[1], 0, 128000, s[1]);
        cudaMemcpy(d[0], pinned, BYTES, cudaMemcpyHostToDevice);
        cudaMemcpyAsync(d[1], pinned, BYTES, cudaMemcpyHostToDevice, free_one);
        break;
    case 'd': /* an event, and one that somebody waits for */
        cudaMemcpyAsync(d[0], pinned, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaEventRecord(e, s[0]);
        cudaStreamWaitEvent(s[1], e, 0);
        cudaMemsetAsync(d[0], 0, 128000, s[1]);
        cudaEventSynchronize(e);
        cudaMemcpyAsync(d[1], pinned, BYTES, cudaMemcpyHostToDevice, s[0]);
        break;
    case 'e': /* freeing waits for all */
        cudaMemcpyAsync(d[0], pinned, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaFree(d[1]);
        cudaMemcpyAsync(pinned, d[0], BYTES, cudaMemcpyDeviceToHost, s[1]);
        break;
    case 'f': /* a graph */
        cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
        cudaMemcpyAsync(d[0], pinned, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaMemsetAsync(d[0], 0, 128000, s[0]);
        cudaStreamEndCapture(s[0], &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, s[1]);
        break;
    case 'h': /* a graph of two branches, behind a copy; what comes next */
        cudaMemcpyAsync(d[0], pinned, BYTES, cudaMemcpyHostToDevice, s[0]);
        cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
        cudaEventRecord(e, s[0]);
        cudaStreamWaitEvent(s[1], e, 0);
        cudaMemcpyAsync(pinned, d[0], BYTES, cudaMemcpyDeviceToHost, s[0]);
        cudaMemcpyAsync(d[1], more, BYTES, cudaMemcpyHostToDevice, s[1]);
        cudaEventRecord(e, s[1]);
        cudaStreamWaitEvent(s[0], e, 0);
        cudaMemsetAsync(d[1], 0, 128000, s[0]);
        cudaStreamEndCapture(s[0], &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, s[0]);
        cudaMemsetAsync(d[0], 0, 128000, s[0]);
        break;
    case 'i': /* built by hand: none holds the host; it ends with both */
        cudaGraphCreate(&graph, 0);
        cudaGraphAddMemcpyNode1D(&node[0], graph, NULL, 0, d[0], pinned, BYTES,
                                 cudaMemcpyHostToDevice);
        cudaGraphAddMemcpyNode1D(&node[1], graph, NULL, 0, more, d[1], BYTES,
                                 cudaMemcpyDeviceToHost);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, s[0]);
        cudaMemsetAsync(d[1] + N, 0, 1280, free_one);
        cudaMemcpyAsync(pinned, d[0], BYTES, cudaMemcpyDeviceToHost, s[0]);
        break;
    case 'g': /* a kernel */
        cudaMemset(d[0], 0, 128000 * sizeof(float));
        add_one<<<500, 256, 0, s[0]>>>(d[0]);
        cudaStreamSynchronize(s[0]);
        break;
    }
    return cudaDeviceSynchronize();
}
