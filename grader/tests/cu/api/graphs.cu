// CUDA graphs: nodes, captured streams, changed and copied graphs.
#include <cuda_runtime.h>

#include "check.h"

__global__ void add(int *a, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += value;
}

template <class T> __global__ void twice(T *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] *= 2;
}

__global__ void count_down(int *left, cudaGraphConditionalHandle more)
{
    cudaGraphSetConditional(more, --*left > 0);
}

static void CUDART_CB called(void *data)
{
    ++*static_cast<int *>(data);
}

const int n = 1000;
static int h[n], *d;

static bool all(int value)
{
    for (int i = 0; i < n; i++)
        if (h[i] != value)
            return false;
    return true;
}

static cudaKernelNodeParams kernel(void *function, void **args)
{
    cudaKernelNodeParams p = {};

    p.func = function;
    p.gridDim = dim3((n + 255) / 256);
    p.blockDim = dim3(256);
    p.kernelParams = args;
    return p;
}

/* memset -> add -> twice -> copy -> host, added in another order. */
static void by_hand()
{
    cudaGraph_t graph, copy;
    cudaGraphExec_t exec, exec2;
    cudaGraphNode_t set, adds, twices, back, host, nodes[9], found;
    cudaMemsetParams m = {};
    cudaHostNodeParams calls = {};
    cudaGraphNodeType type;
    int value = 3, length = n, calls_n = 0;
    size_t count = 9, edges = 0;
    void *a[] = {&d, &length, &value}, *b[] = {&d, &length};
    cudaKernelNodeParams p = kernel((void *)add, a);
    cudaKernelNodeParams q = kernel((void *)twice<int>, b);

    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddKernelNode(&twices, graph, NULL, 0, &q));
    OK(cudaGraphAddMemcpyNode1D(&back, graph, &twices, 1, h, d, sizeof h,
                                cudaMemcpyDeviceToHost));
    m.dst = d;
    m.value = 0x01020304;
    m.elementSize = 4;
    m.width = n;
    m.height = 1;
    OK(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &m));
    OK(cudaGraphAddKernelNode(&adds, graph, &set, 1, &p));
    OK(cudaGraphAddDependencies(graph, &adds, &twices, 1));
    calls.fn = called;
    calls.userData = &calls_n;
    OK(cudaGraphAddHostNode(&host, graph, &back, 1, &calls));
    OK(cudaGraphGetNodes(graph, NULL, &count));
    CHECK(count == 5);
    OK(cudaGraphGetEdges(graph, NULL, NULL, &edges));
    CHECK(edges == 4);
    count = 9;
    OK(cudaGraphGetRootNodes(graph, nodes, &count));
    CHECK(count == 1 && nodes[0] == set);
    OK(cudaGraphNodeGetType(adds, &type));
    CHECK(type == cudaGraphNodeTypeKernel);
    p.blockDim = dim3(2000);
    CHECK(cudaGraphAddKernelNode(&found, graph, &set, 1, &p) ==
          cudaErrorInvalidConfiguration);
    p.blockDim = dim3(256);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);

    value = 100; /* the node has its own copy */
    OK(cudaGraphInstantiate(&exec, graph));
    OK(cudaGraphClone(&copy, graph));
    OK(cudaGraphNodeFindInClone(&found, adds, copy));
    OK(cudaGraphKernelNodeSetParams(found, &p));
    OK(cudaGraphInstantiate(&exec2, copy, NULL, NULL, 0));
    OK(cudaGraphDestroy(copy));
    CHECK(h[0] == 0 && calls_n == 0);
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaDeviceSynchronize());
    CHECK(all((0x01020304 + 3) * 2) && calls_n == 2);
    OK(cudaGraphLaunch(exec2, 0));
    CHECK(all((0x01020304 + 100) * 2));

    value = 7;
    OK(cudaGraphExecKernelNodeSetParams(exec, adds, &p));
    OK(cudaGraphNodeSetEnabled(exec, twices, 0));
    OK(cudaGraphLaunch(exec, 0));
    CHECK(all(0x01020304 + 7));
    OK(cudaGraphDestroyNode(host));
    cudaGraphExecUpdateResult result;
    CHECK(cudaGraphExecUpdate(exec, graph, NULL, &result) ==
          cudaErrorGraphExecUpdateFailure);
    CHECK(result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
    OK(cudaGraphAddDependencies(graph, &back, &set, 1)); /* a circle */
    CHECK(cudaGraphInstantiate(&exec2, graph, 0) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
}

/* The same by capturing two streams, with memory of the graph's own. */
static void captured()
{
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t graph, child;
    cudaGraphExec_t exec = NULL;
    cudaStreamCaptureStatus status;
    size_t count;
    int *own, calls_n = 0;

    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));
    for (int value = 1; value < 4; value++) {
        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        OK(cudaStreamIsCapturing(s, &status));
        CHECK(status == cudaStreamCaptureStatusActive);
        OK(cudaMallocAsync(&own, sizeof h, s));
        OK(cudaMemsetAsync(own, 0, sizeof h, s));
        OK(cudaEventRecord(fork, s));
        OK(cudaStreamWaitEvent(t, fork, 0));
        OK(cudaLaunchHostFunc(t, called, &calls_n));
        OK(cudaEventRecord(join, t));
        add<<<4, 256, 0, s>>>(own, n, value);
        OK(cudaStreamWaitEvent(s, join, 0));
        OK(cudaMemcpyAsync(h, own, sizeof h, cudaMemcpyDeviceToHost, s));
        OK(cudaFreeAsync(own, s));
        OK(cudaStreamEndCapture(s, &graph));
        OK(cudaGraphGetNodes(graph, NULL, &count));
        CHECK(count == 6 && calls_n == value - 1);
        if (exec)
            OK(cudaGraphExecUpdate(exec, graph, NULL));
        else
            OK(cudaGraphInstantiate(&exec, graph, 0));
        OK(cudaGraphDestroy(graph));
        OK(cudaGraphLaunch(exec, s));
        OK(cudaStreamSynchronize(s));
        CHECK(all(value) && calls_n == value);
    }
    OK(cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal));
    OK(cudaGraphLaunch(exec, t)); /* a graph in a graph */
    OK(cudaStreamEndCapture(t, &child));
    CHECK(calls_n == 3);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphInstantiate(&exec, child, 0));
    OK(cudaGraphLaunch(exec, t));
    CHECK(calls_n == 4);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(child));

    /* what ends a capture without a graph */
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamSynchronize(s) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(s, &graph) == cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<4, 256>>>(d, n, 1); /* the default stream waits for s */
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureImplicit);
    CHECK(cudaStreamEndCapture(s, &graph) == cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork, 0));
    add<<<4, 256, 0, t>>>(d, n, 1);
    CHECK(cudaStreamEndCapture(s, &graph) == cudaErrorStreamCaptureUnjoined);
    CHECK(!graph && cudaGetLastError() == cudaErrorStreamCaptureUnjoined);
    CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal) ==
          cudaErrorStreamCaptureUnsupported);
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureUnsupported);
    OK(cudaStreamSynchronize(s));
    OK(cudaEventDestroy(fork));
    OK(cudaEventDestroy(join));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
}

