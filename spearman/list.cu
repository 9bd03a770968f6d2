/*
 * list.cu - which pairs of a few rows with all others are found, in order. A
 * device writes a dot for each pair, 0 where it is not found; that is less to
 * carry than the lines of text that come of it.
 */
#include "spearman.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/spearman_text.h"
#include "table.h"

enum { THREADS = 256, DOTS_AT_ONCE = 1 << 25 };

/* dot[i * n + col] for the rows top + i, i = 0 .. rows - 1: a thread for each
 * column. No dot of two rows is beyond 8990, and none that is found is 0. */
static __global__ void __launch_bounds__(THREADS)
    dots(const signed char *rank, const int *power, int n, int top, int rows,
         short *dot)
{
    const int col = blockIdx.x * THREADS + threadIdx.x;
    const int4 *row = (const int4 *)rank;

    if (col >= n)
        return;
    const int4 a = row[2 * (size_t)col], b = row[2 * (size_t)col + 1];
    for (int i = 0; i < rows; i++) {
        const int4 c = row[2 * (size_t)(top + i)];
        const int4 d = row[2 * (size_t)(top + i) + 1];
        const long long both = (long long)power[col] * power[top + i];
        int sum = __dp4a(a.x, c.x, __dp4a(a.y, c.y, 0));

        sum = __dp4a(a.z, c.z, __dp4a(a.w, c.w, sum));
        sum = __dp4a(b.x, d.x, __dp4a(b.y, d.y, sum));
        sum = __dp4a(b.z, d.z, __dp4a(b.w, d.w, sum));
        const bool found = col != top + i && both > 0 &&
                           (long long)sum * sum * LIMIT_OF >= both * LIMIT;
        dot[(size_t)i * n + col] = found ? (short)sum : 0;
    }
}

static cudaError_t dots_of_rows(const struct device_table *d, int n, int first,
                                int rows, short *d_dot, short *dot)
{
    dots<<<(n + THREADS - 1) / THREADS, THREADS>>>(d->rank, d->power, n, first,
                                                   rows, d_dot);
    cudaError_t error = cudaGetLastError();

    if (error == cudaSuccess)
        error = cudaMemcpy(dot, d_dot, (size_t)rows * n * sizeof *dot,
                           cudaMemcpyDeviceToHost);
    return error;
}

/* The lines of a row. Returns 0, or -1 if they cannot be written. */
static int print_row(const int *power, int n, int row, const short *dot,
                     bool pvalue)
{
    for (int col = 0; col < n; col++) {
        if (dot[col] == 0)
            continue;
        const double both = (double)power[row] * power[col];
        const double r = dot[col] / sqrt(both);
        if (printf("%d %d %.9f", row, col, r) < 0 ||
            (pvalue && printf(" %.9g", p_of_r(r)) < 0) || putchar('\n') == EOF)
            return -1;
    }
    return 0;
}

void list(const char *file, int first, int end, bool pvalue)
{
    const int devices = devices_to_use(1);
    struct rows rows = read_file(file);

    if (end > rows.n)
        stop(WRONG, "--rows %d:%d, and %s has the rows 0 to %d", first, end,
             file, rows.n - 1);
    const int n = rows.n;
    int *power = powers_of_rows(&rows, devices);
    const int most = DOTS_AT_ONCE / n > 0 ? DOTS_AT_ONCE / n : 1;
    const int at_once = end - first < most ? end - first : most;
    const size_t bytes = (size_t)at_once * n * sizeof(short);
    short *dot = (short *)memory(bytes), *d_dot = NULL;
    struct device_table d = {};
    cudaError_t error = make_table(&rows, NULL, &d);

    if (error == cudaSuccess)
        error = cudaMalloc(&d_dot, bytes);
    for (int row = first; error == cudaSuccess && row < end; row += at_once) {
        const int now = end - row < at_once ? end - row : at_once;

        error = dots_of_rows(&d, n, row, now, d_dot, dot);
        for (int i = 0; error == cudaSuccess && i < now; i++)
            if (print_row(power, n, row + i, &dot[(size_t)i * n], pvalue) != 0)
                stop_for_file("standard output", errno);
    }
    if (error != cudaSuccess)
        stop(FAILED, "the device fails: %s. The list is not complete",
             cudaGetErrorString(error));
    if (fflush(stdout) != 0)
        stop_for_file("standard output", errno);
    cudaFree(d_dot);
    free_table(&d);
    free(rows.x);
    free(power);
    free(dot);
}
