/*
 * simt.h - between the headers that a .cu file includes (include/) and the
 * CPU device behind them. C and C++; nothing here is for students.
 *
 * A kernel launch becomes one call of simt_launch() with a function that runs
 * threads of the current block until none is left unstarted:
 *
 *     static void threads(void *args)
 *     {
 *         while (simt_feed.left) {
 *             unsigned x = simt_feed.next.x;
 *
 *             simt_begin_row();
 *             do
 *                 kernel(...);
 *             while (simt_next_in_row(++x));
 *         }
 *     }
 *
 * The device calls it on a fiber. A thread that waits (barrier, shuffle, ...)
 * leaves its fiber; the device then calls the function again on another one,
 * which goes on with the next thread.
 *
 * Two modes. Fast mode: threads run one after the other, blocks in parallel on
 * the machine's cores, nothing is checked. Check mode: the file is compiled
 * with -fsanitize=thread and -DSIMT_CHECK; check.c implements the hooks
 * __tsan_*, runs the lanes of each warp in lockstep and looks at every access.
 * Everything runs at the time of the call; streams have no life of their own.
 *
 * Names that are not static begin with simt_, so that a .cu file cannot
 * collide with them.
 */
#ifndef SIMT_H
#define SIMT_H

#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#include <stdint.h>
#endif

enum { SIMT_WARP = 32, SIMT_BLOCK_MAX = 1024 };

/* The layout of uint3 and dim3. */
struct simt_xyz {
    unsigned x, y, z;
};

/* In the executable's own thread-local block, which every device thread of an
 * operating system thread shares; the device changes them at each switch. */
#define SIMT_TLS __attribute__((tls_model("local-exec")))

/* The dynamic shared memory of the running block; 128-byte aligned. */
enum { SIMT_SHARED_MAX = 227 << 10, SIMT_SHARED_DEFAULT = 48 << 10 };
extern __thread char simt_dynamic_shared[] SIMT_TLS
    __attribute__((aligned(128)));

/* Calls that depend on who else comes: clang must not copy or join them. */
#ifdef __clang__
#define SIMT_CONVERGENT __attribute__((convergent, nomerge))
#else
#define SIMT_CONVERGENT
#endif

/* ---- launching ------------------------------------------------------- */

struct simt_launch {
    const char *kernel; /* as written: "add<float>" */
    const char *file;   /* of the launch */
    int line;
    struct simt_xyz grid, block;
    size_t shared;        /* dynamic, bytes */
    void *stream;         /* cudaStream_t */
    bool cooperative;     /* all blocks are resident at once */
    const void *function; /* the kernel's address; null if not known */
    void (*threads)(void *args);
    void *args; /* the kernel's arguments; lanes may read these bytes */
    size_t args_bytes;
    /* By a kernel, in check mode: what that one did from the launch to its own
     * end has these numbers; see simt_ops.now(). */
    unsigned asked, ended;
};

/* Run the kernel to its end. Returns a cudaError_t: 0, or 9 (invalid
 * configuration), 1 (invalid value), 700 (illegal address), 710 (assert), 719
 * (launch failure), ... and keeps it for cudaGetLastError(). In a kernel: note
 * it down (the arguments are copied); it runs when that kernel has ended. */
int simt_launch(const struct simt_launch *launch);

/* The running block's threads that have not begun. Fast mode: the loop over a
 * row of threads (same y and z) counts in threadIdx.x alone, and `left` and
 * `next` stay at the row's beginning until the row ends or one of its threads
 * waits for the first time, which sets them right and row_end to 0. */
struct simt_feed {
    unsigned left;        /* threads not yet begun; check mode: 0 or 1 */
    struct simt_xyz next; /* the next one's threadIdx */
    struct simt_xyz dim;  /* blockDim */
    unsigned row_end;     /* of threadIdx.x; 0: the running thread has waited */
};
extern __thread struct simt_feed simt_feed SIMT_TLS;

/* ---- what device code calls ------------------------------------------ */
/* The caller's return address is the site that findings and counts name: call
 * these straight from always_inline functions. */

enum simt_barrier { SIMT_SYNC, SIMT_SYNC_COUNT, SIMT_SYNC_AND, SIMT_SYNC_OR };

/* __syncthreads() and its relatives. Fast mode: threads that have ended count
 * as arrived, as on hardware. Returns the count, or 0/1 for and/or. */
SIMT_CONVERGENT int simt_barrier(enum simt_barrier kind, int predicate);

/* Exchanges among lanes of one warp. `mask` has the lanes that take part, the
 * caller's among them; the call waits until all of them that have not ended
 * have called with the same kind and mask. SIMT_ACTIVE: the mask is the
 * device's to say: lanes of the warp that wait at this same site when no
 * other lane of the warp can move on. */
