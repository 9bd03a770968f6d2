/*
 * device.h - what the files of the CPU device share. Not seen by .cu files.
 *
 *   fiber.c   switching stacks
 *   launch.c  simt_launch(): limits, errors, then fast_run() or check_run()
 *   fast.c    fast mode
 *   check.c   check mode: lockstep, hooks; shadow.c what memory remembers,
 *             count.c requests, sectors, wavefronts; timeline.c modelled
 *             time, overlap.c what streams touch; report.c what it says
 *   matrix.c  tensor cores: which lane has what, which accesses a load makes,
 *             products; matrix_check.c the same in check mode
 *   memory.c  allocations and copies; graph.c graphs; api.c the rest of the
 *             host's functions
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "simt.h"

/* ---- modes ----------------------------------------------------------------- */

/* How device functions of simt.h behave: fast.c has one set, check.c another.
 * check.c is linked in only where a file was compiled for check mode (its
 * __tsan_init is called then, which sets simt_ops before main). */
struct simt_ops {
    /* Once, before there is any memory of the device. */
    void (*start)(void);
    /* Returns a cudaError_t. */
    int (*run)(const struct simt_launch *launch);
    int (*barrier)(enum simt_barrier kind, int predicate, const void *site);
    uint64_t (*warp)(enum simt_warp_kind kind, uint32_t mask, uint64_t value,
                     int arg, int width, int *predicate, const void *site);
    void (*grid_sync)(const void *site);
    void (*fence)(enum simt_scope scope, const void *site);
    void (*yield)(const void *site);
    void (*async)(bool waits, const void *site);
    void (*atomic)(const volatile void *p, size_t bytes, enum simt_atomic kind,
                   enum simt_scope scope, const void *site);
    void (*stop)(int error, const void *site);
};
extern const struct simt_ops *simt_ops;
extern const struct simt_ops simt_fast_ops;
extern bool simt_check_mode;

/* Whether this operating system thread runs device threads: launch.c sets it
 * for the one that launches, fast mode for the others. */
extern __thread bool simt_running SIMT_TLS;

/* How often the host has called what waits for the device. Here nothing is left
 * to wait for; check mode looks whether the host has waited. */
extern unsigned simt_waits;
void simt_host_waits(void); /* one more; a kernel's error comes out */

/* What every lane of a warp gets back once all that take part have deposited
 * value[] (by lane) with the same kind, arg[], width. warp.c, pure. */
void simt_warp_results(enum simt_warp_kind kind, uint32_t mask,
                       const uint64_t value[32], const int arg[32], int width,
                       uint64_t result[32], int predicate[32]);

/* ---- tensor cores --------------------------------------------------------- */

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

/* ---- what the device is told to refuse, by SIMT_REFUSE_... -------------------- */

extern unsigned simt_refusals; /* so many there were */
extern int simt_refusal(int error); /* what it says, of itself or as told */
extern uint64_t simt_launched; /* the most blocks of one of the host's launches */
extern uint64_t simt_threads;  /* of all of them */
extern bool simt_dry;          /* kernels and copies are looked at, not done */
extern size_t simt_handles;    /* bytes of malloc() in streams and events */
extern unsigned simt_callers;  /* threads of the host that have asked */
extern bool simt_accepts;      /* none from now on */
extern unsigned simt_parted;   /* __activemask()s that named some lanes only */
extern int simt_broken;        /* the error of a kernel that runs; 0: none */

/* ---- memory ------------------------------------------------------------------ */

enum simt_space {
    SIMT_HOST_MEMORY,   /* nothing of the device's */
    SIMT_DEVICE_MEMORY, /* cudaMalloc and relatives */
    SIMT_MANAGED,       /* both sides may touch it */
    SIMT_PINNED,        /* host memory that kernels may touch */
    SIMT_GLOBAL_VARIABLE, /* __device__ */
    SIMT_CONSTANT,        /* __constant__: kernels only read */
};

struct simt_allocation {
    char *base;
    size_t bytes; /* as asked for */
    enum simt_space space;
    int device;
    bool live;
    bool initialized;   /* all of it counts as written (the judge's inputs) */
    bool read_only;     /* kernels must not write (the judge's inputs) */
    const char *name;   /* variables: their name; else null */
    const void *site;   /* return address of the call that allocated it */
    const void *freed;  /* ... and of the one that freed it */
    size_t pitch, width; /* cudaMallocPitch: bytes; else 0 */
    void *shadow;       /* check mode's own */
};

/* All device memory lies in one reserved range of addresses, in pages of 4096
 * bytes; every allocation begins on a page and is followed by at least one
 * page that belongs to nobody. O(1). Returns the allocation that p lies in or,
 * if p is in nobody's page of the range, the nearest one below it within 64
 * KB, live or freed; null if there is none. The caller compares p with base,
 * bytes and live. Variables and pinned memory are found as well. */
