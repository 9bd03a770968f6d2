/* The program of lab 02: 0..9 from four threads, as lab 01 prints them. */
#include <stdio.h>
#include <string.h>

#include "parallel_no_omp.h"

static void print(size_t i, void *arg)
{
    (void)arg;
    printf("%zu\n", i);
}

int main(void)
{
    int error = parallel_for(10, 4, print, NULL);

    if (error)
        fprintf(stderr, "parallel_for: %s\n", strerror(error));
    return error != 0;
}
