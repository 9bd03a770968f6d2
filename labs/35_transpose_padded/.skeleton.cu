/*
 * Lab 35, transpose_padded: b = a transposed, by way of shared memory without
 * bank conflicts. README.md has the task, transpose_padded.h the rules for
 * transpose().
 */
#include "transpose_padded.h"

#include <cuda_runtime.h>

/* TODO: bring your kernel and its launch here from lab 33. In its tile, the 32
 * elements of a column are 32 floats apart, so they are all in one bank. How
 * far apart may they be, so that no two are in the same one? */

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    (void)d_a;
    (void)d_b;
    (void)rows;
    (void)cols;
    return cudaSuccess;
}
