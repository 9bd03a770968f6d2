/* The program of lab 22: A with gaps between its rows as cudaMallocPitch()
 * makes them, and a product of matrices of which no row is a whole number of
 * sectors. */
#include "matmul_pitched.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int widths[] = {1, 32, 57, 100, 1000, 1024};
    const int m = 100, k = 36, n = 57;
    float *a = (float *)malloc(m * k * sizeof *a);
    float *b = (float *)malloc(k * n * sizeof *b);
    float *c = (float *)calloc(m * n, sizeof *c);
    int wrong = 0;

    for (int width : widths) {
        size_t pitch = 0;
        void *d_x = NULL;

        cudaError_t error =
            cudaMallocPitch(&d_x, &pitch, width * sizeof(float), 10);
        if (error != cudaSuccess) {
            fprintf(stderr, "cudaMallocPitch: %s\n", cudaGetErrorString(error));
            return 1;
        }
        printf("rows of %4d floats: %4zu bytes, pitch %4zu\n", width,
               width * sizeof(float), pitch);
        cudaFree(d_x);
    }
    for (int i = 0; i < m * k; i++)
        a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < k * n; i++)
        b[i] = (float)(i % 5 - 2);
    int error = matmul(a, b, c, m, k, n);
    if (error) {
        fprintf(stderr, "matmul: %s\n", cudaGetErrorString((cudaError_t)error));
        return 1;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;

            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            wrong += !(sum == c[i * n + j]);
        }
    printf("%d x %d by %d x %d: %d of %d elements are wrong\n", m, k, k, n,
           wrong, m * n);
    free(a);
    free(b);
    free(c);
    return wrong > 0;
}
