/*
 * engine.h - what runs a kernel's threads: fast mode, and the parts that check
 * mode uses, too. Knows the device's memory only as what an address belongs to
 * (base/arena.h), nothing of the host's functions.
 *
 *   calls.c   what device code calls, handed to the mode
 *   builtins.c  threadIdx and its like, shared memory
 *   fiber.c   switching stacks
 *   fast.c    fast mode: the threads of a block; workers.c blocks in parallel
 *   warp.c    what exchanges among the lanes of a warp come to
 *   tiles.c   tensor cores: which lane has what, which accesses a load makes
 *   matrix.c  their products, loads and stores
 *   math.c    functions of CUDA's that the C library does not have
 */
#ifndef SIMT_ENGINE_H
#define SIMT_ENGINE_H

#include "base/device.h"

extern const struct simt_ops simt_fast_ops;

/* The built-in variables; the headers declare them as uint3 and dim3. */
extern __thread struct simt_xyz threadIdx, blockIdx, blockDim, gridDim SIMT_TLS;
extern bool simt_cooperative; /* the last launch */

/* Run a kernel in the mode; a cudaError_t. */
int simt_run(const struct simt_launch *l);
/* From now on the mode tells of memory of the device that the host touches. */
void simt_watch(void);

/* Operating system threads that blocks run on: OMP_NUM_THREADS or all cores. */
int simt_workers(void);

/* What every lane of a warp gets back once all that take part have deposited
 * value[] (by lane) with the same kind, arg[], width. warp.c, pure. */
void simt_warp_results(enum simt_warp_kind kind, uint32_t mask,
                       const uint64_t value[32], const int arg[32], int width,
                       uint64_t result[32], int predicate[32]);

/* ---- tensor cores ---------------------------------------------------- */

enum { SIMT_TILE_BYTES = 1024, SIMT_TILE_LANE = 32 }; /* at most; in a lane */

/* What a lane wants of them. */
struct simt_matrix {
    enum { SIMT_LOAD, SIMT_STORE, SIMT_MULTIPLY } op;
    struct simt_tile tile; /* to load or store */
    struct simt_product product;
    void *x; /* the tile's elements; of a product, d's */
    const void *a, *b, *c;
    char *p;
    unsigned ldm;
};

/* A product is one of m x k by k x n. */
extern const struct simt_shape_size {
    unsigned char m, n, k;
} simt_shapes[SIMT_SHAPES];

/* The size of an element of x[]: of a tile of bits, a word. */
unsigned simt_tile_unit(struct simt_tile t);
/* Elements in a lane; some may be there twice, and more often. */
unsigned simt_tile_elements(struct simt_tile t);
/* Rows or columns in memory, and the bytes of one. */
unsigned simt_tile_lines(struct simt_tile t, unsigned *bytes);
/* From the start of a line to that of the next, bytes. */
size_t simt_tile_stride(struct simt_tile t, unsigned ldm);

/*
 * The accesses that compute capability 8.0 and 9.0 make of a load or store, as
 * nvcc 13 compiles it: the k-th is one request, of *bytes a lane. line[] and
 * at[] say where: bytes from the line's start. Returns its lanes; 0: there is
 * no k-th.
 */
uint32_t simt_tile_access(struct simt_tile t, bool shared, unsigned k,
                          unsigned *bytes, unsigned line[32], unsigned at[32]);

/* Between the lanes' x[] and an image of the tile, one line behind the other.
 * Lanes that are not in the mask have nothing. */
void simt_tile_spread(struct simt_tile t, uint32_t mask, void *const x[32],
                      const char *image);
void simt_tile_collect(struct simt_tile t, uint32_t mask,
                       const void *const x[32], char *image);

/* Whether one of the lanes' elements, or several's, are all as
 * simt_matrix_unset() has left them. */
bool simt_tile_is_unset(struct simt_tile t, uint32_t mask,
                        const void *const x[32]);

/* The product of what the lanes have. */
void simt_tile_multiply(struct simt_product p, uint32_t mask,
                        const struct simt_matrix *const m[32]);

/* All of it, for the lanes in the mask. */
void simt_matrix_do(uint32_t mask, const struct simt_matrix *const m[32]);

#endif
