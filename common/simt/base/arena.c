/*
 * arena.c - see arena.h.
 *
 * A table says for each page of the range which record it belongs to; records
 * are never freed, but used again. What always holds: a page that is owned is
 * its record's, live or freed not long ago; a page of nobody's is between any
 * two live records; `lock` is held by who changes any of this. Who only looks
 * up an address takes no lock: a record is written before its pages are owned.
 */
#define _GNU_SOURCE
#include "base/arena.h"
#include "base/device_list.h"
#include "base/errors.h"
#include "base/ops.h"
#include "base/state.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum {
    PAGE = SIMT_PAGE,
    NEAR = 16,                /* pages that simt_find() looks below */
    FREED_KEPT = 1 << 16,     /* records of freed memory */
    RECORDS_OPENED = 1 << 14, /* at a time: whole pages of them */
};
#define RANGE_MOST ((size_t)1 << 38)
#define RANGE_LEAST ((size_t)1 << 34)
#define RANGE_PLACE ((void *)0x600000000000)

struct record {
    struct simt_allocation a;      /* first: simt_find() returns it */
    size_t page;                   /* its first one, where it has any */
    bool open;                     /* may be touched now; see "closed memory" */
    size_t closings;               /* times pages, as far as they are limited */
    int users;                     /* copies that touch it now */
    struct record *before, *after; /* of those that are closed between uses */
    uint32_t next;                 /* freed ones, oldest first; unused ones */
};

const struct simt_memory_hooks *simt_memory_hooks;
void (*simt_tell_gone)(const void *p, size_t bytes);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *range;
static size_t range_bytes;
static uint32_t *owner; /* by page: number of the record, 0 nobody's */
static size_t top;      /* first page never used */
static bool wrapped;

static struct record *records; /* number 0 is not used */
static uint32_t records_used, records_open, records_max, unused;
static uint32_t freed_first, freed_last, freed_count;

/* What lies outside of the range, by address: variables, registered memory. */
static struct record **outside;
static size_t outside_n;

static size_t used[SIMT_DEVICES_MAX];
static size_t data_limit; /* of all devices together */

/* ---- the range ------------------------------------------------------- */

