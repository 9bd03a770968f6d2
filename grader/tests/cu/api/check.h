/*
 * check.h - CHECK(condition) for these tests: says what is wrong and ends.
 */
#ifndef API_CHECK_H
#define API_CHECK_H

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                    \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

/* A CUDA call that succeeds. */
#define OK(call)                                                          \
    do {                                                                  \
        cudaError_t error_ = (call);                                      \
        if (error_ != cudaSuccess) {                                      \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                    cudaGetErrorName(error_));                            \
            exit(1);                                                      \
        }                                                                 \
    } while (0)

#endif
