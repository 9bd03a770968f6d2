/* The program of lab 45: dot products by 640 blocks, as in the article. An
 * argument: by how many. */
#include "dot_mutex.h"

#include "common/program/dot_main.h"

static int blocks = 640;

static int dot_of(const float *d_a, const float *d_b, int n, float *d_c)
{
    return dot(d_a, d_b, n, d_c, blocks);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        blocks = atoi(argv[1]);
    return main_of(dot_of);
}
