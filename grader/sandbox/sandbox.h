/*
 * sandbox.h - starts a program that nobody trusts: limited, captured, cut off
 * from everything but its descriptors, and killed whole.
 * docs/security.md says what each layer stops.
 *
 * Rules of use:
 * - One struct sandbox per program; sandbox_start() fills it, sandbox_end()
 *   must be called on it in the end, whatever happened.
 * - The caller drains `output` and `report` while it waits (sandbox_drain);
 *   a program that nobody reads from would block.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SANDBOX_OUTPUT_LIMIT ((size_t)1 << 20) /* bytes printed in all */
#define SANDBOX_OUTPUT_KEPT ((size_t)64 << 10)
#define SANDBOX_REPORT_LIMIT ((size_t)1 << 30) /* and reported */
#define SANDBOX_REPORT_KEPT ((size_t)256 << 10)
#define SANDBOX_LOG_KEPT ((size_t)16 << 20) /* of compute-sanitizer */

/* Takes a report piece by piece, as it comes. */
typedef void sandbox_reader(const char *bytes, size_t n);

struct sandbox_options {
    const char *folder;  /* holds the program; seen read-only inside */
    const char *program; /* its file name in there */
    int threads;         /* OMP_NUM_THREADS; 0: not set */
    int thread_limit;    /* OMP_THREAD_LIMIT; 0: not set */
    bool detector;       /* sanitizer build: no limit on data, no ASLR */
    bool leak_check;     /* LeakSanitizer must trace its own process */
    bool filled;         /* what malloc() gives is not 0, where glibc is */
    bool device;         /* a .cu file: the CPU device, and CUDA, reserve wide
                          * ranges of addresses */
    int seconds;         /* after which the CPU device ends a kernel */
    uint64_t order;      /* ... chooses orders of blocks by; 0: one by one */
    bool parts;          /* __activemask() names some of the lanes there only */
    bool no_launches;    /* the CPU device refuses each */
    int no_launch;       /* ... refuses this one, from 1; 0: none */
    int no_copy;         /* ... refuses this one, from 1; 0: none */
    int no_memory;       /* ... has none for this allocation, from 1; 0: all */
    int refusal;         /* the error that it gives then; 0: one that fits */
    int no_kernel;       /* ... stops this one, from 1; 0: none */
    int no_query;        /* ... does not answer this one, from 1; 0: all */
    const char *figures; /* ... says these of device 0; null: as always */
    int64_t memory;      /* ... has so many bytes; 0: as always */
    unsigned refusing;   /* a bit for each device that these three are about;
                          * 0: all */
    unsigned short_of;   /* ... that `memory` is about; 0: those */
    int devices;         /* so many it has; 0: as always */
    bool gpu;            /* it uses a GPU: no bubblewrap, see security.md */
    const char *checker; /* path of compute-sanitizer: runs it under that,
                          * whose log is the report; or null */
    const char *archer;  /* libarcher.so for OMP_TOOL_LIBRARIES, or null */
    int in_fd, out_fd;   /* the arenas, or -1 */
    bool hold_output;    /* its first write blocks until sandbox_release() */
    sandbox_reader *reader; /* gets the report, of which then nothing is kept;
                             * or null */
};

struct text {
    char *bytes; /* the first `kept`, 0-terminated; null if none */
    size_t length, kept_max, total;
    sandbox_reader *reader;
};

struct sandbox {
    pid_t child;  /* our child: the program, or bwrap around it */
    pid_t inside; /* the program itself as seen from here; 0 until hello */
    int control;  /* our end of the control socket; -1 when closed */
    int output_fd, report_fd; /* -1 when closed */
    struct text output, report;
    char secret[17]; /* begins every line of a CPU device's report; "" if it
                      * makes none */
    size_t held;     /* filler bytes that still sit in the output pipe */
    bool bwrap;      /* bubblewrap is around it */
    bool leak_check; /* asked for, and possible here */
    int exit_code;   /* -1 while it runs; 128 + signal if killed */
};

/* Put the filter for student code on this process as well, so that what is
 * timed against each other pays the same price. */
void sandbox_filter_self(void);

/* Every program that calls sandbox_start() is started once more by it, in the
 * sandbox, with the arguments -x HOW PROGRAM, and then has to call this: put
 * the filter on this process, and become the program. */
_Noreturn void sandbox_enter(const char *how, const char *program);

/* 0, or -1 with errno: what failed is named on stderr. */
int sandbox_start(const struct sandbox_options *o, struct sandbox *s);

/* Read what the program printed, without waiting. Returns false once it has
 * printed more than SANDBOX_OUTPUT_LIMIT, or reported more than
 * SANDBOX_REPORT_LIMIT. */
bool sandbox_drain(struct sandbox *s);

/* Let held output flow. */
void sandbox_release(struct sandbox *s);

/* Wait until it ended, at most `seconds`, draining. True if it ended. */
bool sandbox_wait(struct sandbox *s, double seconds);

/* Kill, reap, close and free all that is left. */
void sandbox_end(struct sandbox *s);

#endif
