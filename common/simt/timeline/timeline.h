/*
 * timeline.h - modelled time: when each copy and each kernel would begin and
 * end on the teaching device if host, copy engines and kernels worked side by
 * side. Work is still done at once, when it is asked for; the model keeps the
 * order that streams, events and waiting host calls ask for, and gives each
 * operation a duration from what it moves. So the time is exact, and the same
 * on every machine. Times are for check mode only, which counts what kernels
 * move.
 *
 * In both modes a copy to pinned memory of the host that the host does not wait
 * for arrives late: its bytes are read at once, and put there when the host
 * waits for it, or before work that comes after it might look. Who does not
 * wait gets wrong results, as may happen with a GPU.
 *
 * docs/cpu-device.md ("The timeline") has the figures and what is left out.
 */
#ifndef SIMT_TIMELINE_H
#define SIMT_TIMELINE_H

#include "base/device.h"
#include "timeline/overlap.h"

struct CUstream_st;
struct CUevent_st;

/* What works side by side, in each device. */
enum simt_engine {
    SIMT_TO_DEVICE,
    SIMT_FROM_DEVICE,
    SIMT_COMPUTE,
    SIMT_ENGINES
};

enum { ALL_DEVICES = -1 };

struct simt_work {
    const char *what; /* the call, or the kernel's name */
    enum simt_engine engine;
    uint64_t bytes; /* of a copy or setting; 0 of a kernel */
    bool pageable; /* a copy from or to memory of the host that is not pinned */
    bool waits;    /* the host, until it is done */
    bool staged;   /* ... or until its source has been read */
    bool graph;    /* a node of one; set by timeline.c */
    const void *site;
    const char *file; /* launches have these in place of `site` */
    int line;
    /* What copies and settings touch; kernels tell it themselves. */
    struct simt_extent from, to;
    size_t width, rows, slices;
    char *late; /* null, or what was read, row by row: free() is for work() */
};

/* Work begins: late bytes that come before it arrive; for copies and settings
 * where they touch them. Of kernels `w` is null. */
void timeline_begins(struct CUstream_st *stream, const struct simt_work *w);
/* It has been done. */
void timeline_work(struct CUstream_st *stream, const struct simt_work *w);
/* Work that takes no time, and after which these bytes are others': an
 * allocation or freeing in the order of a stream. */
void timeline_claims(struct CUstream_st *stream, const char *call,
                     const void *site, const void *p, size_t bytes);
void timeline_record(struct CUevent_st *event, struct CUstream_st *stream);
void timeline_wait(struct CUstream_st *stream, struct CUevent_st *event);
/* This call is the next one that makes the host wait. */
void timeline_waits_in(const char *call, const void *site);
/* The host waits for a stream or an event; for all that a device has to do, or
 * ALL_DEVICES. */
void timeline_host_waits(struct CUstream_st *stream, struct CUevent_st *event);
void timeline_device_waits(int device);
/* The host's thread launches a graph, or has done so: its nodes are one call,
 * and none of them holds the host. */
void timeline_graph(bool begins);
/* CUstream_st's `asked` of any stream. */
unsigned *timeline_asked(struct CUstream_st *stream);
/* What the stream's next work comes after; and that it comes after this, as
 * well as what it came after before, or alone. */
uint64_t timeline_where(struct CUstream_st *stream);
void timeline_behind(struct CUstream_st *stream, uint64_t number, bool too);
/* A function that a stream calls may tell the host how far it is. */
void timeline_tells(struct CUstream_st *stream);
/* This memory was given back in the order of its stream, or is nobody's pinned
 * memory any more: nothing arrives there. */
void timeline_forgets(const void *p, size_t bytes);
/* This stream is destroyed; its work goes on. */
void timeline_destroyed(struct CUstream_st *stream);

/* ---- for check mode -------------------------------------------------- */

/* The host touches a byte: the name of work that may touch it, too, as the host
 * has not waited for it; else null. */
const char *timeline_meets(const void *p, bool writes, bool looks_on);

/* A kernel has ended that moved so much, `of_host` of the sectors over the bus;
 * its simt_work comes next. */
void timeline_counts(uint64_t sectors, uint64_t of_host, uint64_t requests);

/* In picoseconds: until the last operation ends and the host goes on, and how
 * long each engine works, of all devices. */
struct timeline_sum {
    int64_t span, engine[SIMT_ENGINES];
    uint64_t works;
};

/* Reports the operations since the last time. Then all has ended, and time
 * begins at 0 again. */
struct timeline_sum timeline_end(void);

/* One operation. */
struct timeline_step {
    struct simt_work work;
    unsigned long long stream; /* 1: the default stream; 2: the thread's own */
    int device;
    uint64_t number; /* from 1 */
    uint64_t after;  /* what it had to wait for last; 0: for nothing */
    const char *why; /* ... because of: "host", "stream", "event", "engine" */
    const char *held; /* of "host": the call in which the host waited; or null */
    const void *held_at;
    int64_t asked, begin, end;
    bool waited; /* the host has, for it or for what comes after it */
};

/* Who is told; null in fast mode. */
struct timeline_hooks {
    void (*step)(const struct timeline_step *s);
    /* Nothing orders these two, and both touch a byte at `where`. */
    void (*overlap)(const struct timeline_step *first,
                    const struct timeline_step *second, uintptr_t where);
    /* A call of the judge's has ended, and nothing waits for this. */
    void (*loose)(const struct timeline_step *s);
};
extern const struct timeline_hooks *timeline_hooks;

#endif
