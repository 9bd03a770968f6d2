/*
 * closed.c - see closed.h.
 *
 * What cudaMalloc() gave, and what the judge gives, has an address that the
 * host cannot use: its pages are closed (PROT_NONE), and open only while some
 * kernel runs or the device copies from or to it. So neither a library's loop
 * nor a system call moves it, whether check mode sees such an access or not.
 *
 * In fast mode only where the judge calls: to close pages, the system
 * interrupts all other processors that run the program, which takes longer than
 * a small kernel.
 *
 * It is shared memory, although nobody shares it: /proc/self/mem writes to
 * private pages whatever their protection says.
 *
 * Each page that is there takes some 10 ns each time, so a launch for each row
 * of a large matrix would take seconds. More than SMALL pages are closed until
 * ENOUGH have been, then they stay open. Who has the answer for small arrays
 * from a kernel gains nothing by doing large ones on the host.
 *
 * What always holds: `closable` has all live memory of cudaMalloc()'s; what a
 * copy uses is open; `kernels` counts the launches that run. Whoever changes
 * any of this holds arena_lock.
 */
#define _GNU_SOURCE
#include "base/closed.h"
#include "base/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = SIMT_PAGE, SMALL = 1024, ENOUGH = 1 << 23 };

static struct arena_record *closable; /* a list */
static int kernels;                   /* launches that run now */
static int judged_buffers;            /* of the judge's memory */
static size_t judged_now;             /* their pages */
static size_t judged_pages;           /* the most that these were */
static size_t judged_closings;
static int judged_users; /* copies that touch it now */
static bool of_caller;   /* the judge has called simt_reserve() */

/* The judge's memory is opened and closed as a whole, with the bytes between
 * its buffers: who writes there is found out by them. */
static struct part {
    char *p;
    size_t bytes;
    size_t used; /* only these are opened: some more than there are buffers */
    int open;    /* its protection then */
    bool is_open;
} judged[4];
static int n_judged;

static void protect(void *p, size_t bytes, int protection)
{
    if (mprotect(p, bytes, protection)) {
        perror("The CPU device cannot open or close its memory");
        abort();
    }
}

static bool stays_open(size_t pages, size_t *closings)
{
    if (pages <= SMALL)
        return false;
    if (*closings < ENOUGH)
        *closings += pages;
    return *closings >= ENOUGH;
}

void arena_settle(struct arena_record *r)
{
    bool open = kernels || r->users || !(of_caller || simt_check_mode);

    if (!open && r->open && stays_open(r->a.pages, &r->closings))
        return;
    if (open != r->open)
        protect(r->a.base, r->a.pages * PAGE,
                open ? PROT_READ | PROT_WRITE : PROT_NONE);
    r->open = open;
}

/* The same for the parts. */
static void settle_judged(void)
{
    bool open = judged_buffers && (kernels || judged_users);

    if (!open && judged_buffers && n_judged && judged[0].is_open &&
        stays_open(judged_pages, &judged_closings))
        return;
    for (struct part *j = judged; j < judged + n_judged; j++) {
        if (open != j->is_open)
            protect(j->p, j->used, open ? j->open : PROT_NONE);
        j->is_open = open;
    }
}

/* So many bytes are in use, and a kernel may well go beyond. The rest is marked
 * (as what no core dump has), or the system would join it to the used ones and
 * part them again each time, which takes twice as long. */
static void grow(struct part *j, size_t bytes)
{
    enum { MORE = 4 << 20 };
    size_t room = (bytes + 2 * MORE - 1) / MORE * MORE;

    if (room > j->bytes)
        room = j->bytes;
    if (room <= j->used)
        return;
    madvise(j->p, room, MADV_DODUMP);
    madvise(j->p + room, j->bytes - room, MADV_DONTDUMP);
    if (j->is_open)
        protect(j->p, room, j->open);
    j->used = room;
}

/* A kernel opens what it touches of the older ones, by simt_open_touched(): a
 * program may have thousands. */
static void settle_all(void)
{
    enum { AT_ONCE = 16 };
    int n = 0;

    for (struct arena_record *r = closable; r; r = r->after)
        if (n++ < AT_ONCE || !kernels)
            arena_settle(r);
    settle_judged();
}

void simt_open_memory(void)
{
    pthread_mutex_lock(&arena_lock);
    if (!kernels++)
        settle_all();
    pthread_mutex_unlock(&arena_lock);
}

void simt_close_memory(void)
{
    pthread_mutex_lock(&arena_lock);
    if (!--kernels)
        settle_all();
    pthread_mutex_unlock(&arena_lock);
}

void arena_close(struct arena_record *r)
{
    r->after = closable;
    if (closable)
        closable->before = r;
    closable = r;
}

void arena_end_closing(struct arena_record *r)
{
    if (r->a.space != SIMT_DEVICE_MEMORY)
        return;
    if (r->after)
        r->after->before = r->before;
    if (r->before)
        r->before->after = r->after;
    else
        closable = r->after;
}

void simt_use_memory(struct simt_allocation *a, int many)
{
    struct arena_record *r = (struct arena_record *)a;

    if (!a || a->space != SIMT_DEVICE_MEMORY || simt_running)
        return;
    pthread_mutex_lock(&arena_lock);
    if (r->a.judged) {
        judged_users += many;
        settle_judged();
    } else {
        r->users += many;
        if (r->a.live)
            arena_settle(r);
    }
    pthread_mutex_unlock(&arena_lock);
}

bool simt_open_touched(const volatile void *p)
{
    struct arena_record *r;
    bool opened = false;

    pthread_mutex_lock(&arena_lock);
    r = simt_in_device_range(p) ? arena_find(p) : NULL;
    if (kernels && r && r->a.live && !r->a.judged &&
        r->a.space == SIMT_DEVICE_MEMORY &&
        (size_t)((const volatile char *)p - r->a.base) < r->a.pages * PAGE) {
        arena_settle(r); /* another thread may have done it */
        opened = true;
    }
    pthread_mutex_unlock(&arena_lock);
    return opened;
}

bool simt_is_closed(const volatile void *p)
{
    struct arena_record *r = arena_find(p);

    return r && r->a.live && r->a.space == SIMT_DEVICE_MEMORY &&
           (size_t)((const volatile char *)p - r->a.base) < r->a.bytes;
}

/* ---- the judge's ----------------------------------------------------- */

bool simt_memory_of_caller(void)
{
    return of_caller;
}

void arena_has_caller(void)
{
    of_caller = true;
    settle_all();
}

bool arena_room_for_part(void)
{
    return n_judged < (int)(sizeof judged / sizeof *judged);
}

void arena_add_part(char *p, size_t bytes, int open)
{
    judged[n_judged++] = (struct part){.p = p, .bytes = bytes, .open = open};
    settle_judged();
}

void arena_use_part(char *p, size_t bytes, size_t pages)
{
    for (struct part *j = judged; j < judged + n_judged; j++)
        if ((size_t)(p - j->p) < j->bytes)
            grow(j, (size_t)(p - j->p) + bytes);
    judged_buffers++;
    judged_now += pages;
    if (judged_pages < judged_now)
        judged_pages = judged_now;
    settle_judged();
}

void arena_leave_parts(void)
{
    judged_buffers = 0;
    judged_now = 0;
    settle_judged();
}