static void *map(void *at, size_t bytes, int prot, int flags)
{
    void *p = mmap(at, bytes, prot,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

/* Shared memory does not count for a process's limit of data; device memory
 * shall. */
static size_t limit_of_data(void)
{
    struct rlimit r;

    return getrlimit(RLIMIT_DATA, &r) || r.rlim_cur == RLIM_INFINITY
               ? SIZE_MAX
               : (size_t)r.rlim_cur;
}

/* Under the lock. Less where the process may not have so many addresses. */
static bool start(void)
{
    if (range)
        return true;
    for (size_t n = RANGE_MOST; n >= RANGE_LEAST && !range; n /= 2) {
        char *p = map(RANGE_PLACE, n, PROT_NONE, 0);
        uint32_t *o =
            map(NULL, n / PAGE * sizeof *o, PROT_READ | PROT_WRITE, 0);
        size_t m = n / PAGE / 2;
        struct record *r = map(NULL, m * sizeof *r, PROT_NONE, 0);

        if (p && o && r) {
            owner = o;
            records = r;
            records_max = (uint32_t)m;
            records_used = 1;
            top = 1; /* page 0 is nobody's */
            range_bytes = n;
            data_limit = limit_of_data();
            if (simt_ops)
                simt_ops->start();
            __atomic_store_n(&range, p, __ATOMIC_RELEASE);
            break;
        }
        if (p)
            munmap(p, n);
        if (o)
            munmap(o, n / PAGE * sizeof *o);
        if (r)
            munmap(r, m * sizeof *r);
    }
    return range;
}

bool simt_in_device_range(const volatile void *p)
{
    return range && (size_t)((const volatile char *)p - range) < range_bytes;
}

/* Takes pages and one more behind them; 0 if there are none. */
static size_t take_pages(size_t n)
{
    size_t last = range_bytes / PAGE;

    if (!wrapped && n + 1 <= last - top) {
        size_t page = top;

        top += n + 1;
        return page;
    }
    wrapped = true;
    /* First fit among pages that are nobody's or freed. */
    for (size_t page = 1, run = 0; page < last; page++) {
        struct record *r = &records[owner[page]];

        if (owner[page] && r->a.live) {
            page = r->page + r->a.pages; /* and its page behind */
            run = 0;
        } else if (++run == n + 1) {
            return page - n;
        }
    }
    return 0;
}

/* As they are needed, since what is open counts as the process's data, which a
 * sandbox limits. */
static bool open_records(void)
{
    size_t n = RECORDS_OPENED;

    if (n > records_max - records_open)
        n = records_max - records_open;
    if (!n || mprotect(records + records_open, n * sizeof *records,
                       PROT_READ | PROT_WRITE))
        return false;
    records_open += (uint32_t)n;
    return true;
}

static struct record *new_record(void)
{
    uint32_t i = unused;

    if (i) {
        unused = records[i].next;
    } else if (records_used < records_open || open_records()) {
        i = records_used++;
    } else {
        return NULL;
    }
    memset(&records[i], 0, sizeof records[i]);
    return &records[i];
}

static void forget_record(struct record *r)
{
    uint32_t i = (uint32_t)(r - records);

    for (size_t p = r->page; p < r->page + r->a.pages; p++) {
        if (owner[p] == i)
            owner[p] = 0;
    }
    r->next = unused;
    unused = i;
}

static void own_pages(struct record *r)
{
    for (size_t p = r->page; p < r->page + r->a.pages; p++)
        owner[p] = (uint32_t)(r - records);
}

/* ---- closed memory --------------------------------------------------- */

/*
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
 */
enum { SMALL = 1024, ENOUGH = 1 << 23 };
static struct record *find(const volatile void *pointer);

static struct record *closable; /* a list */
static int kernels;             /* launches that run now */
static int judged_buffers;      /* of the judge's memory */
static size_t judged_now;       /* their pages */
static size_t judged_pages;     /* the most that these were */
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

/* Each under the lock, after a change of what they look at. */
static void settle_record(struct record *r)
{
    bool open = kernels || r->users || !(of_caller || simt_check_mode);

    if (!open && r->open && stays_open(r->a.pages, &r->closings))
        return;
    if (open != r->open)
        protect(r->a.base, r->a.pages * PAGE,
                open ? PROT_READ | PROT_WRITE : PROT_NONE);
    r->open = open;
}

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

    for (struct record *r = closable; r; r = r->after)
        if (n++ < AT_ONCE || !kernels)
            settle_record(r);
    settle_judged();
}

void simt_open_memory(void)
{
    pthread_mutex_lock(&lock);
    if (!kernels++)
        settle_all();
    pthread_mutex_unlock(&lock);
}

void simt_close_memory(void)
{
    pthread_mutex_lock(&lock);
    if (!--kernels)
        settle_all();
    pthread_mutex_unlock(&lock);
}

static void become_closable(struct record *r)
{
    r->after = closable;
    if (closable)
        closable->before = r;
    closable = r;
}

static void end_closable(struct record *r)
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
    struct record *r = (struct record *)a;

    if (!a || a->space != SIMT_DEVICE_MEMORY || simt_running)
        return;
    pthread_mutex_lock(&lock);
    if (r->a.judged) {
        judged_users += many;
        settle_judged();
    } else {
        r->users += many;
        if (r->a.live)
            settle_record(r);
    }
    pthread_mutex_unlock(&lock);
}

bool simt_open_touched(const volatile void *p)
{
    struct record *r;
    bool opened = false;

    pthread_mutex_lock(&lock);
    r = simt_in_device_range(p) ? find(p) : NULL;
    if (kernels && r && r->a.live && !r->a.judged &&
        r->a.space == SIMT_DEVICE_MEMORY &&
        (size_t)((const volatile char *)p - r->a.base) < r->a.pages * PAGE) {
        settle_record(r); /* another thread may have done it */
        opened = true;
    }
    pthread_mutex_unlock(&lock);
    return opened;
}

