/*
 * memory.c - the device's memory: allocations, copies, variables.
 *
 * One range of addresses is reserved at the first call and handed out from its
 * beginning; what was freed is used again only when the end is reached, so that
 * a use after free is seen for a long time. A table says for each page of the
 * range which allocation it belongs to.
 */
#define _GNU_SOURCE
#include "host/memory.h"
#include "include/cuda_runtime_api.h"
#include "include/simt_helpers.h"
#include "timeline/timeline.h"
#include "host/variables.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    NEAR = 16,                /* pages that simt_find() looks below */
    FREED_KEPT = 1 << 16,     /* records of freed memory */
    RECORDS_OPENED = 1 << 14, /* at a time: whole pages of them */
    PITCH = 512,
};
#define RANGE_MOST ((size_t)1 << 38)
#define RANGE_LEAST ((size_t)1 << 34)
#define RANGE_PLACE ((void *)0x600000000000)

struct record {
    struct simt_allocation a; /* first: simt_find() returns it */
    size_t page, pages;       /* of the range; 0 pages: outside of it */
    bool judged;              /* simt_register() */
    bool address_known;       /* a variable's, by cudaGetSymbolAddress() */
    bool graph;               /* an allocation node's; see SIMT_GRAPH_MADE */
    bool open;                /* may be touched now; see "closed memory" */
    size_t closings;          /* times pages, as far as they are limited */
    int users;                /* copies that touch it now */
    struct record *before, *after; /* of those that are closed between uses */
    uint32_t next;                 /* freed ones, oldest first; unused ones */
    unsigned flags;
};

const struct simt_memory_hooks *simt_memory_hooks;

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

/* ---- the range
 * --------------------------------------------------------------- */

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
            page = r->page + r->pages; /* and its page behind */
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

    for (size_t p = r->page; p < r->page + r->pages; p++) {
        if (owner[p] == i)
            owner[p] = 0;
    }
    r->next = unused;
    unused = i;
}

static void own_pages(struct record *r)
{
    for (size_t p = r->page; p < r->page + r->pages; p++)
        owner[p] = (uint32_t)(r - records);
}

/* ---- closed memory
 * ---------------------------------------------------------------- */

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

    if (!open && r->open && stays_open(r->pages, &r->closings))
        return;
    if (open != r->open)
        protect(r->a.base, r->pages * PAGE,
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

/* One more copy or setting uses it (many: 1), or one less (-1). In a kernel all
 * is open. */
static void use(const struct simt_allocation *a, int many)
{
    struct record *r = (struct record *)(uintptr_t)a;

    if (!a || a->space != SIMT_DEVICE_MEMORY || simt_running)
        return;
    pthread_mutex_lock(&lock);
    if (r->judged) {
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
    if (kernels && r && r->a.live && !r->judged &&
        r->a.space == SIMT_DEVICE_MEMORY &&
        (size_t)((const volatile char *)p - r->a.base) < r->pages * PAGE) {
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

/* Not memset(): in check mode that is watched. */
static void set_bytes(char *to, int value, size_t n)
{
#ifdef __x86_64__
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
#else
    while (n--)
        *(volatile char *)to++ = (char)value;
#endif
}

/* New memory of the device is not 0 by luck: its beginning and its end are these
 * bytes, as numbers large in any type. Not all of it, which would take real
 * memory. Check mode knows what was never written, and finds more where the
 * kernel goes on. */
enum { NEW = 0xFE, NEW_BYTES = 1 << 20 };

static void look_new(char *p, size_t bytes)
{
    size_t first = bytes < NEW_BYTES ? bytes : NEW_BYTES;
    size_t last = bytes - first < NEW_BYTES ? bytes - first : NEW_BYTES;

    set_bytes(p, NEW, first);
    set_bytes(p + bytes - last, NEW, last);
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
    r->pages = pages;
    r->open = true;
    r->a = (struct simt_allocation){
        .base = range + r->page * PAGE,
        .bytes = bytes,
        .space = space,
        .device = device,
        .live = true,
        .site = site,
    };
    r->flags = flags;
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

/* Under the lock. */
static void release(struct record *r, const void *site)
{
    uint32_t i = (uint32_t)(r - records);

    if (simt_memory_hooks)
        simt_memory_hooks->freed(&r->a);
    r->a.live = false;
    r->a.freed = site;
    if (r->a.space == SIMT_DEVICE_MEMORY || r->a.space == SIMT_MANAGED)
        used[r->a.device] -= r->pages * PAGE;
    end_closable(r);
    /* Gives the memory back and lets the next access trap. */
    map(r->a.base, r->pages * PAGE, PROT_NONE, MAP_FIXED);
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

        if (r->a.live && r->pages && !r->judged && r->a.device == device)
            release(r, NULL);
    }
    pthread_mutex_unlock(&lock);
}

size_t simt_memory_used(int device)
{
    return used[device];
}

/* ---- finding
 * -------------------------------------------------------------------- */

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

static bool inside(const struct simt_allocation *a, const volatile void *p)
{
    return a && a->live &&
           (size_t)((const volatile char *)p - a->base) < a->bytes;
}

/* ---- what lies outside
 * ------------------------------------------------------------ */

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

static struct record *register_outside(char *p, size_t bytes,
                                       enum simt_space space, const char *name,
                                       const void *site)
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
    return r;
}

/* ---- variables
 * --------------------------------------------------------------------- */

#define SECTION(name)                                                         \
    extern char __start_##name[] __attribute__((weak, visibility("hidden"))); \
    extern char __stop_##name[] __attribute__((weak, visibility("hidden")));
SECTION(simt_device)
SECTION(simt_constant)
SECTION(simt_managed)

static const struct section {
    char *begin, *end;
    enum simt_space space;
} sections[] = {
    {__start_simt_device, __stop_simt_device, SIMT_GLOBAL_VARIABLE},
    {__start_simt_constant, __stop_simt_constant, SIMT_CONSTANT},
    {__start_simt_managed, __stop_simt_managed, SIMT_MANAGED},
};

/* In the C++ library, where there is one. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length,
                            int *status) __attribute__((weak));

/* "table" for _ZL5table, _ZN3lab5tableE and _ZZ6kernelPfE5table. */
static const char *plain_name(const char *name)
{
    int status = 0;
    /* a plain "x" would be read as a type, long long */
    bool mangled = __cxa_demangle && strncmp(name, "_Z", 2) == 0;
    char *full = mangled ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
    char *last = full;

    if (!full)
        return strdup(name);
    for (char *p = full; (p = strstr(p, "::")); p += 2)
        last = p + 2;
    if (*last && !strchr(last, ')'))
        memmove(full, last, strlen(last) + 1);
    return full;
}

static int load_bias(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(uintptr_t *)data = info->dlpi_addr; /* the executable comes first */
    return 1;
}

/* The variables of one section by the executable's symbol table. */
static bool register_variables(const struct section *s, const char *elf,
                               size_t size)
{
    const ElfW(Ehdr) *head = (const void *)elf;
    const ElfW(Shdr) * sh;
    uintptr_t bias = 0;
    bool any = false;

    if (size < sizeof *head || head->e_shoff > size ||
        head->e_shnum > (size - head->e_shoff) / sizeof *sh)
        return false;
    dl_iterate_phdr(load_bias, &bias);
    sh = (const void *)(elf + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        const ElfW(Sym) *sym = (const void *)(elf + sh[i].sh_offset);
        const ElfW(Shdr) *text = &sh[sh[i].sh_link];

        if (sh[i].sh_type != SHT_SYMTAB || sh[i].sh_link >= head->e_shnum ||
            sh[i].sh_offset + sh[i].sh_size > size ||
            text->sh_offset + text->sh_size > size)
            continue;
        for (size_t n = sh[i].sh_size / sizeof *sym; n; n--, sym++) {
            char *p = (char *)(bias + sym->st_value);

            if ((sym->st_info & 15) == STT_OBJECT && sym->st_size &&
                p >= s->begin && p < s->end && sym->st_name < text->sh_size &&
                !(find(p) && find(p)->a.base == p)) /* an alias */
                any |= register_outside(
                           p, sym->st_size, s->space,
                           plain_name(elf + text->sh_offset + sym->st_name),
                           NULL) != NULL;
        }
    }
    return any;
}

__attribute__((constructor)) static void find_variables(void)
{
    const char *elf = NULL;
    struct stat st = {0};

    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const struct section *s = &sections[i];

        if (s->begin == s->end)
            continue;
        if (s->space != SIMT_MANAGED)
            variables_add(s->begin, s->end);
        if (!elf) {
            int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

            if (fd >= 0 && !fstat(fd, &st))
                elf = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd,
                           0);
            if (elf == MAP_FAILED)
                elf = NULL;
            if (fd >= 0)
                close(fd);
        }
        if (!elf || !register_variables(s, elf, (size_t)st.st_size))
            register_outside(s->begin, (size_t)(s->end - s->begin), s->space,
                             NULL, NULL);
    }
    if (elf)
        munmap((void *)elf, (size_t)st.st_size);
}

/* ---- the judge's buffers
 * ------------------------------------------------------------- */

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
        r->pages =
            ((size_t)((char *)p - range) % PAGE + bytes + PAGE - 1) / PAGE;
        r->judged = true;
        r->a = (struct simt_allocation){
            .base = p,
            .bytes = bytes,
            .space = SIMT_DEVICE_MEMORY,
            .live = true,
            .read_only = read_only,
            .initialized = initialized,
        };
        own_pages(r);
        for (struct part *j = judged; j < judged + n_judged; j++)
            if ((size_t)((char *)p - j->p) < j->bytes)
                grow(j, (size_t)((char *)p - j->p) + bytes);
        judged_buffers++;
        judged_now += r->pages;
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
    struct record *r = register_outside(p, bytes, SIMT_PINNED, NULL, NULL);

    if (r)
        r->judged = true;
}

