/*
 * Lab 32, transpose_columns: b = a transposed, a thread per element. README.md
 * has the task, transpose_columns.h the rules for transpose().
 */
#include "transpose_columns.h"

#include <cuda_runtime.h>

/* TODO: bring your kernel and its launch here from lab 31. Then let the
 * neighbours of a warp, who are neighbours in x, read what lies side by side
 * in a. Whatever x counts, blocks.x has to count. */

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    (void)d_a;
    (void)d_b;
    (void)rows;
    (void)cols;
    return cudaSuccess;
}
