/*
 * ends.cu - kernels that do not end well: what is printed, the signal or the
 * error, and that later calls of the process see it.
 */
#include <cuda_runtime.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int wrong;

__global__ void null_pointer(int *p)
{
    if (blockIdx.x == 2 && threadIdx.x == 7)
        *p = 1;
}

__global__ void divide(volatile int *p, int n)
{
    __syncthreads();
    if (threadIdx.y == 1)
        p[threadIdx.x] = p[threadIdx.x + 1] / n;
}

__device__ __noinline__ int deeper(volatile int *p, int n)
{
    volatile int local[20];

    local[n % 20] = *p;
    return n < 0 ? 0 : deeper(p, n + 1) + local[n % 20];
}

__global__ void recursion(int *p, bool wait)
{
    if (wait)
        __syncthreads();
    if (threadIdx.x == 5)
        p[0] = deeper(p, 0);
}

__device__ __noinline__ int large(volatile int *p, int n)
{
    volatile int local[100000];

    local[n] = *p;
    return local[n];
}

__global__ void large_array(int *p)
{
    __syncthreads();
    p[0] = large(p, threadIdx.x);
}

__global__ void stuck_barrier(int n)
{
    if (threadIdx.x < n)
        __syncthreads();
    else
        __syncwarp();
}

__global__ void stuck_warp(int n)
{
    if (threadIdx.x < n)
        __syncwarp();
    else
        __any_sync(~0u, 1);
}

__global__ void trap()
{
    if (blockIdx.x == 700)
        __trap();
    __syncthreads();
}

__global__ void empty()
{
}

static int launch(const char *what)
{
    int *p;

    if (cudaMalloc(&p, 1 << 20) || cudaMemset(p, 0, 1 << 20))
        return 1;
    if (strcmp(what, "null") == 0)
        null_pointer<<<3, 33>>>(NULL);
    else if (strcmp(what, "divide") == 0)
        divide<<<1, dim3(1, 2)>>>(p, p == NULL);
    else if (strcmp(what, "recursion") == 0)
        recursion<<<2, 64>>>(p, false);
    else if (strcmp(what, "recursion2") == 0)
        recursion<<<2, 1024>>>(p, true);
    else if (strcmp(what, "recursion3") == 0) {
        omp_set_num_threads(8);
        recursion<<<64, 32>>>(p, false);
    } else if (strcmp(what, "large") == 0)
        large_array<<<1, 1>>>(p);
    else if (strcmp(what, "barrier") == 0)
        stuck_barrier<<<1, 32>>>(10);
    else if (strcmp(what, "warp") == 0)
        stuck_warp<<<1000, 64>>>(10);
    else if (strcmp(what, "trap") == 0)
        trap<<<100000, 64>>>();
    if (cudaDeviceSynchronize() != cudaErrorLaunchFailure)
        return 2;
    empty<<<1, 1>>>(); /* the error stays */
    if (cudaGetLastError() != cudaErrorLaunchFailure)
        return 3;
    if (cudaFree(p) != cudaErrorLaunchFailure)
        return 4;
    return 0;
}

/* In a child, whose standard error must contain `text`. */
static void expect(const char *what, int signal, const char *text)
{
    char said[4096];
    size_t n = 0;
    ssize_t got;
    int ends[2], status;
    pid_t child;

    if (pipe(ends) < 0 || (child = fork()) < 0) {
        perror("ends");
        exit(1);
    }
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        _exit(launch(what));
    }
    close(ends[1]);
    while (n < sizeof said - 1 &&
           (got = read(ends[0], said + n, sizeof said - 1 - n)) > 0)
        n += (size_t)got;
    said[n] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    if ((signal ? !WIFSIGNALED(status) || WTERMSIG(status) != signal
                : status != 0) ||
        !strstr(said, text)) {
        printf("%s: status %#x, said: %s\n", what, status, said);
        wrong = 1;
    }
}

int main(void)
{
    /* No core files. */
    if (chdir("/tmp") < 0)
        return 1;
    expect("null", SIGSEGV,
           "null_pointer crashed: block (2,0,0), thread (7,0,0) accesses "
           "memory that does not exist. The memory check of make grade");
    expect("divide", SIGFPE,
           "divide crashed: block (0,0,0), thread (0,1,0) divides an integer");
    expect("recursion", SIGSEGV, "thread (5,0,0) has a stack overflow");
    expect("recursion2", SIGSEGV, "thread (5,0,0) has a stack overflow");
    /* Many at the same time, and one of them must get to say it. */
    for (int i = 0; i < 40; i++)
        expect("recursion3", SIGSEGV, "thread (5,0,0) has a stack overflow");
    expect("large", SIGSEGV, "thread (0,0,0) has a stack overflow");
    expect("barrier", 0,
           "does not end: in block (0,0,0) 10 of 32 threads wait at a barrier "
           "that the others never reach. make grade");
    expect("warp", 0, "threads wait for lanes of their warp that never come");
    expect("trap", 0, "");
    return wrong;
}