bool simt_is_closed(const volatile void *p)
{
    struct record *r = find(p);

    return r && r->a.live && r->a.space == SIMT_DEVICE_MEMORY &&
           (size_t)((const volatile char *)p - r->a.base) < r->a.bytes;
}

/* ---- bytes ----------------------------------------------------------- */

/* Not memset(): in check mode that is watched. */
void simt_set_bytes(void *p, int value, size_t n)
{
    char *to = p;

#ifdef __x86_64__
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
#else
    while (n--)
        *(volatile char *)to++ = (char)value;
#endif
}

/* Not memcpy(): in check mode that is watched. */
void simt_copy_bytes(void *target, const void *source, size_t n)
{
    char *to = target;
    const char *from = source;
    bool down = (uintptr_t)to - (uintptr_t)from < n; /* they overlap */

    if (down) {
        while (n--)
            *(volatile char *)(to + n) = from[n];
        return;
    }
#ifdef __x86_64__
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
    for (; n >= 8; n -= 8, to += 8, from += 8)
        __asm__ volatile("" : : "r"(__builtin_memcpy(to, from, 8)) : "memory");
    while (n--)
        *(volatile char *)to++ = *from++;
#endif
}

/* ---- allocating ------------------------------------------------------ */

/* New memory of the device is not 0 by luck: its beginning and its end are
 * these bytes, as numbers large in any type. Not all of it, which would take
 * real memory. Check mode knows what was never written, and finds more where
 * the kernel goes on. */
enum { NEW = 0xFE, NEW_BYTES = 1 << 20 };

static void look_new(char *p, size_t bytes)
{
    size_t first = bytes < NEW_BYTES ? bytes : NEW_BYTES;
    size_t last = bytes - first < NEW_BYTES ? bytes - first : NEW_BYTES;

    simt_set_bytes(p, NEW, first);
    simt_set_bytes(p + bytes - last, NEW, last);
}

static size_t used_by_all(void)
{
    size_t sum = 0;

    for (int i = 0; i < SIMT_DEVICES_MAX; i++)
        sum += used[i];
    return sum;
}

