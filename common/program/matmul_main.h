/*
 * matmul_main.h - the program of labs 21 and 23: multiplies two matrices of 1
 * and -1 as in the article, and shows how long that takes on the device and on
 * the host. 500 x 500, or m, k and n as three arguments. A lab's main.cu
 * includes its contract and this.
 */
#ifndef COMMON_MATMUL_MAIN_H
#define COMMON_MATMUL_MAIN_H

#include "common/program/matmul_host.h"

/* The first element that is not what it should be. */
static int compare(const float *want, const float *got, int m, int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if (!(want[(size_t)i * n + j] == got[(size_t)i * n + j])) {
                printf("Wrong: row %d, column %d of C should be %g, and is "
                       "%g%s.\n",
                       i, j, want[(size_t)i * n + j], got[(size_t)i * n + j],
                       got[(size_t)i * n + j] == 0.5 ? ": nobody wrote it"
                                                     : "");
                return 1;
            }
    printf("All of C is right.\n");
    return 0;
}

int main(int argc, char **argv)
{
    int m = argc > 3 ? atoi(argv[1]) : 500;
    int k = argc > 3 ? atoi(argv[2]) : 500;
    int n = argc > 3 ? atoi(argv[3]) : 500;
    size_t size_a = (size_t)m * k, size_b = (size_t)k * n;
    size_t size_c = (size_t)m * n, bytes_c = size_c * sizeof(float);
    float *a = random_signs(size_a), *b = random_signs(size_b);
    float *want = (float *)malloc(bytes_c + 1);
    float *c = (float *)malloc(bytes_c + 1);

    for (size_t i = 0; i < size_c; i++)
        c[i] = 0.5; /* a mark: not written */
    float *d_a = on_device(a, size_a, "copy of A");
    float *d_b = on_device(b, size_b, "copy of B");
    float *d_c = on_device(c, size_c, "copy of C");

    double begin = now();
    check((cudaError_t)matmul(d_a, d_b, d_c, m, k, n), "matmul");
    check(cudaDeviceSynchronize(), "matmul");
    double device = now() - begin;
    begin = now();
    multiply_on_host(a, b, want, m, k, n);
    printf("%d x %d by %d x %d: %.3g ms on the device, %.3g ms on the host\n",
           m, k, k, n, device * 1e3, (now() - begin) * 1e3);

    check(cudaMemcpy(c, d_c, bytes_c, cudaMemcpyDeviceToHost),
          "copy of C back");
    int status = compare(want, c, m, n);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    free(want);
    return status;
}

#endif