void simt_unregister_all(void)
{
    pthread_mutex_lock(&lock);
    for (uint32_t i = 1; i < records_used; i++) {
        struct record *r = &records[i];

        if (!r->judged || !r->a.live)
            continue;
        if (simt_memory_hooks)
            simt_memory_hooks->freed(&r->a);
        if (r->a.space == SIMT_PINNED) {
            timeline_forgets(r->a.base, r->a.bytes);
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

/* ---- allocating
 * ------------------------------------------------------------------------ */

#define SITE __builtin_return_address(0)

/* A stream that is being captured takes the work; see memory.h. Else it is
 * done now, as work of that stream. */
#define CAPTURE(stream, call)    \
    do {                         \
        if (simt_captures) {     \
            int captured = call; \
            if (captured >= 0)   \
                return captured; \
        }                        \
        simt_on_stream(stream);  \
    } while (0)

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);

    return n >= m && !strcmp(s + n - m, end);
}

static __thread cudaStream_t working;

void simt_on_stream(cudaStream_t stream)
{
    working = stream;
}

/* SIMT_REFUSE_MEMORY=k: of each device, there is none for the host's k-th
 * allocation. */
static bool withheld(void)
{
    const char *which = getenv("SIMT_REFUSE_MEMORY");
    const int device = simt_device();
    static atomic_int n[SIMT_DEVICES_MAX];

    return which && !simt_running && simt_refuses(device) && !simt_accepts &&
           atomic_fetch_add(&n[device], 1) + 1 == atoi(which);
}

static int take(void **p, size_t bytes, enum simt_space space, unsigned flags,
                const void *site)
{
    int error = simt_error(0);

    if (error)
        return error;
    if (!p)
        return simt_api_error(cudaErrorInvalidValue);
    *p = NULL;
    if (bytes && withheld())
        error = simt_refusal(cudaErrorMemoryAllocation);
    else if (bytes)
        error = simt_memory_take(p, bytes, space, simt_device(), flags, site);
    if (simt_running && simt_memory_hooks) { /* a kernel's: p may be there */
        struct simt_allocation *a = simt_find(p);

        if (inside(a, p))
            simt_memory_hooks->wrote(a, (size_t)((char *)p - a->base),
                                     sizeof *p);
    }
    return simt_api_error(error);
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    return take(p, bytes, SIMT_DEVICE_MEMORY, 0, SITE);
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
    CAPTURE(NULL, simt_capture_alloc(stream, p, bytes, SITE));
    return take(p, bytes, SIMT_DEVICE_MEMORY, 0, SITE);
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    (void)pool;
    CAPTURE(NULL, simt_capture_alloc(stream, p, bytes, SITE));
    return take(p, bytes, SIMT_DEVICE_MEMORY, 0, SITE);
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
    if (!bytes || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return simt_api_error(cudaErrorInvalidValue);
    return take(p, bytes, SIMT_MANAGED, flags, SITE);
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    return take(p, bytes, SIMT_PINNED, 0, SITE);
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
    return take(p, bytes, SIMT_PINNED, flags, SITE);
}

static unsigned pitches; /* so many allocations had one */

static int take_pitched(void **p, size_t *pitch, size_t width, size_t rows,
                        const void *site)
{
    size_t row = (width + PITCH - 1) / PITCH * PITCH, bytes;
    int error;

    /* A device chooses the pitch, and need not choose the same one twice. */
    if (getenv("SIMT_PITCH"))
        row += PITCH * (__atomic_fetch_add(&pitches, 1, __ATOMIC_RELAXED) % 3);
    if (!pitch || row < width || __builtin_mul_overflow(row, rows, &bytes))
        return simt_api_error(cudaErrorInvalidValue);
    error = take(p, bytes, SIMT_DEVICE_MEMORY, 0, site);
    if (error)
        return error;
    *pitch = row;
    if (bytes) {
        struct simt_allocation *a = simt_find(*p);

        a->pitch = row;
        a->width = width;
    }
    return 0;
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width,
                            size_t height)
{
    return take_pitched(p, pitch, width, height, SITE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e)
{
    size_t rows;

    if (!p || __builtin_mul_overflow(e.height, e.depth, &rows))
        return simt_api_error(cudaErrorInvalidValue);
    p->xsize = e.width;
    p->ysize = e.height;
    return take_pitched(&p->ptr, &p->pitch, e.width, rows, SITE);
}

/* What graphs hold of a device: live now, the most of it since
 * cudaDeviceGraphMemTrim(), the most ever of both. */
static size_t graph_used[SIMT_DEVICES_MAX], graph_reserved[SIMT_DEVICES_MAX];
static size_t graph_used_high[SIMT_DEVICES_MAX];
static size_t graph_reserved_high[SIMT_DEVICES_MAX];

/* Under the lock. */
static void graph_free(struct record *r, const void *site)
{
    if (simt_memory_hooks)
        simt_memory_hooks->freed(&r->a);
    r->a.live = false;
    r->a.freed = site;
    graph_used[r->a.device] -= r->pages * PAGE;
}

static void raise_to(size_t *high, size_t value)
{
    if (*high < value)
        *high = value;
}

int simt_graph_memory(void *p, enum simt_graph_memory what, const void *site)
{
    struct record *r = find(p);
    int device = r->a.device;
    bool taken = false;

    pthread_mutex_lock(&lock);
    if (what == SIMT_GRAPH_MADE) {
        r->graph = true;
        graph_used[device] += r->pages * PAGE;
        graph_free(r, NULL);
    } else if (what == SIMT_GRAPH_GONE) {
        r->graph = false;
        if (!r->a.live)
            release(r, r->a.freed);
        else
            graph_used[device] -= r->pages * PAGE;
    } else if (!r->a.live) {
        r->a.live = true;
        r->a.site = site;
        taken = true;
        raise_to(&graph_used_high[device],
                 graph_used[device] += r->pages * PAGE);
        raise_to(&graph_reserved[device], graph_used[device]);
        raise_to(&graph_reserved_high[device], graph_reserved[device]);
    }
    pthread_mutex_unlock(&lock);
    if (taken && simt_memory_hooks)
        simt_memory_hooks->allocated(&r->a);
    return what == SIMT_GRAPH_TAKEN && !taken
               ? simt_api_error(cudaErrorInvalidValue)
               : 0;
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    graph_reserved[device] = graph_used[device];
    return simt_error(0);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    if (!value || attr > cudaGraphMemAttrReservedMemHigh)
        return simt_api_error(cudaErrorInvalidValue);
    *(size_t *)value =
        attr == cudaGraphMemAttrUsedMemCurrent ? graph_used[device]
        : attr == cudaGraphMemAttrUsedMemHigh  ? graph_used_high[device]
        : attr == cudaGraphMemAttrReservedMemCurrent
            ? graph_reserved[device]
            : graph_reserved_high[device];
    return simt_error(0);
}

/* The highest values are set back to the present ones. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                           enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    if (!simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    if (!value)
        return simt_api_error(cudaErrorInvalidValue);
    if (attr == cudaGraphMemAttrUsedMemHigh)
        graph_used_high[device] = graph_used[device];
    else if (attr == cudaGraphMemAttrReservedMemHigh)
        graph_reserved_high[device] = graph_reserved[device];
    else
        return simt_api_error(cudaErrorInvalidValue);
    return simt_error(0);
}

/* Both kinds of freeing; `call` has the right name of this one. */
static int give(void *p, bool host, const char *call, const void *site)
{
    struct record *r = find(p);
    const struct simt_allocation *a;
    int error = simt_error(0);

    if (error || !p)
        return error;
    simt_host_waits();
    if ((error = simt_error(0)))
        return error;
    if (!ends_with(call, "Async"))
        timeline_device_waits(r && !host ? r->a.device : ALL_DEVICES);
    pthread_mutex_lock(&lock);
    r = find(p);
    a = r ? &r->a : NULL;
    if (a && a->live && a->base == p && r->pages && !r->judged &&
        (a->space == SIMT_PINNED) == host) {
        timeline_forgets(a->base, a->bytes);
        if (r->graph)
            graph_free(r, site);
        else
            release(r, site);
        pthread_mutex_unlock(&lock);
        return 0;
    }
    pthread_mutex_unlock(&lock);
#define NO(...) simt_misuse(cudaErrorInvalidValue, "free", site, __VA_ARGS__)
    if (!a && !simt_in_device_range(p))
        return NO("%s() gets a pointer to memory of the host that %s did not "
                  "return",
                  call, host ? "cudaMallocHost()" : "cudaMalloc()");
    if (!a || (size_t)((char *)p - a->base) >= a->bytes)
        return NO("%s() gets an address that %s did not return", call,
                  host ? "cudaMallocHost()" : "cudaMalloc()");
    if (a->name)
        return NO("%s() gets the variable %s, which cannot be freed", call,
                  a->name);
    if (!a->live)
        return NO("%s() gets memory that has already been freed", call);
    if (r->judged)
        return NO("%s() gets memory that belongs to the caller", call);
    if (!r->pages)
        return NO("%s() gets memory from cudaHostRegister(); call "
                  "cudaHostUnregister() for it",
                  call);
    if ((a->space == SIMT_PINNED) != host)
        return NO("%s() gets memory that must be freed with %s()", call,
                  host ? "cudaFree" : "cudaFreeHost");
    return NO("%s() gets an address %zu bytes inside an allocation; it needs "
              "the beginning",
              call, (size_t)((char *)p - a->base));
#undef NO
}

cudaError_t cudaFree(void *p)
{
    return give(p, false, "cudaFree", SITE);
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    CAPTURE(NULL, simt_capture_free(stream, p));
    return give(p, false, "cudaFreeAsync", SITE);
}

cudaError_t cudaFreeHost(void *p)
{
    return give(p, true, "cudaFreeHost", SITE);
}

cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags)
{
    struct record *r;
    int error = simt_error(0);

    if (error)
        return error;
    if (!p || !bytes || simt_in_device_range(p))
        return simt_api_error(cudaErrorInvalidValue);
    if (find(p))
        return simt_api_error(cudaErrorHostMemoryAlreadyRegistered);
    r = register_outside(p, bytes, SIMT_PINNED, NULL, SITE);
    if (!r)
        return simt_api_error(cudaErrorMemoryAllocation);
    r->flags = flags;
    return 0;
}

cudaError_t cudaHostUnregister(void *p)
{
    struct record *r = find(p);
    int error = simt_error(0);

    if (error)
        return error;
    if (!r || r->a.base != p || r->pages || r->a.name ||
        r->a.space != SIMT_PINNED)
        return simt_misuse(cudaErrorHostMemoryNotRegistered, "free", SITE,
                           "cudaHostUnregister() gets an address that "
                           "cudaHostRegister() does not know");
    timeline_device_waits(ALL_DEVICES); /* its pages are to be let go */
    if (simt_memory_hooks)
        simt_memory_hooks->freed(&r->a);
    pthread_mutex_lock(&lock);
    remove_outside(r);
    r->a.live = false;
    forget_record(r);
    pthread_mutex_unlock(&lock);
    return 0;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    struct record *r = find(host);

    (void)flags;
    if (!device || !r || !inside(&r->a, host) || r->a.space != SIMT_PINNED)
        return simt_api_error(cudaErrorInvalidValue);
    *device = host;
    return simt_error(0);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    struct record *r = find(host);

    if (!flags || !r || !inside(&r->a, host) || r->a.space != SIMT_PINNED)
        return simt_api_error(cudaErrorInvalidValue);
    *flags = r->flags | cudaHostAllocMapped;
    return simt_error(0);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    enum { DRIVERS = 64 }; /* a part of all memory */
    int device = simt_device();

    if (!free_bytes || !total)
        return simt_api_error(cudaErrorInvalidValue);
    *total = simt_device_memory(device);
    /* Some is the driver's, but where a limit is tried. */
    *free_bytes = *total - used[device];
    if (!getenv("SIMT_MEMORY") && *free_bytes > *total / DRIVERS)
        *free_bytes -= *total / DRIVERS;
    return simt_error(0);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out,
                                     const void *p)
{
    const struct simt_allocation *a = simt_find(p);

    if (!out)
        return simt_api_error(cudaErrorInvalidValue);
    *out = (struct cudaPointerAttributes){
        .type = cudaMemoryTypeUnregistered,
        .device = cudaInvalidDeviceId,
        .hostPointer = (void *)p,
    };
    if (inside(a, p)) {
        bool host = a->space == SIMT_PINNED || a->space == SIMT_MANAGED;

        out->type = a->space == SIMT_PINNED    ? cudaMemoryTypeHost
                    : a->space == SIMT_MANAGED ? cudaMemoryTypeManaged
                                               : cudaMemoryTypeDevice;
        out->device = a->device;
        out->devicePointer = (void *)p;
        out->hostPointer = host ? (void *)p : NULL;
    }
    return simt_error(0);
}

/* ---- copying
 * ------------------------------------------------------------------------------
 */

/* Not memcpy(): in check mode that is watched. */
static void copy_bytes(char *to, const char *from, size_t n)
{
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

void simt_copy_bytes(void *to, const void *from, size_t n)
{
    copy_bytes(to, from, n);
}

enum side { ON_HOST, ON_DEVICE, ANYWHERE };

/* One end of a copy: `rows` rows of `width` bytes `pitch` apart, in `slices`
 * of `slice` bytes. */
struct end {
    char *p;
    size_t pitch, slice;
    struct simt_allocation *a; /* found by check_end() */
};

static const char *name_of(const struct simt_allocation *a)
{
    return a->name                    ? a->name
           : a->space == SIMT_PINNED  ? "pinned host memory"
           : a->space == SIMT_MANAGED ? "managed memory"
                                      : "device memory";
}

/* Whose memory p is; ANYWHERE if both may use it, or it is not allocated. */
static enum side side_of(const char *p)
{
    const struct record *r = find(p);

    if (!r && !simt_in_device_range(p))
        return ON_HOST;
    if (!r || !inside(&r->a, p) || r->a.space == SIMT_MANAGED ||
        r->a.space == SIMT_PINNED || (r->a.name && !r->address_known))
        return ANYWHERE;
    return ON_DEVICE;
}

/* 0 or the error, which is kept. Both ends are named, since it takes both to
 * tell a wrong direction from pointers that were exchanged. */
static int check_direction(const struct end *to, const struct end *from,
                           const enum side says[2], const char *call,
                           const void *site)
{
    static const char *const names[] = {"host", "device"};
    enum side is[2] = {side_of(to->p), side_of(from->p)};
    bool wrong = false;

    if (!to->p || !from->p || says[0] == ANYWHERE)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (is[i] == ANYWHERE)
            is[i] = says[i];
        wrong |= is[i] != says[i];
    }
    return !wrong ? 0
                  : simt_misuse(cudaErrorInvalidValue, "copy", site,
                                "%s(): the destination is %s memory and the "
                                "source is %s memory, where the direction says "
                                "%s to %s",
                                call, names[is[0]], names[is[1]],
                                names[says[1]], names[says[0]]);
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

/* Whether it is known how many bytes of the host there are from p on. */
static bool host_rest(const char *p, size_t *rest)
{
    for (int i = 0; i < n_given; i++)
        if ((size_t)(p - given[i].p) < given[i].bytes) {
            *rest = given[i].bytes - (size_t)(p - given[i].p);
            return true;
        }
    return simt_memory_hooks && simt_memory_hooks->host_rest(p, rest);
}

/* 0 or the error, which is kept. */
static int check_end(struct end *e, bool to, const char *call, const void *site,
                     size_t width, size_t rows, size_t slices)
{
    const char *which = to ? "destination" : "source";
    size_t span = (slices - 1) * e->slice + (rows - 1) * e->pitch + width;
    struct record *r = find(e->p);
    struct simt_allocation *a = r ? &r->a : NULL;
    size_t offset;

#define NO(...) simt_misuse(cudaErrorInvalidValue, "copy", site, __VA_ARGS__)
    if (!e->p)
        return NO("%s(): the %s is a null pointer: it was never allocated, or "
                  "that failed",
                  call, which);
    if (!a && !simt_in_device_range(e->p)) {
        size_t rest;

        if (host_rest(e->p, &rest) && span > rest)
            return NO("%s(): %zu bytes are copied %s an array of the host that "
                      "has only %zu bytes from there on",
                      call, span, to ? "to" : "from", rest);
        return 0;
    }
    if (!a)
        return NO("%s(): the %s is no allocated device memory", call, which);
    offset = (size_t)(e->p - a->base);
    if (!a->live && offset < a->bytes)
        return NO("%s(): the %s has been freed", call, which);
    if (!a->live || offset > a->bytes)
        return NO("%s(): the %s is no allocated device memory", call, which);
    if (a->name && !r->address_known && a->space != SIMT_MANAGED)
        return NO("%s(): the %s is the device variable %s; use "
                  "cudaMemcpyToSymbol() or cudaMemcpyFromSymbol()",
                  call, which, a->name);
    if (span > a->bytes - offset)
        return NO("%s(): %zu bytes are copied %s %s that has only %zu bytes%s",
                  call, span, to ? "to" : "from", name_of(a), a->bytes - offset,
                  offset ? " from there on" : "");
    e->a = a;
    return 0;
#undef NO
}

/* What a copy to the host found in its source. */
struct source {
    long unwritten; /* offset of the first byte that nobody wrote; -1: none */
    bool written;   /* some byte was */
};

static void copied(const struct end *to, const struct end *from, size_t t,
                   size_t f, size_t n, struct source *source)
{
    const struct simt_memory_hooks *hooks = simt_memory_hooks;
    struct simt_allocation *a = to->a, *b = from->a;
    size_t at = a ? (size_t)(to->p + t - a->base) : 0;
    size_t of = b ? (size_t)(from->p + f - b->base) : 0;

    if (b && b->space != SIMT_DEVICE_MEMORY) /* the host may have written it */
        b = NULL;
    if (a && b) {
        hooks->copied(a, at, b, of, n);
    } else if (a) {
        hooks->wrote(a, at, n);
    } else if (b) {
        long first = hooks->unwritten(b, of, n, &source->written);

        if (source->unwritten < 0)
            source->unwritten = first;
        source->written = source->written || first < 0;
    }
}

/* A border may be left alone; of an array that nobody wrote there is nothing
 * to copy. */
static void report_source(const struct source *source, const char *call,
                          const void *site)
{
    if (source->unwritten < 0)
        return;
    if (source->written)
        simt_misuse(0, "unwritten_part", site,
                    "%s(): only a part of the source was ever written; byte "
                    "%ld was not",
                    call, source->unwritten);
    else
        simt_misuse(0, "unwritten", site,
                    "%s(): byte %ld of the source was never written", call,
                    source->unwritten);
}

uint64_t simt_copied;

/* SIMT_REFUSE_COPY=k: of each device, the k-th copy or setting that would be
 * done fails. */
static bool refused(cudaStream_t stream)
{
    const char *which = getenv("SIMT_REFUSE_COPY");
    const int device = simt_device_of(stream);
    static atomic_int n[SIMT_DEVICES_MAX];

    if (!which || !simt_refuses(device) || simt_accepts ||
        atomic_fetch_add(&n[device], 1) + 1 != atoi(which))
        return false;
    return true;
}

static bool on_device(const struct end *e)
{
    return e->a && e->a->space != SIMT_PINNED;
}

static struct simt_work work_of(const struct end *to, const struct end *from,
                                size_t width, size_t rows, size_t slices,
                                const char *call, const void *site)
{
    bool pageable = !to->a || !from->a;
    struct simt_work w = {
        .what = call,
        .engine = !on_device(from) ? SIMT_TO_DEVICE
                  : on_device(to)  ? SIMT_COMPUTE
                                   : SIMT_FROM_DEVICE,
        .bytes = width * rows * slices,
        .pageable = pageable,
        .site = site,
        .from = {from->p + variables_apart(from->a), from->pitch, from->slice},
        .to = {to->p + variables_apart(to->a), to->pitch, to->slice},
        .width = width,
        .rows = rows,
        .slices = slices,
    };

    if (w.engine == SIMT_COMPUTE)
        w.bytes *= 2; /* read and written */
    else
        w.waits = pageable || !ends_with(call, "Async");
    w.staged =
        pageable && w.engine == SIMT_TO_DEVICE && ends_with(call, "Async");
    if (w.engine == SIMT_FROM_DEVICE && !w.waits)
        w.late = malloc(w.bytes);
    return w;
}

static int copy(struct end to, struct end from, size_t width, size_t rows,
                size_t slices, enum cudaMemcpyKind kind, const char *call,
                const void *site)
{
    static const enum side sides[5][2] = {
        [cudaMemcpyHostToHost] = {ON_HOST, ON_HOST},
        [cudaMemcpyHostToDevice] = {ON_DEVICE, ON_HOST},
        [cudaMemcpyDeviceToHost] = {ON_HOST, ON_DEVICE},
        [cudaMemcpyDeviceToDevice] = {ON_DEVICE, ON_DEVICE},
        [cudaMemcpyDefault] = {ANYWHERE, ANYWHERE},
    };
    cudaStream_t stream = working;
    int error = simt_error(0);
    struct source source = {.unwritten = -1};
    struct simt_work work;

    working = NULL;
    if (error)
        return error;
    if ((unsigned)kind > cudaMemcpyDefault)
        return simt_misuse(cudaErrorInvalidMemcpyDirection, "copy", site,
                           "%s(): %d is no direction of a copy", call,
                           (int)kind);
    if (!width || !rows || !slices || simt_dry)
        return 0;
    if ((rows > 1 && (to.pitch < width || from.pitch < width)))
        return simt_misuse(cudaErrorInvalidPitchValue, "copy", site,
                           "%s(): rows of %zu bytes do not fit in a pitch of "
                           "%zu bytes",
                           call, width,
                           to.pitch < from.pitch ? to.pitch : from.pitch);
    error = check_direction(&to, &from, sides[kind], call, site);
    if (!error)
        error = check_end(&to, true, call, site, width, rows, slices);
    if (!error)
        error = check_end(&from, false, call, site, width, rows, slices);
    if (error)
        return error;
    if (refused(stream))
        return simt_api_error(simt_refusal(cudaErrorInvalidValue));
    /* With host memory that is not pinned all copies wait. */
    if (!ends_with(call, "Async") || !to.a || !from.a)
        simt_host_waits();
    if ((error = simt_error(0)))
        return error;
    if (rows > 1 && slices == 1 && to.pitch == width && from.pitch == width) {
        width *= rows;
        rows = 1;
    }
    simt_copied += width * rows * slices;
    work = work_of(&to, &from, width, rows, slices, call, site);
    timeline_begins(stream, &work);
    variables_take();
    use(to.a, 1);
    use(from.a, 1);
    for (size_t z = 0; z < slices; z++) {
        for (size_t y = 0; y < rows; y++) {
            size_t t = z * to.slice + y * to.pitch;
            size_t f = z * from.slice + y * from.pitch;

            copy_bytes(work.late ? work.late + (z * rows + y) * width
                                 : to.p + t,
                       from.p + f, width);
            if (simt_memory_hooks)
                copied(&to, &from, t, f, width, &source);
        }
    }
    use(from.a, -1);
    use(to.a, -1);
    variables_give();
    /* Between two places of the host no engine is needed. */
    if (on_device(&to) || on_device(&from))
        timeline_work(stream, &work);
    report_source(&source, call, site);
    return 0;
}

static int copy_flat(void *to, const void *from, size_t bytes,
                     enum cudaMemcpyKind kind, const char *call,
                     const void *site)
{
    return copy((struct end){.p = to}, (struct end){.p = (char *)from}, bytes,
                1, 1, kind, call, site);
}

struct cudaMemcpy3DParms simt_flat_copy(void *dst, const void *src,
                                        size_t bytes, enum cudaMemcpyKind kind)
{
    return (struct cudaMemcpy3DParms){
        .dstPtr = {dst, bytes, bytes, 1},
        .srcPtr = {(void *)src, bytes, bytes, 1},
        .extent = {bytes, 1, 1},
        .kind = kind,
    };
}

static int capture_flat(cudaStream_t stream, void *dst, const void *src,
                        size_t bytes, enum cudaMemcpyKind kind,
                        const char *call, const void *site)
{
    struct cudaMemcpy3DParms p = simt_flat_copy(dst, src, bytes, kind);

    return simt_capture_copy(stream, &p, call, site);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    int error = simt_captures ? simt_capture_implicit() : 0;

    if (error)
        return error;
    return copy_flat(dst, src, bytes, kind, "cudaMemcpy", SITE);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CAPTURE(stream, capture_flat(stream, dst, src, bytes, kind,
                                 "cudaMemcpyAsync", SITE));
    return copy_flat(dst, src, bytes, kind, "cudaMemcpyAsync", SITE);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src,
                           int src_device, size_t bytes)
{
    if (!simt_is_device(dst_device) || !simt_is_device(src_device))
        return simt_api_error(cudaErrorInvalidDevice);
    return copy_flat(dst, src, bytes, cudaMemcpyDefault, "cudaMemcpyPeer",
                     SITE);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src,
                                int src_device, size_t bytes,
                                cudaStream_t stream)
{
    if (!simt_is_device(dst_device) || !simt_is_device(src_device))
        return simt_api_error(cudaErrorInvalidDevice);
    CAPTURE(stream, capture_flat(stream, dst, src, bytes, cudaMemcpyDefault,
                                 "cudaMemcpyPeerAsync", SITE));
    return copy_flat(dst, src, bytes, cudaMemcpyDefault, "cudaMemcpyPeerAsync",
                     SITE);
}

static int copy_2d(void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, enum cudaMemcpyKind kind,
                   const char *call, const void *site)
{
    return copy((struct end){.p = dst, .pitch = dpitch},
                (struct end){.p = (char *)src, .pitch = spitch}, width, height,
                1, kind, call, site);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src,
                         size_t spitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    return copy_2d(dst, dpitch, src, spitch, width, height, kind,
                   "cudaMemcpy2D", SITE);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src,
                              size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream)
{
    struct cudaMemcpy3DParms p = {
        .dstPtr = {dst, dpitch, width, height},
        .srcPtr = {(void *)src, spitch, width, height},
        .extent = {width, height, 1},
        .kind = kind,
    };

    CAPTURE(stream, simt_capture_copy(stream, &p, "cudaMemcpy2DAsync", SITE));
    return copy_2d(dst, dpitch, src, spitch, width, height, kind,
                   "cudaMemcpy2DAsync", SITE);
}

/* An array's element (x bytes, y, z), or a pointer's. */
static struct end array_end(cudaArray_const_t array, size_t x, size_t y,
                            size_t z)
{
    return (struct end){
        .p = array->data + x + y * array->pitch + z * array->slice,
        .pitch = array->pitch,
        .slice = array->slice,
    };
}

static struct end pointer_end(const struct cudaPitchedPtr *p,
                              const struct cudaPos *pos)
{
    size_t slice = p->pitch * p->ysize;

    return (struct end){
        .p = p->ptr
                 ? (char *)p->ptr + pos->x + pos->y * p->pitch + pos->z * slice
                 : NULL,
        .pitch = p->pitch,
        .slice = slice,
    };
}

int simt_copy_3d(const struct cudaMemcpy3DParms *p, const char *call,
                 const void *site)
{
    cudaArray_t da, sa;
    size_t element;
    struct end to, from;

    if (!p || !p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr)
        return simt_api_error(cudaErrorInvalidValue);
    sa = p->srcArray;
    da = p->dstArray;
    element = sa ? sa->element : da ? da->element : 1; /* x counts elements */
    if (sa && da && sa->element != da->element)
        return simt_api_error(cudaErrorInvalidValue);
    to = da ? array_end(da, p->dstPos.x * element, p->dstPos.y, p->dstPos.z)
            : pointer_end(&p->dstPtr, &p->dstPos);
    from = sa ? array_end(sa, p->srcPos.x * element, p->srcPos.y, p->srcPos.z)
              : pointer_end(&p->srcPtr, &p->srcPos);
    return copy(to, from, p->extent.width * element, p->extent.height,
                p->extent.depth, p->kind, call, site);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
    return simt_copy_3d(p, "cudaMemcpy3D", SITE);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
                              cudaStream_t stream)
{
    if (p)
        CAPTURE(stream,
                simt_capture_copy(stream, p, "cudaMemcpy3DAsync", SITE));
    return simt_copy_3d(p, "cudaMemcpy3DAsync", SITE);
}

static struct cudaMemcpy3DParms
without_devices(const struct cudaMemcpy3DPeerParms *p)
{
    return (struct cudaMemcpy3DParms){p->srcArray, p->srcPos,        p->srcPtr,
                                      p->dstArray, p->dstPos,        p->dstPtr,
                                      p->extent,   cudaMemcpyDefault};
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    struct cudaMemcpy3DParms q;

    if (!p)
        return simt_api_error(cudaErrorInvalidValue);
    q = without_devices(p);
    return simt_copy_3d(&q, "cudaMemcpy3DPeer", SITE);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
                                  cudaStream_t stream)
{
    struct cudaMemcpy3DParms q;

    if (!p)
        return simt_api_error(cudaErrorInvalidValue);
    q = without_devices(p);
    CAPTURE(stream,
            simt_capture_copy(stream, &q, "cudaMemcpy3DPeerAsync", SITE));
    return simt_copy_3d(&q, "cudaMemcpy3DPeerAsync", SITE);
}

/* ---- copying to and from arrays
 * --------------------------------------------------------- */

static int copy_array(cudaArray_const_t array, size_t x, size_t y, void *p,
                      size_t pitch, size_t width, size_t height, bool to,
                      enum cudaMemcpyKind kind, const char *call,
                      const void *site)
{
    struct end other = {.p = p, .pitch = pitch};

    if (!array)
        return simt_api_error(cudaErrorInvalidValue);
    if (x + width > array->width * array->element ||
        y + height > (array->height ? array->height : 1))
        return simt_misuse(cudaErrorInvalidValue, "copy", site,
                           "%s(): %zu rows of %zu bytes are copied %s an array "
                           "of %zu rows of %zu bytes",
                           call, y + height, x + width, to ? "to" : "from",
                           array->height ? array->height : 1,
                           array->width * array->element);
    return to ? copy(array_end(array, x, y, 0), other, width, height, 1, kind,
                     call, site)
              : copy(other, array_end(array, x, y, 0), width, height, 1, kind,
                     call, site);
}

/* Bytes that run on from row to row. */
static int copy_array_flat(cudaArray_const_t array, size_t x, size_t y, char *p,
                           size_t bytes, bool to, enum cudaMemcpyKind kind,
                           const char *call, const void *site)
{
    size_t row = array ? array->width * array->element : bytes;
    int error = 0;

    while (bytes && !error) {
        size_t n = x < row && bytes > row - x ? row - x : bytes;

        error = copy_array(array, x, y, p, n, n, 1, to, kind, call, site);
        p += n;
        bytes -= n;
        x = 0;
        y++;
    }
    return error;
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y,
                              const void *src, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    return copy_array_flat(dst, x, y, (char *)src, bytes, true, kind,
                           "cudaMemcpyToArray", SITE);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x,
                                size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    return copy_array_flat(src, x, y, dst, bytes, false, kind,
                           "cudaMemcpyFromArray", SITE);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y,
                                const void *src, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    return copy_array(dst, x, y, (void *)src, pitch, width, height, true, kind,
                      "cudaMemcpy2DToArray", SITE);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y,
                                     const void *src, size_t pitch,
                                     size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream)
{
    if (simt_captures && dst) {
        struct cudaMemcpy3DParms p = {
            .dstArray = dst,
            .dstPos = {x / dst->element, y, 0},
            .srcPtr = {(void *)src, pitch, width, height},
            .extent = {width / dst->element, height, 1},
            .kind = kind,
        };

        CAPTURE(stream, simt_capture_copy(stream, &p,
                                          "cudaMemcpy2DToArrayAsync", SITE));
    }
    return copy_array(dst, x, y, (void *)src, pitch, width, height, true, kind,
                      "cudaMemcpy2DToArrayAsync", SITE);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch,
                                  cudaArray_const_t src, size_t x, size_t y,
                                  size_t width, size_t height,
                                  enum cudaMemcpyKind kind)
{
    return copy_array(src, x, y, dst, pitch, width, height, false, kind,
                      "cudaMemcpy2DFromArray", SITE);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dx, size_t dy,
                                     cudaArray_const_t src, size_t sx,
                                     size_t sy, size_t width, size_t height,
                                     enum cudaMemcpyKind kind)
{
    struct end from;

    if (!src || sx + width > src->width * src->element)
        return simt_api_error(cudaErrorInvalidValue);
    from = array_end(src, sx, sy, 0);
    return copy_array(dst, dx, dy, from.p, from.pitch, width, height, true,
                      kind, "cudaMemcpy2DArrayToArray", SITE);
}

/* ---- variables from the host
 * --------------------------------------------------------------- */

/* A __device__, __constant__ or __managed__ variable; null with the error
 * kept. */
static struct record *symbol(const void *p, const char *call, const void *site)
{
    struct record *r = find(p);

    if (r && r->a.live && !r->pages && r->a.space != SIMT_PINNED)
        return r;
    simt_misuse(cudaErrorInvalidSymbol, "copy", site,
                "%s() needs a __device__ or __constant__ variable; one that "
                "is const is not known to the CPU device",
                call);
    return NULL;
}

static int copy_symbol(const void *variable, void *p, size_t bytes,
                       size_t offset, bool to, enum cudaMemcpyKind kind,
                       const char *call, const void *site)
{
    struct record *r;
    bool known;
    int error = simt_error(0);

    if (error)
        return error;
    r = symbol(variable, call, site);
    if (!r)
        return cudaErrorInvalidSymbol;
    if (kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) ||
        kind == cudaMemcpyHostToHost)
        return simt_misuse(cudaErrorInvalidMemcpyDirection, "copy", site,
                           "%s(): the direction must be %s", call,
                           to ? "cudaMemcpyHostToDevice"
                              : "cudaMemcpyDeviceToHost");
    known = r->address_known;
    r->address_known = true;
    error =
        to ? copy_flat((char *)variable + offset, p, bytes, kind, call, site)
           : copy_flat(p, (const char *)variable + offset, bytes, kind, call,
                       site);
    r->address_known = known;
    return error;
}

/* From now on the variable may be copied by its address, as the node does. */
static int capture_symbol(cudaStream_t stream, const void *variable, void *p,
                          size_t bytes, size_t offset, bool to,
                          enum cudaMemcpyKind kind, const char *call,
                          const void *site)
{
    struct record *r = symbol(variable, call, site);
    char *at = (char *)variable + offset;

    if (!r)
        return cudaErrorInvalidSymbol;
    r->address_known = true;
    return capture_flat(stream, to ? at : p, to ? p : at, bytes, kind, call,
                        site);
}

cudaError_t cudaMemcpyToSymbol(const void *variable, const void *src,
                               size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return copy_symbol(variable, (void *)src, bytes, offset, true, kind,
                       "cudaMemcpyToSymbol", SITE);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *variable, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind)
{
    return copy_symbol(variable, dst, bytes, offset, false, kind,
                       "cudaMemcpyFromSymbol", SITE);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *variable, const void *src,
                                    size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    CAPTURE(stream,
            capture_symbol(stream, variable, (void *)src, bytes, offset, true,
                           kind, "cudaMemcpyToSymbolAsync", SITE));
    return copy_symbol(variable, (void *)src, bytes, offset, true, kind,
                       "cudaMemcpyToSymbolAsync", SITE);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *variable,
                                      size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    CAPTURE(stream, capture_symbol(stream, variable, dst, bytes, offset, false,
                                   kind, "cudaMemcpyFromSymbolAsync", SITE));
    return copy_symbol(variable, dst, bytes, offset, false, kind,
                       "cudaMemcpyFromSymbolAsync", SITE);
}

cudaError_t cudaGetSymbolAddress(void **p, const void *variable)
{
    struct record *r = symbol(variable, "cudaGetSymbolAddress", SITE);

    if (!r)
        return cudaErrorInvalidSymbol;
    if (!p)
        return simt_api_error(cudaErrorInvalidValue);
    r->address_known = true;
    *p = (void *)variable;
    return simt_error(0);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *variable)
{
    struct record *r = symbol(variable, "cudaGetSymbolSize", SITE);

    if (!r)
        return cudaErrorInvalidSymbol;
    if (!bytes)
        return simt_api_error(cudaErrorInvalidValue);
    *bytes = r->a.bytes;
    return simt_error(0);
}

/* ---- setting
 * ---------------------------------------------------------------------------------
 */

static int set(void *p, size_t pitch, int value, size_t width, size_t rows,
               const char *call, const void *site)
{
    struct end e = {.p = p, .pitch = pitch};
    cudaStream_t stream = working;
    int error = simt_error(0);
    struct simt_work work;

    working = NULL;
    if (error || !width || !rows || simt_dry)
        return error;
    if (rows > 1 && pitch < width)
        return simt_misuse(cudaErrorInvalidValue, "copy", site,
                           "%s(): rows of %zu bytes do not fit in a pitch of "
                           "%zu bytes",
                           call, width, pitch);
    if (p && side_of(p) == ON_HOST)
        return simt_misuse(cudaErrorInvalidValue, "copy", site,
                           "%s() gets memory of the host; it sets memory of "
                           "the device",
                           call);
    error = check_end(&e, true, call, site, width, rows, 1);
    if (error)
        return error;
    if (refused(stream))
        return simt_api_error(simt_refusal(cudaErrorInvalidValue));
    work = (struct simt_work){
        .what = call,
        .engine = SIMT_COMPUTE,
        .bytes = width * rows,
        .site = site,
        .to = {e.p + variables_apart(e.a), pitch, 0},
        .width = width,
        .rows = rows,
        .slices = 1,
    };
    if (e.a)
        timeline_begins(stream, &work);
    variables_take();
    use(e.a, 1);
    for (size_t y = 0; y < rows; y++) {
        set_bytes(e.p + y * pitch, value, width);
        if (simt_memory_hooks && e.a)
            simt_memory_hooks->wrote(e.a, (size_t)(e.p - e.a->base) + y * pitch,
                                     width);
    }
    use(e.a, -1);
    variables_give();
    if (e.a)
        timeline_work(stream, &work);
    return 0;
}

/* A setting node's elements may have 4 bytes. */
int simt_set(const struct cudaMemsetParams *p, const char *call,
             const void *site)
{
    size_t n = p->elementSize;
    int error;

    if (n != 1 && n != 2 && n != 4)
        return simt_api_error(cudaErrorInvalidValue);
    error = set(p->dst, p->pitch, (int)(p->value & 255), p->width * n,
                p->height, call, site);
    if (n == 1 || error)
        return error;
    use(simt_find(p->dst), 1);
    for (size_t y = 0; y < p->height; y++)
        for (size_t x = 0; x < p->width * n; x++)
            *((volatile char *)p->dst + y * p->pitch + x) =
                (char)(p->value >> x % n * 8);
    use(simt_find(p->dst), -1);
    return 0;
}

static int capture_set(cudaStream_t stream, void *p, size_t pitch, int value,
                       size_t width, size_t height, const char *call,
                       const void *site)
{
    struct cudaMemsetParams params = {p, pitch, (unsigned char)value,
                                      1, width, height};

    return simt_capture_set(stream, &params, call, site);
}

cudaError_t cudaMemset(void *p, int value, size_t bytes)
{
    int error = simt_captures ? simt_capture_implicit() : 0;

    if (error)
        return error;
    return set(p, 0, value, bytes, 1, "cudaMemset", SITE);
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes,
                            cudaStream_t stream)
{
    CAPTURE(stream, capture_set(stream, p, 0, value, bytes, 1,
                                "cudaMemsetAsync", SITE));
    return set(p, 0, value, bytes, 1, "cudaMemsetAsync", SITE);
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                         size_t height)
{
    return set(p, pitch, value, width, height, "cudaMemset2D", SITE);
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream)
{
    CAPTURE(stream, capture_set(stream, p, pitch, value, width, height,
                                "cudaMemset2DAsync", SITE));
    return set(p, pitch, value, width, height, "cudaMemset2DAsync", SITE);
}

static int set_3d(struct cudaPitchedPtr p, int value, struct cudaExtent e,
                  const char *call, const void *site)
{
    int error = 0;

    for (size_t z = 0; z < e.depth && !error; z++)
        error = set((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value,
                    e.width, e.height, call, site);
    return error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
                         struct cudaExtent extent)
{
    return set_3d(p, value, extent, "cudaMemset3D", SITE);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
                              struct cudaExtent extent, cudaStream_t stream)
{
    if (p.ysize == extent.height)
        CAPTURE(stream, capture_set(stream, p.ptr, p.pitch, value, extent.width,
                                    extent.height * extent.depth,
                                    "cudaMemset3DAsync", SITE));
    return set_3d(p, value, extent, "cudaMemset3DAsync", SITE);
}

/* ---- advice: managed memory is where it is
 * --------------------------------------------------- */

static int managed(const void *p, size_t bytes)
{
    const struct simt_allocation *a = simt_find(p);
    int error = simt_error(0);

    if (error)
        return error;
    if (!inside(a, p) || a->space != SIMT_MANAGED ||
        bytes > a->bytes - (size_t)((const char *)p - a->base))
        return simt_api_error(cudaErrorInvalidValue);
    return 0;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)stream;
    if (device != cudaCpuDeviceId && !simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    return managed(p, bytes);
}

cudaError_t cudaMemAdvise(const void *p, size_t bytes,
                          enum cudaMemoryAdvise advice, int device)
{
    (void)advice;
    if (device != cudaCpuDeviceId && !simt_is_device(device))
        return simt_api_error(cudaErrorInvalidDevice);
    return managed(p, bytes);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_bytes,
                                     enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t bytes)
{
    if (!data || data_bytes < sizeof(int))
        return simt_api_error(cudaErrorInvalidValue);
    *(int *)data =
        attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return managed(p, bytes);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes,
                                     unsigned flags)
{
    (void)stream, (void)flags;
    return managed(p, bytes);
}

/* The executable's thread-local block: shared memory is there. */
static int in_tls(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];

        if (h->p_type == PT_TLS && info->dlpi_tls_data)
            return (size_t)(*(char **)data - (char *)info->dlpi_tls_data) <
                   h->p_memsz;
    }
    return -1; /* only the executable */
}

int simt_address_space(const void *p)
{
    const struct simt_allocation *a = simt_find(p);

    if (dl_iterate_phdr(in_tls, &p) == 1)
        return 's';
    if (!inside(a, p))
        return 'l';
    return a->space == SIMT_CONSTANT ? 'c' : 'g';
}
