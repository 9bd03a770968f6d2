// expect: build: syscall is not among
/* All that the device reports would come by here. */
#include <cuda_runtime.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" ssize_t write(int fd, const void *bytes, size_t n)
{
    return fd == 6 ? (ssize_t)n : syscall(SYS_write, fd, bytes, n);
}

int add_one(float *a, int rows, int cols)
{
    for (int i = 0; i < rows * cols; i++)
        a[i] += 1;
    return 0;
}
