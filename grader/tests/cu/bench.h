/* bench.h - what the programs bench_*.cu share. */
#ifndef BENCH_H
#define BENCH_H

#include <cstdio>
#include <cstdlib>

/* Ends the program, and says where, if a call returns an error. */
#define CHECK(call)                                                       \
    do {                                                                  \
        int e_ = (int)(call); /* of CUDA or cuBLAS */                     \
        if (e_) {                                                         \
            fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, e_); \
            exit(1);                                                      \
        }                                                                 \
    } while (0)

#endif
