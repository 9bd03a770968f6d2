/*
 * transpose_main.h - the program of the transpose labs (31 to 35): transposes
 * a matrix of 256 rows and 384 columns, or as many as its two arguments say,
 * shows the upper left corner before and after, and looks at all of it. A
 * lab's main.cu includes its contract and this.
 */
#ifndef COMMON_TRANSPOSE_MAIN_H
#define COMMON_TRANSPOSE_MAIN_H

#include "common/program/device_memory.h"

/* An element tells where it is from: 2003 is row 2, column 3. */
static float element(int i, int j)
{
    return (float)(1000 * i + j);
}

static void show_corner(const char *name, const float *x, int rows, int cols)
{
    printf("%s, %d x %d:\n", name, rows, cols);
    for (int i = 0; i < rows && i < 5; i++) {
        for (int j = 0; j < cols && j < 5; j++)
            printf("%8g", x[(size_t)i * cols + j]);
        printf("%s\n", cols > 5 ? "  ..." : "");
    }
    printf("%s\n", rows > 5 ? "     ...\n" : "");
}

/* The first element that is not what it should be. */
static int verify(const float *b, int rows, int cols)
{
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++) {
            float got = b[(size_t)j * rows + i];

            if (!(got == element(i, j))) {
                printf("Wrong: row %d, column %d of b should be %g, and is "
                       "%g%s.\n",
                       j, i, element(i, j), got,
                       got == -1 ? ": nobody wrote it" : "");
                return 1;
            }
        }
    printf("All of b is right.\n");
    return 0;
}

int main(int argc, char **argv)
{
    int rows = argc > 2 ? atoi(argv[1]) : 256;
    int cols = argc > 2 ? atoi(argv[2]) : 384;
    size_t n = (size_t)rows * cols, bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            a[(size_t)i * cols + j] = element(i, j);
            b[(size_t)i * cols + j] = -1; /* a mark: not written */
        }
    float *d_a = on_device(a, n, "copy of a");
    float *d_b = on_device(b, n, "copy of b");
    check((cudaError_t)transpose(d_a, d_b, rows, cols), "transpose");
    check(cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost), "copy of b back");
    show_corner("a", a, rows, cols);
    show_corner("b", b, cols, rows);
    int status = verify(b, rows, cols);
    cudaFree(d_a);
    cudaFree(d_b);
    free(a);
    free(b);
    return status;
}

#endif
