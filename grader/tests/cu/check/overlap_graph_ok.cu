/* The branches of graphs work apart, or edges, children, events and the host's
 * functions put them in order. */
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 256, BYTES = N * sizeof(int) };

__global__ void add(int *a, int more)
{
    a[threadIdx.x] += more;
}

static void CUDART_CB look(void *data)
{
    printf("%d\n", *(int *)data);
}

/* in -> add -> out, at d and h, as nodes of g; behind *after, if there is any
 */
static cudaGraphNode_t chain(cudaGraph_t g, cudaGraphNode_t *after, int *d,
                             int *h)
{
    cudaGraphNode_t in, work, out;
    int more = 5;
    void *args[] = {&d, &more};
    cudaKernelNodeParams k = {};

    k.func = (void *)add;
    k.gridDim = dim3(1);
    k.blockDim = dim3(N);
    k.kernelParams = args;
    cudaGraphAddMemcpyNode1D(&in, g, after, after ? 1 : 0, d, h, BYTES,
                             cudaMemcpyHostToDevice);
    cudaGraphAddKernelNode(&work, g, &in, 1, &k);
    cudaGraphAddMemcpyNode1D(&out, g, &work, 1, h, d, BYTES,
                             cudaMemcpyDeviceToHost);
    return out;
}

int main()
{
    int *h, *d;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaGraph_t graph, child;
    cudaGraphExec_t exec;
    cudaGraphNode_t end[2], both, wait, last;
    cudaHostNodeParams host = {look, NULL};

    cudaMallocHost(&h, 2 * BYTES);
    cudaMalloc(&d, 2 * BYTES);
    for (int i = 0; i < 2 * N; i++)
        h[i] = i;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e);

    /* two branches, each with its half; a function behind one of them; then a
     * child that uses both halves, and a launch behind the first one */
    cudaGraphCreate(&graph, 0);
    end[0] = chain(graph, NULL, d, h);
    end[1] = chain(graph, NULL, d + N, h + N);
    host.userData = h;
    cudaGraphAddHostNode(&last, graph, end, 1, &host);
    cudaGraphCreate(&child, 0);
    chain(child, NULL, d, h);
    chain(child, NULL, d + N, h + N);
    cudaGraphAddChildGraphNode(&both, graph, end, 2, child);
    cudaGraphAddDependencies(graph, &last, &both, 1);
    chain(graph, &both, d, h + N);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaGraphLaunch(exec, s);
    cudaMemsetAsync(d, 0, 2 * BYTES, s); /* behind all of it */

    /* a graph that waits for another stream, by an event */
    cudaEventRecord(e, s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEventWaitNode(&wait, graph, NULL, 0, e);
    end[0] = chain(graph, &wait, d, h);
    cudaGraphAddEventRecordNode(&last, graph, end, 1, e);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, t);
    cudaEventSynchronize(e);
    printf("%d\n", h[7]);

    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(child);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}
