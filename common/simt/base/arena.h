/*
 * arena.h - the device's memory as addresses: what is allocated where, who may
 * touch it now. host/ makes cudaMalloc() and the copies of it, engines and
 * check mode ask what an address belongs to.
 *
 *   records.c  whose an address is
 *   closed.c   memory that the host cannot use
 *   arena.c    allocating
 *   bytes.c    copying and setting
 *
 * All device memory lies in one reserved range of addresses, in pages of 4096
 * bytes; every allocation begins on a page and is followed by at least one page
 * that belongs to nobody. What was freed is used again only when the end of the
 * range is reached, so that a use after free is seen for a long time. Variables
 * and pinned memory lie outside of the range and are found as well.
 */
#ifndef SIMT_BASE_ARENA_H
#define SIMT_BASE_ARENA_H

#include "runner.h"
#include "simt.h"

enum simt_space {
    SIMT_HOST_MEMORY,     /* nothing of the device's */
    SIMT_DEVICE_MEMORY,   /* cudaMalloc and relatives */
    SIMT_MANAGED,         /* both sides may touch it */
    SIMT_PINNED,          /* host memory that kernels may touch */
    SIMT_GLOBAL_VARIABLE, /* __device__ */
    SIMT_CONSTANT,        /* __constant__: kernels only read */
};

struct simt_allocation {
    char *base;
    size_t bytes; /* as asked for */
    enum simt_space space;
    int device;
    bool live;
    bool initialized;    /* all of it counts as written (the judge's inputs) */
    bool read_only;      /* kernels must not write (the judge's inputs) */
    bool judged;         /* the judge's: simt_register() */
    bool address_known;  /* a variable's, by cudaGetSymbolAddress() */
    bool heap;           /* a kernel's malloc() has given it */
    bool graph;          /* an allocation node's; see graph_memory.c */
    size_t pages;        /* of the range; 0: outside of it */
    unsigned flags;      /* of the call that allocated it */
    const char *name;    /* variables: their name; else null */
    const void *site;    /* return address of the call that allocated it */
    const void *freed;   /* ... and of the one that freed it */
    size_t pitch, width; /* cudaMallocPitch: bytes; else 0 */
    void *shadow;        /* check mode's own */
};
enum { SIMT_PAGE = 4096 };

/* O(1). Returns the allocation that p lies in or, if p is in nobody's page of
 * the range, the nearest one below it within 64 KB, live or freed; null if
 * there is none. The caller compares p with base, bytes and live. */
struct simt_allocation *simt_find(const volatile void *p);

/* Whether p is within it, and it is there. */
bool simt_inside(const struct simt_allocation *a, const volatile void *p);

/* Is p in the reserved range? */
bool simt_in_device_range(const volatile void *p);

/* Copying and setting that check mode does not look at. */
void simt_copy_bytes(void *to, const void *from, size_t n);
void simt_set_bytes(void *to, int value, size_t n);

/* ---- allocating ------------------------------------------------------ */

/* At least one byte. Returns 0 or cudaErrorMemoryAllocation, which is not
 * kept. */
int simt_memory_take(void **p, size_t bytes, enum simt_space space, int device,
                     unsigned flags, const void *site);
void simt_memory_reset(int device); /* frees everything */
size_t simt_memory_used(int device);

/* Gives back what lies in the range; between simt_memory_lock() and _unlock(),
 * after a look whether it is still live. */
void simt_memory_release(struct simt_allocation *a, const void *site);
void simt_memory_lock(void);
void simt_memory_unlock(void);

/* Memory that others have made: variables, what the host registers. Null
 * without memory. It counts as written. */
struct simt_allocation *simt_add_outside(char *p, size_t bytes,
                                         enum simt_space space,
                                         const char *name, const void *site);
void simt_remove_outside(struct simt_allocation *a);

/* ---- closed memory --------------------------------------------------- */

/* Device memory is out of the host's reach: it may be touched only between
 * these two, which nest, and by copies. Meanwhile other threads of the program
 * can touch it, too. */
void simt_open_memory(void);
void simt_close_memory(void);
/* One more copy or setting uses it (many: 1), or one less (-1). In a kernel all
 * is open. Null: nothing. */
void simt_use_memory(struct simt_allocation *a, int many);
/* Whether p is within such memory. */
bool simt_is_closed(const volatile void *p);
/* For a handler of SIGSEGV: p is memory of the device that this launch has not
 * opened in advance, and now it is open; the access can be done again. */
bool simt_open_touched(const volatile void *p);

/* ---- the judge's buffers --------------------------------------------- */

/* runner.h has the functions that the kit's runner calls. */

/* How many bytes of the host there are from p on; false: that is not known. */
bool simt_host_rest(const void *p, size_t *rest);
/* Whether simt_reserve() has been called: a caller's arrays are device memory.
 */
bool simt_memory_of_caller(void);

/* ---- who is told ----------------------------------------------------- */

/* Check mode is, of what happens to memory; null where not in check mode. */
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

/* The timeline is, that pinned memory is nobody's any more, once some copy is
 * on its way to such memory. */
extern void (*simt_tell_gone)(const void *p, size_t bytes);

#endif