enum simt_warp_kind {
    SIMT_SYNCWARP,
    SIMT_SHFL,      /* arg: source lane      \                            */
    SIMT_SHFL_UP,   /* arg: delta             | within pieces of `width`  */
    SIMT_SHFL_DOWN, /* arg: delta             | lanes, a power of two     */
    SIMT_SHFL_XOR,  /* arg: lane mask        /                            */
    SIMT_BALLOT,    /* value != 0 */
    SIMT_ALL,
    SIMT_ANY,
    SIMT_UNI,
    SIMT_MATCH_ANY,
    SIMT_MATCH_ALL, /* *predicate: 1 if all values are equal */
    SIMT_ADD,       /* reductions of 32-bit values, modulo 2^32 */
    SIMT_MIN_U,
    SIMT_MAX_U,
    SIMT_MIN_S,
    SIMT_MAX_S,
    SIMT_AND,
    SIMT_OR,
    SIMT_XOR,
    SIMT_ACTIVE, /* returns the mask; mask, value, arg, width are ignored */
    SIMT_MATRIX, /* value: a struct simt_matrix *, arg: what it is to do */
};
/* uint64_t and uint32_t, which a program may not have. */
SIMT_CONVERGENT __UINT64_TYPE__ simt_warp(enum simt_warp_kind kind,
                                          __UINT32_TYPE__ mask,
                                          __UINT64_TYPE__ value, int arg,
                                          int width, int *predicate);

/*
 * Tensor cores (mma.h; matrix.c). A tile is a matrix that a warp holds: each
 * lane has a few of its elements, in an array x[] of its own. All 32 lanes make
 * each of these calls together, with equal arguments but for x.
 */
enum simt_shape { /* of a product: m x n x k */
    SIMT_16_16_16,
    SIMT_32_8_16,
    SIMT_8_32_16,
    SIMT_16_16_8,
    SIMT_8_8_4,
    SIMT_8_8_32,
    SIMT_8_8_128,
    /* of PTX's mma only */
    SIMT_16_8_8,
    SIMT_16_8_16,
    SIMT_16_8_32,
    SIMT_SHAPES
};
enum simt_element {
    SIMT_HALF,
    SIMT_BFLOAT,
    SIMT_TF32,
    SIMT_FLOAT,
    SIMT_DOUBLE,
    SIMT_S8,
    SIMT_U8,
    SIMT_INT,
    SIMT_S4, /* 8 to an element of x[] */
    SIMT_U4,
    SIMT_B1, /* 32 */
};
enum simt_use { SIMT_A, SIMT_B, SIMT_C }; /* m x k, k x n, m x n */
struct simt_tile {
    unsigned char use, shape, element;
    unsigned char columns; /* in memory: by columns, or by rows */
};
enum simt_how { SIMT_PLAIN, SIMT_SATURATE, SIMT_BITS_XOR, SIMT_BITS_AND };
struct simt_product {
    unsigned char shape, element; /* of A and B */
    unsigned char c, d;           /* elements */
    unsigned char how;
};
/* ldm: elements from one row (or column) to the next. */
SIMT_CONVERGENT void simt_matrix_load(struct simt_tile tile, void *x,
                                      const void *p, unsigned ldm);
SIMT_CONVERGENT void simt_matrix_store(struct simt_tile tile, const void *x,
                                       void *p, unsigned ldm);
/* d = a b + c; d may be c. */
SIMT_CONVERGENT void simt_matrix_multiply(struct simt_product what, void *d,
                                          const void *a, const void *b,
                                          const void *c);
/* Check mode: nobody has given these elements a value. */
void simt_matrix_unset(void *x, size_t bytes);

/* grid.sync() of a cooperative launch. In another launch: error 720. */
void simt_grid_sync(void);
bool simt_is_cooperative(void);

enum simt_scope { SIMT_BLOCK, SIMT_DEVICE, SIMT_SYSTEM };
void simt_fence(enum simt_scope scope);
/* Check mode: __ldg() is about to read there. */
void simt_read_only_load(const void *p, size_t bytes);

/* This thread begins to copy asynchronously, and has done so; what it has asked
 * for is a batch; it waits for all batches but the last ones. Copies are done
 * at once here; check mode finds what is read before it was waited for. */
enum simt_async {
    SIMT_ASYNC_BEGIN,
    SIMT_ASYNC_END,
    SIMT_ASYNC_COMMIT,
    SIMT_ASYNC_WAIT
};
void simt_async(enum simt_async what, size_t batches);

/* This thread is waiting for another one in a loop of its own (failed CAS,
 * __nanosleep): let others run. */
void simt_yield(void);

/* Before an atomic operation on these bytes, in check mode. The operation
 * itself follows at once, on this thread. A store: an exchange that nobody asks
 * for the old value. */
enum simt_atomic {
    SIMT_ATOMIC_RMW,
    SIMT_ATOMIC_CAS,
    SIMT_ATOMIC_EXCH,
    SIMT_ATOMIC_STORE,
};
void simt_atomic(const volatile void *p, size_t bytes, enum simt_atomic kind,
                 enum simt_scope scope);

/* End the kernel with this cudaError_t (__trap(): 719, assert: 710). */
__attribute__((noreturn)) void simt_stop(int error);

/* Whether the caller is a device thread. */
bool simt_in_kernel(void);

#ifdef __cplusplus
}
#endif
#endif