struct simt_allocation *simt_find(const volatile void *p);

/* Copying that check mode does not look at. */
void simt_copy_bytes(void *to, const void *from, size_t n);

/* Is p in the reserved range? */
bool simt_in_device_range(const volatile void *p);

/* Device memory is out of the host's reach: it may be touched only between
 * these two, which nest, and by the copies of memory.c. Meanwhile other threads
 * of the program can touch it, too. */
void simt_open_memory(void);
void simt_close_memory(void);
/* Whether p is within such memory. */
bool simt_is_closed(const volatile void *p);
/* For a handler of SIGSEGV: p is memory of the device that this launch has not
 * opened in advance, and now it is open; the access can be done again. */
bool simt_open_touched(const volatile void *p);

/* The judge's buffers: a file's first `bytes` in the reserved range, on pages of
 * their own, out of the host's reach; and then allocations within it. Null with
 * errno. */
void *simt_reserve(int fd, size_t bytes, bool read_only);
void simt_register(void *p, size_t bytes, bool read_only, bool initialized);
void simt_register_pinned(void *p, size_t bytes); /* of the host */
void simt_unregister_all(void);

/* memory.c tells check mode what happened; null where not in check mode. */
struct simt_memory_hooks {
    void (*allocated)(struct simt_allocation *a);
    void (*freed)(struct simt_allocation *a);
    /* the host (or a copy) wrote / read device memory */
    void (*wrote)(struct simt_allocation *a, size_t offset, size_t bytes);
    /* copy that reads bytes never written: returns the first such offset
     * within [offset, offset + bytes), or -1; *some if others were written */
    long (*unwritten)(struct simt_allocation *a, size_t offset, size_t bytes,
                      bool *some);
    /* how many bytes of the host there are from p on; false if not known */
    bool (*host_rest)(const void *p, size_t *rest);
    /* src and dst are both device memory: their written-ness goes along */
    void (*copied)(struct simt_allocation *to, size_t to_offset,
                   struct simt_allocation *from, size_t from_offset,
                   size_t bytes);
};
extern const struct simt_memory_hooks *simt_memory_hooks;

/* ---- graphs ---------------------------------------------------------------- */

/* Streams are being captured; see memory.h. */
extern int simt_captures;

/* -1: the launch is to be done now. Else it is noted down, or an error. */
int simt_capture_launch(const struct simt_launch *l);

/* ---- errors ------------------------------------------------------------------ */

/* An array of the host that the judge gives to the next call; null: the call is
 * over. Copies that go on behind the end of one are errors. */
void simt_host_array(const void *p, size_t bytes);

/* Keep an error for cudaGetLastError() and return it. A sticky one stays
 * until cudaDeviceReset(): every later call returns it. */
int simt_error(int error);
int simt_sticky_error(int error);

/* An error of a launch that no call has returned since, or 0. */
int simt_unseen_error(void);

/* A host function was used wrongly: keeps the error, reports a finding (in
 * check mode) at `site`, returns the error. `kind` and the text as in
 * docs/cpu-device.md. */
int simt_misuse(int error, const char *kind, const void *site,
                const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The launch that simt_misuse() of kind "launch" is about. */
extern const struct simt_launch *simt_refused;

const char *simt_error_name(int error);   /* "cudaErrorInvalidValue" */
const char *simt_error_string(int error); /* "invalid argument" */

/* ---- device ------------------------------------------------------------------ */

int simt_device(void); /* the current one */

/* Tells of each place that has made streams ("stream") or events ("event")
 * which are still there, and how many. */
void simt_not_destroyed(void (*tell)(const char *what, const void *site,
                                     int64_t many));

/* Kernels of the one may touch the memory of the other. */
bool simt_reaches(int device, int peer);

/* The teaching device's limits, of compute capability 8.0; see api.c. */
enum {
    SIMT_SM_COUNT = 16,
    SIMT_GRID_X_MAX = 2147483647,
    SIMT_GRID_YZ_MAX = 65535,
    SIMT_BLOCK_Z_MAX = 64,
};

/* Dynamic shared memory that launches of this kernel may ask for, in bytes:
 * SIMT_SHARED_DEFAULT or what cudaFuncSetAttribute() said. Null: of a kernel
 * whose address is not known. */
size_t simt_shared_limit(const void *function);

/* Launches from kernels that may wait at once. */
size_t simt_pending_limit(void);

/* Operating system threads that blocks run on: OMP_NUM_THREADS or all cores. */
int simt_workers(void);

#endif
