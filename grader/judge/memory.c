/*
 * memory.c - see memory.h. An arena lives as long as the test, buffers until
 * judge_clear(). The student's process holds the arenas, too; seals see to it
 * that it can neither shrink them nor write where it may only read.
 */
#define _GNU_SOURCE
#include "judge/memory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "judge/ending.h"
#include "judge/pattern.h"

static struct {
    char *arena[REGION_COUNT];
    int fd[REGION_OUT + 1]; /* what the student gets */
    int64_t used[REGION_OUT + 1];
    int64_t most; /* of REGION_OUT, ever used: behind it all is 0 */
    int n_buffers;
    struct buffer buffer[MAX_BUFFERS];
    unsigned cleared;
} memory;

char *const *judge_arenas(void)
{
    return memory.arena;
}

int64_t memory_used(enum region region)
{
    return memory.used[region];
}

unsigned memory_cleared(void)
{
    return memory.cleared;
}

/* Sealed, so that the student can neither shrink a file that we have mapped
 * nor get a writable mapping of the inputs, however it opens the descriptor
 * again (memfd_create(2), fcntl(2): F_SEAL_FUTURE_WRITE, Linux 5.1). */
static void make_arena(enum region region)
{
    int seals = F_SEAL_SHRINK | F_SEAL_GROW;
    int fd = memfd_create("labkit", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0 || ftruncate(fd, ARENA_BYTES) != 0)
        own_trouble("memfd");
    memory.arena[region] = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (memory.arena[region] == MAP_FAILED)
        own_trouble("mmap");
    if (region == REGION_IN)
        seals |= F_SEAL_FUTURE_WRITE;
    memory.arena[region + REGION_DEVICE_IN - REGION_IN] = memory.arena[region];
    if (fcntl(fd, F_ADD_SEALS, seals | F_SEAL_SEAL) != 0)
        own_trouble("F_ADD_SEALS");
    memory.fd[region] = fd;
}

void memory_give(struct sandbox_options *o)
{
    for (int r = REGION_IN; r <= REGION_OUT; r++)
        if (!memory.arena[r])
            make_arena(r);
    o->in_fd = memory.fd[REGION_IN];
    o->out_fd = memory.fd[REGION_OUT];
}

static void *make_buffer(enum region region, size_t bytes, int64_t alignment)
{
    int64_t offset = (memory.used[region] + EDGE + alignment - 1) & -alignment;
    struct buffer *b;

    if (!memory.arena[region])
        make_arena(region);
    ck_assert_msg(memory.n_buffers < MAX_BUFFERS,
                  "too many buffers: judge_clear()");
    ck_assert_msg(bytes < (size_t)(ARENA_BYTES - offset - EDGE),
                  "buffers larger than the arena");
    b = &memory.buffer[memory.n_buffers++];
    *b = (struct buffer){.region = region,
                         .offset = offset,
                         .before = offset - memory.used[region],
                         .bytes = (int64_t)bytes};
    memset(memory.arena[region] + memory.used[region], EDGE_BYTE,
           (size_t)b->before);
    memory.used[region] = offset + (int64_t)bytes + EDGE;
    if (region == REGION_OUT && memory.most < memory.used[region])
        memory.most = memory.used[region];
    memset(memory.arena[region] + offset + bytes, EDGE_BYTE, EDGE);
    return memory.arena[region] + offset;
}

void *judge_in(size_t bytes)
{
    return make_buffer(REGION_IN, bytes, 256);
}

void *judge_out(size_t bytes)
{
    void *p = make_buffer(REGION_OUT, bytes, 256);
    judge_poison(p, bytes);
    return p;
}

float *judge_out_floats(size_t n)
{
    static const uint32_t poison = FLOAT_POISON;
    float *p = make_buffer(REGION_OUT, n * sizeof *p, 256);

    for (size_t i = 0; i < n; i++)
        memcpy(&p[i], &poison, sizeof poison);
    return p;
}

double *judge_out_doubles(size_t n)
{
    static const uint64_t poison = DOUBLE_POISON;
    double *p = make_buffer(REGION_OUT, n * sizeof *p, 256);

    for (size_t i = 0; i < n; i++)
        memcpy(&p[i], &poison, sizeof poison);
    return p;
}

size_t judge_long_memory(size_t n)
{
    return (size_t)LONG_PERIOD + n % (size_t)LONG_PERIOD;
}

size_t judge_long_times(size_t n, size_t k)
{
    return k < (size_t)LONG_PERIOD ? n / (size_t)LONG_PERIOD : 1;
}

static void *make_long(enum region region, size_t n, size_t size)
{
    enum { LARGEST_PAGE = 64 << 10 };
    const size_t bytes = judge_long_memory(n) * size;
    void *p = make_buffer(region, bytes, LARGEST_PAGE);

    memory.buffer[memory.n_buffers - 1].n = (int64_t)n;
    memory.buffer[memory.n_buffers - 1].size = (int64_t)size;
    return p;
}

void *judge_long_in(size_t n, size_t size)
{
    return make_long(REGION_IN, n, size);
}