/* Of the host, private memory: it counts as the process's own. */
static bool map_pages(size_t page, size_t pages, enum simt_space space)
{
    const int flags = space == SIMT_DEVICE_MEMORY ? MAP_SHARED : MAP_PRIVATE;

    return mmap(range + page * PAGE, pages * PAGE, PROT_READ | PROT_WRITE,
                flags | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

int simt_memory_take(void **out, size_t bytes, enum simt_space space,
                     int device, unsigned flags, const void *site)
{
    struct record *r;
    size_t pages = (bytes + PAGE - 1) / PAGE;
    bool counts = space == SIMT_DEVICE_MEMORY || space == SIMT_MANAGED;

    if (bytes > RANGE_MOST)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    if (!start() ||
        (counts && (pages * PAGE > simt_device_memory(device) - used[device] ||
                    pages * PAGE + used_by_all() > data_limit)))
        goto full;
    r = new_record();
    if (!r)
        goto full;
    r->page = take_pages(pages);
    if (!r->page || !map_pages(r->page, pages, space)) {
        forget_record(r); /* owns no pages yet */
        goto full;
    }
    r->open = true;
    r->a = (struct simt_allocation){
        .base = range + r->page * PAGE,
        .bytes = bytes,
        .space = space,
        .device = device,
        .live = true,
        .pages = pages,
        .flags = flags,
        .site = site,
    };
    own_pages(r);
    if (counts)
        used[device] += pages * PAGE;
    *out = r->a.base;
    if (space == SIMT_DEVICE_MEMORY) {
        if (!simt_memory_hooks)
            look_new(r->a.base, bytes);
        become_closable(r);
        settle_record(r);
    }
    pthread_mutex_unlock(&lock);
    if (simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
    return 0;
full:
    pthread_mutex_unlock(&lock);
    return cudaErrorMemoryAllocation;
}

void simt_memory_lock(void)
{
    pthread_mutex_lock(&lock);
}

void simt_memory_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void simt_memory_release(struct simt_allocation *a, const void *site)
{
    struct record *r = (struct record *)a;
    uint32_t i = (uint32_t)(r - records);

    if (simt_memory_hooks)
        simt_memory_hooks->freed(&r->a);
    r->a.live = false;
    r->a.freed = site;
    if (r->a.space == SIMT_DEVICE_MEMORY || r->a.space == SIMT_MANAGED)
        used[r->a.device] -= r->a.pages * PAGE;
    end_closable(r);
    /* Gives the memory back and lets the next access trap. */
    map(r->a.base, r->a.pages * PAGE, PROT_NONE, MAP_FIXED);
    r->next = 0;
    if (freed_count++)
        records[freed_last].next = i;
    else
        freed_first = i;
    freed_last = i;
    if (freed_count > FREED_KEPT) {
        struct record *oldest = &records[freed_first];

        freed_first = oldest->next;
        freed_count--;
        forget_record(oldest);
    }
}

void simt_memory_reset(int device)
{
    pthread_mutex_lock(&lock);
    for (uint32_t i = 1; i < records_used; i++) {
        struct record *r = &records[i];

        if (r->a.live && r->a.pages && !r->a.judged && r->a.device == device)
            simt_memory_release(&r->a, NULL);
    }
    pthread_mutex_unlock(&lock);
}

size_t simt_memory_used(int device)
{
    return used[device];
}

/* ---- finding --------------------------------------------------------- */

static struct record *find_outside(const volatile char *p)
{
    size_t low = 0, high = outside_n;

    while (low < high) { /* the last one that begins at or before p */
        size_t mid = (low + high) / 2;

        if (outside[mid]->a.base <= p)
            low = mid + 1;
        else
            high = mid;
    }
    if (low &&
        (size_t)(p - outside[low - 1]->a.base) < outside[low - 1]->a.bytes)
        return outside[low - 1];
    return NULL;
}

static struct record *find(const volatile void *pointer)
{
    const volatile char *p = pointer;
    size_t page;

    if (!simt_in_device_range(p))
        return find_outside(p);
    page = (size_t)(p - range) / PAGE;
    for (int i = 0; i <= NEAR && page > 0; i++, page--) {
        if (owner[page])
            return &records[owner[page]];
    }
    return NULL;
}

struct simt_allocation *simt_find(const volatile void *p)
{
    struct record *r = find(p);

    return r ? &r->a : NULL;
}

bool simt_inside(const struct simt_allocation *a, const volatile void *p)
{
    return a && a->live &&
           (size_t)((const volatile char *)p - a->base) < a->bytes;
}

/* ---- what lies outside ----------------------------------------------- */

/* Under the lock. Keeps the order; readers see the old or the new list. */
static bool add_outside(struct record *r)
{
    struct record **list = malloc((outside_n + 1) * sizeof *list);
    size_t i = 0;

    if (!list)
        return false;
    for (; i < outside_n && outside[i]->a.base <= r->a.base; i++)
        list[i] = outside[i];
    list[i] = r;
    for (; i < outside_n; i++)
        list[i + 1] = outside[i];
    free(outside);
    outside = list;
    outside_n++;
    return true;
}

static void remove_outside(struct record *r)
{
    size_t i = 0;

    while (i < outside_n && outside[i] != r)
        i++;
    for (outside_n--; i < outside_n; i++)
        outside[i] = outside[i + 1];
}

struct simt_allocation *simt_add_outside(char *p, size_t bytes,
                                         enum simt_space space,
                                         const char *name, const void *site)
{
    struct record *r;

    pthread_mutex_lock(&lock);
    r = start() ? new_record() : NULL;
    if (r) {
        r->a = (struct simt_allocation){
            .base = p,
            .bytes = bytes,
            .space = space,
            .live = true,
            .initialized = true,
            .name = name,
            .site = site,
        };
        if (!add_outside(r)) {
            forget_record(r);
            r = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    if (r && simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
    return r ? &r->a : NULL;
}

void simt_remove_outside(struct simt_allocation *a)
{
    struct record *r = (struct record *)a;

    if (simt_memory_hooks)
        simt_memory_hooks->freed(a);
    pthread_mutex_lock(&lock);
    remove_outside(r);
    a->live = false;
    forget_record(r);
    pthread_mutex_unlock(&lock);
}

/* ---- the judge's buffers --------------------------------------------- */

bool simt_memory_of_caller(void)
{
    return of_caller;
}

void *simt_reserve(int fd, size_t bytes, bool read_only)
{
    struct part *j = NULL;
    void *p = NULL;
    size_t page = 0;

    pthread_mutex_lock(&lock);
    of_caller = true;
    if (start() && bytes <= range_bytes &&
        n_judged < (int)(sizeof judged / sizeof *judged))
        page = take_pages((bytes + PAGE - 1) / PAGE);
    if (page)
        p = mmap(range + page * PAGE, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED,
                 fd, 0);
    if (page && p != MAP_FAILED) {
        j = &judged[n_judged++];
        j->p = p;
        j->bytes = bytes;
        j->open = read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    }
    settle_all();
    pthread_mutex_unlock(&lock);
    return j ? j->p : NULL;
}

/* p lies on a page that no other allocation has a part of. */
void simt_register(void *p, size_t bytes, bool read_only, bool initialized)
{
    struct record *r;

    pthread_mutex_lock(&lock);
    r = simt_in_device_range(p) ? new_record() : NULL;
    if (r) {
        r->page = (size_t)((char *)p - range) / PAGE;
        r->a = (struct simt_allocation){
            .base = p,
            .bytes = bytes,
            .space = SIMT_DEVICE_MEMORY,
            .live = true,
            .read_only = read_only,
            .initialized = initialized,
            .judged = true,
            .pages =
                ((size_t)((char *)p - range) % PAGE + bytes + PAGE - 1) / PAGE,
        };
        own_pages(r);
        for (struct part *j = judged; j < judged + n_judged; j++)
            if ((size_t)((char *)p - j->p) < j->bytes)
                grow(j, (size_t)((char *)p - j->p) + bytes);
        judged_buffers++;
        judged_now += r->a.pages;
        if (judged_pages < judged_now)
            judged_pages = judged_now;
        settle_judged();
    }
    pthread_mutex_unlock(&lock);
    if (r && simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
}

void simt_register_pinned(void *p, size_t bytes)
{
    struct simt_allocation *a =
        simt_add_outside(p, bytes, SIMT_PINNED, NULL, NULL);

    if (a)
        a->judged = true;
}

void simt_unregister_all(void)
{
    pthread_mutex_lock(&lock);
    for (uint32_t i = 1; i < records_used; i++) {
        struct record *r = &records[i];

        if (!r->a.judged || !r->a.live)
            continue;
        if (simt_memory_hooks)
            simt_memory_hooks->freed(&r->a);
        if (r->a.space == SIMT_PINNED) {
            if (simt_tell_gone)
                simt_tell_gone(r->a.base, r->a.bytes);
            remove_outside(r);
        }
        r->a.live = false;
        forget_record(r);
    }
    judged_buffers = 0;
    judged_now = 0;
    settle_judged();
    pthread_mutex_unlock(&lock);
}

static struct {
    const char *p;
    size_t bytes;
} given[64]; /* simt_host_array() */
static int n_given;

void simt_host_array(const void *p, size_t bytes)
{
    if (!p)
        n_given = 0;
    else if (n_given < (int)(sizeof given / sizeof *given)) {
        given[n_given].p = p;
        given[n_given++].bytes = bytes;
    }
}

bool simt_host_rest(const void *address, size_t *rest)
{
    const char *p = address;

    for (int i = 0; i < n_given; i++)
        if ((size_t)(p - given[i].p) < given[i].bytes) {
            *rest = given[i].bytes - (size_t)(p - given[i].p);
            return true;
        }
    return simt_memory_hooks && simt_memory_hooks->host_rest(p, rest);
}