static void conditional()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, body;
    cudaGraphConditionalHandle more;
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    cudaGraphNodeParams k = {cudaGraphNodeTypeKernel};
    int left = 5;
    void *args[] = {&d, &more};

    OK(cudaMemcpy(d, &left, sizeof left, cudaMemcpyHostToDevice));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&more, graph, 1,
                                        cudaGraphCondAssignDefault));
    p.conditional.handle = more;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    OK(cudaGraphAddNode(&node, graph, NULL, 0, &p));
    k.kernel.func = (void *)count_down;
    k.kernel.gridDim = k.kernel.blockDim = dim3(1);
    k.kernel.kernelParams = args;
    OK(cudaGraphAddNode(&body, p.conditional.phGraph_out[0], NULL, NULL, 0,
                        &k));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaMemcpy(&left, d, sizeof left, cudaMemcpyDeviceToHost));
    CHECK(left == 0);
    OK(cudaGraphLaunch(exec, 0)); /* set again, so once more */
    OK(cudaMemcpy(&left, d, sizeof left, cudaMemcpyDeviceToHost));
    CHECK(left == -1);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
}

/* Memory that outlives the graph's launch is freed by the program. */
static void memory()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaMemAllocNodeParams p = {};
    size_t used = 0;

    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location.type = cudaMemLocationTypeDevice;
    p.bytesize = sizeof h;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &p));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    CHECK(cudaMemset(p.dptr, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    for (int i = 0; i < 3; i++) {
        OK(cudaGraphLaunch(exec, 0));
        OK(cudaMemset(p.dptr, 0, sizeof h));
        OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent,
                                          &used));
        CHECK(used >= sizeof h);
        if (i < 2)
            OK(cudaFree(p.dptr));
    }
    OK(cudaGraphExecDestroy(exec));
    OK(cudaMemset(p.dptr, 0, sizeof h));
    OK(cudaFree(p.dptr));
    OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent,
                                      &used));
    CHECK(used == 0);
}

int main()
{
    OK(cudaMalloc(&d, sizeof h));
    by_hand();
    captured();
    conditional();
    memory();
    OK(cudaFree(d));
    return 0;
}