void *judge_long_out(size_t n, size_t size)
{
    void *p = make_long(REGION_OUT, n, size);
    judge_poison(p, judge_long_memory(n) * size);
    return p;
}

struct buffer *memory_buffers(int *n)
{
    *n = memory.n_buffers;
    return memory.buffer;
}

struct buffer *memory_buffer_of(const void *p)
{
    for (int i = 0; i < memory.n_buffers; i++) {
        struct buffer *b = &memory.buffer[i];
        const char *start = memory.arena[b->region] + b->offset;
        /* an empty one is found by its address */
        if (p == start ||
            ((const char *)p > start && (const char *)p < start + b->bytes))
            return b;
    }
    return NULL;
}

enum { MOST_KEPT = 1 << 20 };

void judge_filled(const void *out)
{
    struct buffer *b = memory_buffer_of(out);

    ck_assert_msg(b, "judge_filled() takes what judge_out() gave");
    b->filled = true;
    free(b->put_in);
    b->put_in = b->bytes <= MOST_KEPT ? malloc((size_t)b->bytes + 1) : NULL;
    if (b->put_in)
        memcpy(b->put_in, judge_arenas()[b->region] + b->offset,
               (size_t)b->bytes);
}

const void *memory_put_in(const void *p, size_t bytes)
{
    const struct buffer *b = memory_buffer_of(p);

    return b && (size_t)b->bytes == bytes ? b->put_in : NULL;
}

void judge_pinned(const void *out)
{
    struct buffer *b = memory_buffer_of(out);

    ck_assert_msg(b && b->region == REGION_OUT,
                  "judge_pinned() takes what judge_out() gave");
    b->pinned = true;
}

void judge_poison(void *p, size_t bytes)
{
    memset(p, POISON_BYTE, bytes);
}

void judge_clear(void)
{
    student.woken = false;
    memory.cleared++;
    for (int i = 0; i < memory.n_buffers; i++)
        free(memory.buffer[i].put_in);
    memory.n_buffers = 0;
    memory.used[REGION_IN] = memory.used[REGION_OUT] = 0;
}

static bool all_bytes(const char *p, size_t n, char value)
{
    return n == 0 || (p[0] == value && memcmp(p, p + 1, n - 1) == 0);
}

bool memory_is_poison(const void *p, size_t bytes)
{
    static const uint32_t of_float = FLOAT_POISON;
    static const uint64_t of_double = DOUBLE_POISON;

    return all_bytes(p, bytes, (char)POISON_BYTE) ||
           (bytes == sizeof of_float && !memcmp(p, &of_float, bytes)) ||
           (bytes == sizeof of_double && !memcmp(p, &of_double, bytes));
}

/* Behind the last array its page is filled up; where no page is that anybody
 * has touched, there is nothing to be looked at: lseek(2), SEEK_DATA. */

static int64_t first_page_behind(void)
{
    return (memory.used[REGION_OUT] + EDGE - 1) & -(int64_t)EDGE;
}

void memory_forget_rest(void)
{
    const int64_t used = memory.used[REGION_OUT], begin = first_page_behind();

    if (!memory.arena[REGION_OUT])
        return;
    memset(memory.arena[REGION_OUT] + used, EDGE_BYTE, (size_t)(begin - used));
    if (memory.most > begin &&
        fallocate(memory.fd[REGION_OUT],
                  FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin,
                  memory.most - begin) != 0)
        own_trouble("fallocate");
    memory.most = begin;
}

/* Whether something was written behind all arrays. */
static bool wrote_far_behind(void)
{
    const char *arena = memory.arena[REGION_OUT];
    const int64_t used = memory.used[REGION_OUT];
    int64_t at = first_page_behind();
    bool wrote;

    if (!arena)
        return false;
    wrote = !all_bytes(arena + used, (size_t)(at - used), EDGE_BYTE);
    while (!wrote && at < ARENA_BYTES &&
           (at = lseek(memory.fd[REGION_OUT], at, SEEK_DATA)) >= 0) {
        wrote = !all_bytes(arena + at, EDGE, 0);
        at += EDGE;
    }
    return wrote;
}

_Noreturn static void wrote_outside(const char *text)
{
    const struct place nowhere = {0};

    judge.table->edge[judge.current] = true;
    judge_fail_at(nowhere, "%s", text);
}

void judge_check_edges(void)
{
    if (current()->kind == KIND_RACE)
        return;
    for (int i = 0; i < memory.n_buffers; i++) {
        const struct buffer *b = &memory.buffer[i];
        const char *start = memory.arena[b->region] + b->offset;
        if (b->region != REGION_OUT)
            continue;
        if (!all_bytes(start - b->before, (size_t)b->before, EDGE_BYTE))
            wrote_outside(SAY(out_of_bounds_write_below));
        if (!all_bytes(start + b->bytes, EDGE, EDGE_BYTE))
            wrote_outside(SAY(out_of_bounds_write_above));
    }
    if (wrote_far_behind())
        wrote_outside(SAY(out_of_bounds_write_far));
}
