/* The program of lab 11: the article's matrix of ones, before and after, and
 * one of another shape. */
#include "addone.h"

#include <cuda_runtime.h>
#include <stdio.h>

static void print_matrix(const float *a, int rows, int cols)
{
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++)
            printf("%3g", a[row * cols + col]);
        printf("\n");
    }
    printf("\n");
}

static int show(float *a, int rows, int cols)
{
    cudaError_t error;

    print_matrix(a, rows, cols);
    error = (cudaError_t)add_one(a, rows, cols);
    if (error != cudaSuccess) {
        fprintf(stderr, "add_one: %s\n", cudaGetErrorString(error));
        return 1;
    }
    print_matrix(a, rows, cols);
    return 0;
}

int main(void)
{
    float ones[5 * 5], numbers[3 * 7];

    for (int i = 0; i < 5 * 5; i++)
        ones[i] = 1;
    for (int i = 0; i < 3 * 7; i++)
        numbers[i] = (float)i;
    return show(ones, 5, 5) || show(numbers, 3, 7);
}
