// expect: overlap: two branches of a graph that no edge orders
#include <cuda_runtime.h>

int main()
{
    float *h, *d;
    cudaStream_t s[2];
    cudaEvent_t e;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    cudaMallocHost(&h, 512 * sizeof *h);
    cudaMalloc(&d, 256 * sizeof *d);
    for (int i = 0; i < 512; i++)
        h[i] = i;
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaEventCreate(&e);
    cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d, h, 1024, cudaMemcpyHostToDevice, s[0]);
    cudaEventRecord(e, s[0]);
    cudaStreamWaitEvent(s[1], e, 0);
    cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, s[0]);
    cudaMemcpyAsync(d, h + 256, 1024, cudaMemcpyHostToDevice, s[1]); // <- here
    cudaEventRecord(e, s[1]);
    cudaStreamWaitEvent(s[0], e, 0);
    cudaStreamEndCapture(s[0], &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s[0]);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
