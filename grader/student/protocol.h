/*
 * protocol.h - what the judge and the student's process say to each other.
 *
 * The judge starts a program with these descriptors:
 *   0  /dev/null          3  control: a SOCK_SEQPACKET pair
 *   1  captured           4  in-arena, opened read-only
 *   2  captured           5  out-arena
 *                         6  what a detector (sanitizer) reports
 * The runner (runner.c) sends a reply REPLY_HELLO with number 0, then waits
 * for requests; a closed control socket means: end. A program lab
 * (program.c) sends REPLY_HELLO when it starts and REPLY_BYE when it is about
 * to exit, and then waits for one packet. The last request, where something
 * watches the student's code, has a secret and no function: see end_mark.h.
 *
 * Nothing in a reply is trusted: a number that is not the request's is a
 * finding, and a forged value is just a value that the student's function
 * returned.
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

enum { FD_CONTROL = 3, FD_IN = 4, FD_OUT = 5, FD_REPORT = 6 };

/* To a thread of an OpenMP lab's process: say where you are (where.c). */
#define WHERE_SIGNAL (SIGRTMAX - 1)
#define WHERE_BEGIN "labkit-where"
#define WHERE_LINE 400 /* bytes of a line */

#define ARENA_BYTES ((int64_t)512 << 20)
#define MAX_ARGS 10
#define MAX_BUFFERS 32
#define MAX_COPIES 32
#define MAX_NAME 64
/* Elements of a long array after which its memory comes again. */
#define LONG_PERIOD ((int64_t)1 << 20)

enum value_type {
    T_NONE,
    T_I32,
    T_I64,
    T_SIZE,
    T_F64,
    T_PTR,
    T_DEVICE, /* as T_PTR, in a region of the device */
    T_FUNC
};
/* The device's regions hold the same bytes as those of the host, seen at the
 * addresses that kernels may use. */
enum region {
    REGION_NULL,
    REGION_IN,
    REGION_OUT,
    REGION_DEVICE_IN,
    REGION_DEVICE_OUT,
    REGION_COUNT
};

struct wire_value {
    int32_t type;        /* enum value_type */
    int32_t region;      /* pointers: enum region */
    int64_t i;           /* integers; pointers: byte offset in the region */
    int64_t n, size;     /* a long array: so many elements of so many bytes,
                          * of which LONG_PERIOD lie at `i` and come again and
                          * again, and behind them the n % LONG_PERIOD last
                          * ones; n = 0: an ordinary pointer */
    double d;            /* T_F64 */
    char name[MAX_NAME]; /* T_FUNC: a function in the lab's runner.c */
};

struct wire_buffer {
    int64_t region, offset, bytes;
    int32_t device; /* 1: kernels may use it, the host may not */
    int32_t filled; /* 1: all of it has been written */
    int32_t pinned; /* 1: host memory that is pinned */
};

struct request {
    uint32_t number; /* the reply must carry it */
    int32_t returns; /* enum value_type */
    char function[MAX_NAME];
    int32_t n_args, n_buffers;
    int32_t copies; /* so many calls, one behind the other, then the reply; 0,
                     * on a GPU: an empty kernel */
    int32_t on_gpu; /* 1: gpu[] are CUDA IPC handles of the device's regions */
    int32_t threads;    /* not 0: see how many of so many come to the arrays */
    int32_t own_memory; /* 1: on a GPU, in memory of the runner's own */
    int32_t dry;        /* 1: there its kernels and copies are not done */
    int32_t no_memory;  /* not 0: strict_runtime.c gives nothing the kth time */
    int32_t no_thread;  /* likewise; what pthread_create() returns then: */
    int32_t no_thread_error;
    uint64_t secret;    /* not 0: no call, but the end mark (end_mark.h) */
    unsigned char gpu[2][64];
    int64_t stride[2]; /* from a device buffer to the same of the next call */
    struct wire_value arg[MAX_ARGS];
    struct wire_buffer buffer[MAX_BUFFERS]; /* all that may be touched */
};

enum reply_type {
    REPLY_HELLO,
    REPLY_DONE,
    REPLY_NO_FUNCTION,
    REPLY_BYE,
    REPLY_NO_ROOM, /* no addresses for a long array; name: why */
    REPLY_OUTSIDE, /* argument `came`, a long array, was touched at got[0].i */
    REPLY_END      /* the answer to a secret */
};

struct reply {
    uint32_t number;
    int32_t type;        /* enum reply_type */
    int32_t came;        /* so many did; -1: there was no array to see it */
    int32_t most, others; /* of 100 pages of the arrays, how many the busiest
                           * thread went through then, and all others
                           * together; 0: nobody has counted */
    int32_t together;    /* so many came at one time; 0: nobody has looked */
    int32_t refused;     /* so often the CPU device refused something */
    int32_t unwaited;    /* copies to the host that it has under way yet */
    int64_t blocks;      /* of its largest launch on the CPU device */
    uint32_t shape[6];   /* of that: x, y, z of the grid, and of its blocks */
    int64_t launched;    /* threads of all its launches there */
    int32_t parted;      /* __activemask()s there that named some lanes only */
    int32_t callers;     /* threads of it that have called CUDA's functions */
    int32_t woken;       /* so often a wait came back without a signal ... */
    int32_t detached;    /* ... a thread was detached ... */
    int32_t starved;     /* ... malloc() gave nothing ... */
    int32_t withheld;    /* ... and what no_memory or no_thread says came to
                          * pass, in the call */
    int64_t held;        /* bytes of the CPU device's memory that it has more
                          * than before the call */
    int64_t kept;        /* bytes of malloc() that it has not freed, after it */
    /* struct simt_asking (common/simt/runner.h), addresses as offsets in the
     * program; 0: none */
    int64_t refused_at[6];
    int32_t refused_line;
    int64_t before_at, after_at, again_at, wait_at;
    int32_t reports;     /* REPLY_END: so many did the detector write; -1: there
                          * is none */
    uint64_t secret;     /* REPLY_END: the request's */
    char name[MAX_NAME]; /* of REPLY_NO_FUNCTION: which */
    struct wire_result {
        int64_t i;
        double d;
    } got[MAX_COPIES]; /* of each call */
};

#endif
