/*
 * shadow.c - what check mode remembers about memory: which bytes were ever
 * written, and who touched each word last, to tell races.
 *
 * Two accesses of one word race if one of them writes, they are not both
 * atomic, and nothing orders them: not the same thread, no barrier of the
 * block, no __syncwarp() of the warp, no fence with an atomic or volatile
 * handshake between them. That is asked of the program's order, not of the
 * order in which we happened to run it. It is enough to keep the last write
 * and two reads of each word: a writer differs from at least one of two
 * readers. (FastTrack, Flanagan and Freund, PLDI 2009, argues so for one read.)
 */
#define _GNU_SOURCE
#include "check/check.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- objects --------------------------------------------------------- */

uintptr_t shadow_low = UINTPTR_MAX, shadow_span;
uintptr_t shadow_tls, shadow_tls_span;
unsigned short *shadow_tls_map;

static struct object *allocations;
static struct object *shared; /* [1]: the dynamic one */
static int shared_count;
static uintptr_t dynamic_offset; /* of simt_dynamic_shared in there */
static uintptr_t relro, relro_end, rodata, rodata_end;

__attribute__((noreturn)) static void no_memory(size_t bytes)
{
    fprintf(stderr, "check mode: no memory to keep track of %zu bytes\n",
            bytes);
    abort();
}

static void *map(size_t bytes, int protection)
{
    void *p = mmap(NULL, bytes, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        no_memory(bytes);
    return p;
}

/* Zeroed pages that cost nothing until they are touched. */
static void *pages(size_t bytes)
{
    return map(bytes, PROT_READ | PROT_WRITE);
}

static void make_cells(struct object *o)
{
    struct touch *t;

    o->cells = (o->bytes + (1u << o->shift) - 1) >> o->shift;
    t = pages((3 * o->cells + 1) * sizeof *t);
    o->write = t;
    o->read1 = t + o->cells;
    o->read2 = t + 2 * o->cells;
}

static void drop_cells(struct object *o)
{
    if (o->write)
        munmap(o->write, (3 * o->cells + 1) * sizeof *o->write);
    o->write = o->read1 = o->read2 = NULL;
}

/* From words to bytes. */
static void split_cells(struct object *o)
{
    struct object old = *o;

    o->shift = 0;
    if (!old.write)
        return;
    make_cells(o);
    for (size_t i = 0; i < o->cells; i++) {
        size_t k = i >> old.shift;

        if (old.write[k].segment)
            o->write[i] = old.write[k];
        if (old.read1[k].segment)
            o->read1[i] = old.read1[k];
        if (old.read2[k].segment)
            o->read2[i] = old.read2[k];
    }
    drop_cells(&old);
}

static struct object *object_of(struct simt_allocation *a)
{
    struct object *o = a->shadow;

    if (o)
        return o;
    o = calloc(1, sizeof *o);
    if (!o)
        abort();
    o->base = a->base;
    o->bytes = a->bytes;
    o->allocation = a;
    o->name = a->name;
    o->space = a->space == SIMT_CONSTANT ? SPACE_CONSTANT : SPACE_GLOBAL;
    o->host_may = a->space == SIMT_MANAGED || a->space == SIMT_PINNED;
    /* Only of this memory do we see everything that writes it. */
    o->written = a->space != SIMT_DEVICE_MEMORY || a->initialized;
    o->shift = 2;
    o->next = allocations;
    allocations = o;
    a->shadow = o;
    if (simt_in_device_range(a->base)) {
        uintptr_t low = (uintptr_t)a->base, high = low + a->bytes;
        uintptr_t end = shadow_low + shadow_span;

        if (!shadow_span)
            shadow_low = end = low;
        if (high > end)
            end = high;
        if (low < shadow_low)
            shadow_low = low;
        shadow_span = end - shadow_low;
    }
    return o;
}

static void allocated(struct simt_allocation *a)
{
    a->shadow = NULL;
    object_of(a);
}

static void freed(struct simt_allocation *a)
{
    struct object *o = a->shadow;

    if (o)
        drop_cells(o);
}

static void host_wrote(struct object *o, size_t offset, size_t bytes)
{
    size_t mask = ((size_t)1 << o->shift) - 1;

    if (o->written || !bytes)
        return;
    if (offset == 0 && bytes >= o->bytes) {
        o->written = true;
        return;
    }
    if (((offset & mask) || ((offset + bytes) & mask)) &&
        offset + bytes < o->bytes) {
        split_cells(o);
        mask = 0;
    }
    if (!o->write)
        make_cells(o);
    for (size_t i = offset >> o->shift;
         i < (offset + bytes + mask) >> o->shift && i < o->cells; i++)
        if (!o->write[i].segment)
            o->write[i].segment = 1;
}

static void wrote(struct simt_allocation *a, size_t offset, size_t bytes)
{
    host_wrote(object_of(a), offset, bytes);
}

static long unwritten(struct simt_allocation *a, size_t offset, size_t bytes,
                      bool *some)
{
    struct object *o = object_of(a);
    long first = -1;

    if (o->written || !bytes)
        return -1;
    if (!o->write)
        return (long)offset;
    for (size_t i = offset >> o->shift;
         i <= (offset + bytes - 1) >> o->shift && i < o->cells; i++)
        if (o->write[i].segment)
            *some = true;
        else if (first < 0)
            first = (long)(i << o->shift > offset ? i << o->shift : offset);
    return first;
}

static void copied(struct simt_allocation *to, size_t to_offset,
                   struct simt_allocation *from, size_t from_offset,
                   size_t bytes)
{
    struct object *f = object_of(from), *t = object_of(to);
    size_t step = 1;

    if (f->written || t->written) {
        host_wrote(t, to_offset, bytes);
        return;
    }
    if (!f->write)
        return; /* what was there before is taken for written, still */
    if (!((to_offset | from_offset | bytes) & 3) && f->shift == 2)
        step = 4;
    for (size_t i = 0; i < bytes; i += step)
        if (f->write[(from_offset + i) >> f->shift].segment)
            host_wrote(t, to_offset + i, step);
}

const struct simt_memory_hooks shadow_memory_hooks = {
    .allocated = allocated,
    .freed = freed,
    .wrote = wrote,
    .unwritten = unwritten,
    .host_rest = host_rest,
    .copied = copied,
};

static bool leaks(const struct object *o)
{
    const struct simt_allocation *a = o->allocation;

    /* The judge's buffers have no site. */
    return a->shadow == o && a->live && a->site &&
           (a->space == SIMT_DEVICE_MEMORY || a->space == SIMT_MANAGED ||
            a->space == SIMT_PINNED);
}

/* One finding for each line that allocates; `index` says how often it did. */
void shadow_leaks(void)
{
    for (struct object *o = allocations; o; o = o->next) {
        struct simt_allocation *a = o->allocation;
        struct finding f = {
            .kind = "leak", .note = true, .object = o, .has_index = true};

        if (!leaks(o))
            continue;
        for (struct object *q = allocations; q; q = q->next)
            f.index += leaks(q) && q->allocation->site == a->site;
        f.at.pc = (uintptr_t)a->site;
        f.at.op = OP_CALL;
        report_finding(&f);
    }
}

/* ---- shared variables: symbols of the executable --------------------- */

extern __thread char simt_dynamic_shared[] SIMT_TLS;

/* The translator calls variable x simt_shared_x; the compiler puts the length
 * before it and more around it. */
static char *variable_name(const char *symbol)
{
    static const char prefix[] = "simt_shared_";
    const char *p = strstr(symbol, prefix), *digits = p;
    size_t length;

    while (digits > symbol && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    length = digits < p ? strtoul(digits, NULL, 10) : strlen(p);
    if (length > strlen(p) || length < sizeof prefix - 1)
        length = strlen(p);
    p += sizeof prefix - 1;
    length -= sizeof prefix - 1;
    if (digits == p - (sizeof prefix - 1))
        length = strcspn(p, ".");
    return strndup(p, length);
}

static void add_shared(uintptr_t base, size_t bytes, size_t map_bytes,
                       char *name)
{
    struct object *o;

    shared = realloc(shared, (size_t)(shared_count + 2) * sizeof *shared);
    if (!shared)
        abort();
    o = &shared[++shared_count];
    memset(o, 0, sizeof *o);
    o->base = (char *)base;
    o->bytes = bytes;
    o->space = SPACE_SHARED;
    o->name = name;
    o->shift = 2;
    for (size_t i = 0; i < map_bytes && base - shadow_tls + i < shadow_tls_span;
         i++)
        shadow_tls_map[base - shadow_tls + i] = (unsigned short)shared_count;
}

enum { GAP = 128 }; /* behind the variables of functions */

static int look_at_image(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    check_image = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t low = info->dlpi_addr + h->p_vaddr;
        uintptr_t high = low + h->p_memsz;

        if (h->p_type == PT_TLS)
            shadow_tls_span = h->p_memsz;
        if (h->p_type == PT_GNU_RELRO)
            relro = low, relro_end = high;
        if (h->p_type != PT_LOAD)
            continue;
        if (low < check_image)
            check_image = low;
        if (high > check_image_end)
            check_image_end = high;
        if (!(h->p_flags & PF_W) && high > rodata_end)
            rodata_end = high;
    }
    rodata = check_image;
    check_image = info->dlpi_addr ? info->dlpi_addr : 0;
    return 1; /* the executable comes first */
}

/* The executable's symbols; the file stays mapped. */
static const ElfW(Sym) * symbols;
static const char *symbol_names;
static size_t symbol_count;

struct object *shadow_host_variable(uintptr_t address)
{
    static struct object o;
    static char name[128];

    for (size_t i = 0; i < symbol_count; i++) {
        const uintptr_t base = check_image + symbols[i].st_value;
        const char *symbol = symbol_names + symbols[i].st_name;

        if (ELF64_ST_TYPE(symbols[i].st_info) != STT_OBJECT ||
            symbols[i].st_shndx == SHN_UNDEF ||
            address - base >= symbols[i].st_size)
            continue;
        /* A static one: _ZL, the length, the name. */
        if (!strncmp(symbol, "_ZL", 3))
            symbol += 3 + strspn(symbol + 3, "0123456789");
        snprintf(name, sizeof name, "%s", symbol);
        o = (struct object){.base = (char *)base,
                            .bytes = symbols[i].st_size,
                            .space = SPACE_HOST,
                            .name = name};
        return strncmp(name, "_Z", 2) ? &o : NULL;
    }
    return NULL;
}

static void shared_symbols(const char *file, size_t size)
{
    const ElfW(Ehdr) *e = (const void *)file;
    const ElfW(Shdr) * s;
    const ElfW(Sym) *dynamic = NULL;

    if (size < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) ||
        e->e_shoff + (size_t)e->e_shnum * sizeof *s > size)
        return;
    s = (const void *)(file + e->e_shoff);
    for (int i = 0; i < e->e_shnum; i++) {
        const ElfW(Sym) *symbol = (const void *)(file + s[i].sh_offset);
        size_t n = s[i].sh_size / sizeof *symbol;
        const char *names;

        if (s[i].sh_type != SHT_SYMTAB)
            continue;
        names = file + s[s[i].sh_link].sh_offset;
        symbols = symbol;
        symbol_names = names;
        symbol_count = n;
        for (size_t k = 0; k < n; k++)
            if (ELF64_ST_TYPE(symbol[k].st_info) == STT_TLS &&
                symbol[k].st_shndx != SHN_UNDEF &&
                !strcmp(names + symbol[k].st_name, "simt_dynamic_shared"))
                dynamic = &symbol[k];
        if (!dynamic)
            return;
        dynamic_offset = dynamic->st_value;
        shadow_tls = (uintptr_t)simt_dynamic_shared - dynamic_offset;
        add_shared((uintptr_t)simt_dynamic_shared, 0, dynamic->st_size, NULL);
        for (size_t k = 0; k < n; k++) {
            const char *name = names + symbol[k].st_name;
            size_t bytes = symbol[k].st_size;

            if (ELF64_ST_TYPE(symbol[k].st_info) != STT_TLS ||
                symbol[k].st_shndx == SHN_UNDEF ||
                !strstr(name, "simt_shared_"))
                continue;
            if (!strncmp(name, "_ZZ", 3) && bytes > GAP)
                bytes -= GAP;
            add_shared(shadow_tls + symbol[k].st_value, bytes,
                       symbol[k].st_size, variable_name(name));
        }
    }
}

void shadow_start(void)
{
    struct stat st;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    void *file;

    dl_iterate_phdr(look_at_image, NULL);
    shadow_tls_map = calloc(shadow_tls_span + 1, sizeof *shadow_tls_map);
    shared = calloc(2, sizeof *shared);
    if (!shadow_tls_map || !shared || fd < 0 || fstat(fd, &st))
        abort();
    file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return;
    shared_symbols(file, (size_t)st.st_size);
}

/* Behind the block's stacks, which are one mapping; what lies there may be
 * anything, the heap of kernels for one. */
static uintptr_t stacks_end(const struct fiber *f)
{
    return (uintptr_t)f[check_block->threads - 1].low + FIBER_STACK + 4096;
}

bool shadow_interesting(uintptr_t a)
{
    const struct fiber *f = check_block->fibers;
    uintptr_t args = (uintptr_t)check_launch->args;

    if (a - shadow_low < shadow_span)
        return true;
    if (a - shadow_tls < shadow_tls_span)
        return shadow_tls_map[a - shadow_tls] != 0;
    /* The stacks of a block are one mapping. */
    if (a >= (uintptr_t)f[0].low && a < stacks_end(f)) {
        const uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
        const size_t slot = check_block->threads > 1
                                ? (size_t)(f[1].low - f[0].low)
                                : (size_t)FIBER_STACK * 2;

        return (a - (uintptr_t)f[0].low) / slot !=
               (sp - (uintptr_t)f[0].low) / slot;
    }
    if (a - args < check_launch->args_bytes || check_in_heap(a))
        return false;
    if (a >= rodata && a < rodata_end)
        return false;
    if (a >= relro && a < relro_end)
        return false;
    return true;
}

struct object *shadow_object(uintptr_t a, enum space *space)
{
    const struct fiber *f = check_block->fibers;
    struct simt_allocation *allocation;
    struct object *o;

    if (a - shadow_tls < shadow_tls_span && shadow_tls_map[a - shadow_tls]) {
        *space = SPACE_SHARED;
        return &shared[shadow_tls_map[a - shadow_tls]];
    }
    allocation = simt_find((void *)a);
    if (allocation) {
        o = object_of(allocation);
        *space = o->space;
        return o;
    }
    *space = SPACE_HOST;
    if (simt_in_device_range((void *)a))
        *space = SPACE_GLOBAL;
    else if (a >= (uintptr_t)f[0].low && a < stacks_end(f))
        *space = SPACE_LOCAL;
    return NULL;
}

bool shadow_has_rows(unsigned bytes)
{
    for (int i = 1; i <= shared_count; i++)
        if (shared[i].bytes >= 2 * bytes && shared[i].bytes % bytes == 0)
            return true;
    return false;
}

/* ---- segments -------------------------------------------------------- */

struct segment {
    uint32_t block, barrier, sync;
    uint16_t warp;
};

/* As many as there may be in a launch; opened in pieces, as only those count as
 * the process's data, which a sandbox limits. */
enum { SEGMENTS = 1 << 28, PIECE = 1 << 20 };

uint32_t check_segment = 2, check_epoch = 2;
static struct segment *segments; /* from check_first on */
static uint32_t segments_open;
static uint32_t first_of_launch;
static bool fences, stores; /* of this launch, there are some */

static inline const struct segment *segment_at(uint32_t number)
{
    return &segments[number - first_of_launch];
}

/* One more piece of them. */
static void open_segments(void)
{
    if (mprotect(segments + segments_open, PIECE * sizeof *segments,
                 PROT_READ | PROT_WRITE))
        no_memory(PIECE * sizeof *segments);
    segments_open += PIECE;
}

static uint32_t new_segment(struct warp *w)
{
    const uint32_t number = check_segment - first_of_launch;
    struct segment *s = &segments[number];

    if (number >= SEGMENTS) {
        check_stop(cudaErrorLaunchTimeout);
        s = segments;
    } else if (number == segments_open) {
        open_segments();
    }
    s->block = (uint32_t)w->block->number;
    s->barrier = w->block->barriers;
    s->sync = w->syncs;
    s->warp = (uint16_t)w->number;
    return w->segment = check_segment++;
}

static inline uint32_t segment_of(struct warp *w)
{
    return w->segment ? w->segment : new_segment(w);
}

/* ---- what threads know of others through fences ---------------------- */

/* Everything that one thread had done or known when it called a fence, or the
 * union of two such. Never changed, freed with the launch. */
struct clock {
    struct clock *a, *b;
    uint32_t block, thread;
    uint32_t bound;       /* its own accesses of earlier segments */
    uint32_t warp_bound;  /* those of its warp before the last full sync */
    uint32_t block_bound; /* those of its block before the last barrier */
    uint32_t visited;
};

enum { CLOCKS = 1 << 14, SEARCH_MAX = 200000000 };
static uint64_t searched;
static struct clocks {
    struct clocks *next;
    int used;
    struct clock clock[CLOCKS];
} * clocks;

static struct clock *new_clock(void)
{
    if (!clocks || clocks->used == CLOCKS) {
        struct clocks *c = malloc(sizeof *c);

        if (!c)
            abort();
        c->used = 0;
        c->next = clocks;
        clocks = c;
    }
    return memset(&clocks->clock[clocks->used++], 0, sizeof(struct clock));
}

/* What a and b know together; a is the newer one, where things are found
 * sooner. Mostly it is b and something on top of it. */
static struct clock *join(struct clock *a, struct clock *b)
{
    struct clock *c = a;

    if (!a || !b)
        return a ? a : b;
    for (int i = 0; i < 64 && c; i++, c = c->b ? c->b : c->a)
        if (c == b)
            return a;
    if (b->a == a || b->b == a)
        return b;
    c = new_clock();
    c->a = a;
    c->b = b;
    return c;
}

static bool knows(struct clock *c, struct touch t, const struct segment *s)
{
    static struct clock **stack;
    static size_t room;
    static uint32_t visit;
    const uint32_t thread = s->warp * 32u + (t.info & TOUCH_LANE);
    size_t n = 0;

    visit++;
    while (c) {
        /* Past any patience, nothing is a race any more. */
        if (++searched > SEARCH_MAX)
            return true;
        if (c->visited != visit) {
            c->visited = visit;
            if (c->block == s->block &&
                (t.segment < c->block_bound ||
                 (t.segment < c->bound && c->thread == thread) ||
                 (t.segment < c->warp_bound && c->thread / 32 == s->warp)))
                return true;
            if (c->b) {
                if (n == room) {
                    room = room ? 2 * room : 1024;
                    stack = realloc(stack, room * sizeof *stack);
                    if (!stack)
                        abort();
                }
                stack[n++] = c->b;
            }
            if (c->a) {
                c = c->a;
                continue;
            }
        }
        c = n ? stack[--n] : NULL;
    }
    return false;
}

/* What was released at an address, and who was the first to store there without
 * a look at what it had; found by hashing. */
struct location {
    uintptr_t address;
    struct clock *device, *within; /* within: one block */
    uint32_t block;
    struct touch store; /* segment 0: nobody */
    bool is_lock;       /* was taken and given back */
    /* Of volatile memory: written under this lock, with no fence up to giving
     * it back; 0: no lock. */
    uintptr_t lock;
    struct touch by;
    uint64_t value;
};
static struct location *locations;
static size_t locations_size, locations_used;

static struct location *location(uintptr_t address, bool make)
{
    size_t i;

    if (!locations_size && !make)
        return NULL;
    if (make && 2 * locations_used >= locations_size) {
        struct location *old = locations;
        size_t old_size = locations_size;

        locations_size = old_size ? 2 * old_size : 1024;
        locations = calloc(locations_size, sizeof *locations);
        if (!locations)
            abort();
        locations_used = 0;
        for (size_t k = 0; k < old_size; k++)
            if (old[k].address)
                *location(old[k].address, true) = old[k];
        free(old);
    }
    i = (address * 0x9E3779B97F4A7C15u >> 20) & (locations_size - 1);
    while (locations[i].address && locations[i].address != address)
        i = (i + 1) & (locations_size - 1);
    if (!locations[i].address) {
        if (!make)
            return NULL;
        locations_used++;
        locations[i].address = address;
    }
    return &locations[i];
}

static void acquire(struct warp *w, int lane, uintptr_t address)
{
    const struct location *l = location(address, false);

    if (!l)
        return;
    w->known[lane] = join(l->device, w->known[lane]);
    if (l->block == (uint32_t)w->block->number)
        w->known[lane] = join(l->within, w->known[lane]);
}

/* An atomic operation keeps what others released there before; a plain
 * volatile store replaces it. */
static void release(struct warp *w, int lane, uintptr_t address, bool keep)
{
    struct clock *device = w->fenced[0][lane], *within = w->fenced[1][lane];
    const uint32_t block = (uint32_t)w->block->number;
    struct location *l = location(address, device || within);

    if (!l)
        return;
    l->device = keep ? join(device, l->device) : device;
    l->within = keep && l->block == block ? join(within, l->within) : within;
    l->block = block;
}

/* ---- owners of locks ------------------------------------------------- */

/*
 * Who has changed a place with an atomicCAS() or an atomicExch() whose answer
 * counts may have taken a lock. It was one if the same thread gives it back, by
 * a store or by arithmetic. (Not by another atomicCAS(): who puts something on
 * a list and takes it off again does the same.)
 *
 * What lies between needs a fence at either end. At the end it is asked for by
 * the order of accesses (see above), but volatile ones never race: they do if
 * two owners write there. At the beginning it is asked for where the owner goes
 * on to read, itself, what other owners write. A barrier of the block or warp
 * is taken for such a fence.
 */
enum { READ = 4, WRITTEN = 4 };
struct owner {
    uintptr_t lock;         /* 0: none */
    bool fenced[2];         /* since then; [1]: within the block at least */
    const char *read[READ]; /* the last places read without */
    unsigned reads;
    int written; /* volatile places since the last fence */
    struct {
        const struct object *object;
        size_t offset;
        unsigned bytes;
        struct touch by;
    } write[WRITTEN];
};

/* Whether the atomic operation succeeds is known only when its lanes have come
 * to their next access. Their fences up to there, device and block. */
static bool atomic_runs;
static uint32_t behind_it[2];

static void take_lock(struct warp *w, int lane, uintptr_t lock)
{
    if (!w->owner)
        w->owner = calloc(32, sizeof *w->owner);
    if (!w->owner)
        abort();
    w->owner[lane] = (struct owner){.lock = lock};
}

static struct owner *owner_at(const struct warp *w, int lane)
{
    return w->owner && w->owner[lane].lock ? &w->owner[lane] : NULL;
}

static void fence_behind_lock(struct warp *w, int lane, enum simt_scope scope)
{
    struct owner *o = owner_at(w, lane);

    w->used &= ~(1u << lane);
    if (!o)
        return;
    o->fenced[0] = o->fenced[0] || scope != SIMT_BLOCK;
    o->fenced[1] = true;
    o->written = 0;
}

static void barrier_behind_lock(struct warp *w, uint32_t mask)
{
    for (uint32_t m = (w->owner ? ~0u : w->used) & mask; m; m &= m - 1)
        fence_behind_lock(w, __builtin_ctz(m), SIMT_DEVICE);
}

static bool same_thread(struct touch a, struct touch b)
{
    const struct segment *s = segment_at(a.segment);
    const struct segment *t = segment_at(b.segment);

    return s->block == t->block && s->warp == t->warp &&
           !((a.info ^ b.info) & TOUCH_LANE);
}

static struct party touch_party(struct touch t, enum op op)
{
    const struct segment *s = segment_at(t.segment);
    const struct site *site = site_numbered(t.info >> TOUCH_SITE_SHIFT);

    return (struct party){.pc = site->pc,
                          .op = op,
                          .bytes = site->bytes,
                          .on_device = true,
                          .block = s->block,
                          .thread = s->warp * 32u + (t.info & TOUCH_LANE)};
}

static void give_back_lock(struct warp *w, int lane)
{
    struct owner *o = &w->owner[lane];

    location(o->lock, true)->is_lock = true;
    w->used |= 1u << lane;
    for (int i = 0; i < o->written; i++) {
        const struct object *x = o->write[i].object;
        const char *place = x->base + o->write[i].offset;
        const size_t bytes = o->write[i].bytes;
        struct location *l = location((uintptr_t)place, true);
        uint64_t value = 0;

        memcpy(&value, place, bytes < sizeof value ? bytes : sizeof value);
        if (l->lock == o->lock && l->value != value &&
            !same_thread(l->by, o->write[i].by)) {
            struct finding f = {.kind = "race",
                                .at = touch_party(o->write[i].by, OP_WRITE),
                                .other = touch_party(l->by, OP_WRITE),
                                .has_other = true,
                                .object = x,
                                .offset = (int64_t)o->write[i].offset,
                                .element = (unsigned)bytes};

            report_finding(&f);
        }
        l->lock = o->lock;
        l->by = o->write[i].by;
        l->value = value;
    }
    o->lock = 0;
}

/* A volatile write of an owner: to the lock itself, or to something else. */
static void owner_writes(const struct request *r, int i, struct touch by)
{
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    struct owner *o = owner_at(w, lane);

    if (!o)
        return;
    if ((uintptr_t)r->object->base + r->offset[i] == o->lock) {
        give_back_lock(w, lane);
    } else if (o->written < WRITTEN && r->object->space == SPACE_GLOBAL) {
        o->write[o->written].object = r->object;
        o->write[o->written].offset = r->offset[i];
        o->write[o->written].bytes = r->bytes;
        o->write[o->written++].by = by;
    }
}

void shadow_fence(struct warp *w, int lane, enum simt_scope scope)
{
    struct clock *c = new_clock();

    fences = true;
    w->segment = 0;
    w->dirty &= ~(1u << lane);
    if (atomic_runs)
        behind_it[scope == SIMT_BLOCK] |= 1u << lane;
    else
        fence_behind_lock(w, lane, scope);
    c->block = (uint32_t)w->block->number;
    c->thread = (uint32_t)(w->number * 32 + lane);
    c->bound = check_segment;
    c->warp_bound = w->sync_first;
    c->block_bound = w->block->interval_first;
    c->a = w->known[lane];
    w->fenced[scope == SIMT_BLOCK][lane] = c;
}

/* ---- order ----------------------------------------------------------- */

/* By barriers and __syncwarp() alone, or else by fences too. */
static inline bool ordered_by(struct touch t, const struct warp *w, int lane,
                              bool by_fences)
{
    const struct block *b = w->block;
    const struct segment *s;

    if (t.segment < check_epoch)
        return true;
    s = segment_at(t.segment);
    if (s->block == (uint32_t)b->number) {
        const int other = t.info & TOUCH_LANE;

        if (s->barrier < b->barriers)
            return true;
        if (s->warp == w->number) {
            if (other == lane || s->sync < w->full_sync)
                return true;
            if (w->partial && s->sync < w->partial[lane][other])
                return true;
        }
    }
    return by_fences && w->known[lane] && knows(w->known[lane], t, s);
}

static inline bool ordered(struct touch t, const struct warp *w, int lane)
{
    return ordered_by(t, w, lane, fences);
}

static inline bool same_warp(struct touch t, const struct warp *w)
{
    const struct segment *s = segment_at(t.segment);

    return s->block == (uint32_t)w->block->number && s->warp == w->number;
}

/* Whether two unordered accesses, one of them a write, may be so. */
static bool compatible(struct touch t, uint32_t info, const struct object *o,
                       const struct warp *w)
{
    if (!(t.info & info & TOUCH_STRONG))
        return false;
    if ((t.info | info) & TOUCH_IN_BLOCK &&
        segment_at(t.segment)->block != (uint32_t)w->block->number)
        return false;
    if (t.info & info & TOUCH_ATOMIC)
        return true;
    /* volatile does not make lanes of one warp wait for each other. */
    return o->space != SPACE_SHARED || !(t.info & info & TOUCH_VOLATILE) ||
           !same_warp(t, w);
}

/*
 * A plain read against an atomic operation is no mistake where the thread goes
 * on to compare and swap: old = *p; while ((seen = atomicCAS(p, old, ...)) !=
 * old) ... Such a finding waits until the reader does that, or ends.
 *
 * A volatile read against a volatile write without a fence is none where the
 * reader only waits for the value to change. That shows at the latest at the
 * end of the launch.
 */
static struct put_off {
    struct finding finding;
    uint64_t block;
    unsigned thread;
    uintptr_t word;
    const struct site *volatile_read; /* null: it waits for its thread */
} * later;
static size_t later_count, later_room;

/* Words that some loop has waited for in this launch, by hashing: the compiler
 * may put the first look at a flag before the loop. */
static uintptr_t waited[256];

static uintptr_t *waited_at(uintptr_t word)
{
    return &waited[word * 0x9E3779B97F4A7C15u >> 56];
}

static uintptr_t word_of(const struct object *o, int64_t offset)
{
    return ((uintptr_t)o->base + (uintptr_t)offset) & ~(uintptr_t)7;
}

static void put_off(const struct finding *f, const struct party *reader,
                    const struct site *volatile_read)
{
    const uintptr_t word = word_of(f->object, f->offset);

    for (size_t i = 0; i < later_count; i++)
        if (volatile_read
                ? later[i].volatile_read == volatile_read &&
                      later[i].finding.at.pc == f->at.pc &&
                      later[i].finding.other.pc == f->other.pc
                : later[i].thread == reader->thread &&
                      later[i].block == reader->block && later[i].word == word)
            return;
    if (later_count == later_room) {
        later_room = later_room ? 2 * later_room : 64;
        later = realloc(later, later_room * sizeof *later);
        if (!later)
            abort();
    }
    later[later_count++] = (struct put_off){*f, reader->block, reader->thread,
                                            word, volatile_read};
}

/* Of this thread, at this address or (word 0) at all; or of all threads. */
static void take_up(const struct warp *w, int lane, uintptr_t word, bool report)
{
    for (size_t i = 0; i < later_count;) {
        const struct site *volatile_read = later[i].volatile_read;

        if (!w || (!volatile_read && later[i].block == w->block->number &&
                   later[i].thread == (unsigned)(w->number * 32 + lane) &&
                   (!word || later[i].word == word))) {
            if (report && !(volatile_read &&
                            (volatile_read->waits ||
                             *waited_at(later[i].word) == later[i].word)))
                report_finding(&later[i].finding);
            later[i] = later[--later_count];
        } else {
            i++;
        }
    }
}

void shadow_thread_end(struct warp *w, int lane)
{
    if (later_count)
        take_up(w, lane, 0, true);
}

static void race(const struct request *r, int i, struct touch t, bool t_writes,
                 size_t cell)
{
    const struct segment *s = segment_at(t.segment);
    const struct warp *w = r->warp;
    const struct site *site = site_numbered(t.info >> TOUCH_SITE_SHIFT);
    struct finding f = {
        .kind = "race",
        .at = {.pc = r->site->pc,
               .op = r->op & OP_KIND,
               .bytes = r->bytes,
               .on_device = true,
               .block = w->block->number,
               .thread = (unsigned)(w->number * 32 + r->lane[i])},
        .other = {.pc = site->pc,
                  .op = t.info & TOUCH_ATOMIC ? OP_ATOMIC
                        : t_writes            ? OP_WRITE
                                              : OP_READ,
                  .bytes = site->bytes,
                  .on_device = true,
                  .block = s->block,
                  .thread = s->warp * 32u + (t.info & TOUCH_LANE)},
        .has_other = true,
        .same_warp = same_warp(t, w),
        .object = r->object,
        .offset = (int64_t)(cell << r->object->shift),
        .element = r->bytes,
    };

    const bool atomic = t.info & TOUCH_ATOMIC;
    const bool volatiles = t.info & TOUCH_VOLATILE && r->op & OP_VOLATILE &&
                           (f.at.op == OP_READ || !t_writes);

    if (f.offset < (int64_t)r->offset[i])
        f.offset = (int64_t)r->offset[i];
    if (volatiles && !(f.same_warp && r->object->space == SPACE_SHARED))
        put_off(&f, &f.at, t_writes ? r->site : site);
    else if (f.at.op == OP_READ && atomic)
        put_off(&f, &f.at, NULL);
    else if (f.at.op == OP_ATOMIC && !t_writes && !atomic)
        put_off(&f, &f.other, NULL);
    else
        report_finding(&f);
}

/* A volatile write behind a fence is how a flag is raised or a lock is given
 * back; without one it tells others nothing, as a plain write. A fence that
 * belongs to a lock which is given back already is none. */
static bool raises_flag(const struct request *r, int lane)
{
    const struct warp *w = r->warp;

    return (w->fenced[0][lane] ||
            (w->fenced[1][lane] && r->object->space == SPACE_SHARED)) &&
           !(w->used >> lane & 1);
}

static inline uint32_t info_of(const struct request *r, int i)
{
    uint32_t info = r->lane[i] | r->site->number << TOUCH_SITE_SHIFT;

    if ((r->op & OP_KIND) == OP_ATOMIC)
        info |= TOUCH_ATOMIC | TOUCH_STRONG;
    if (r->op & OP_IN_BLOCK)
        info |= TOUCH_IN_BLOCK;
    if (r->op & OP_VOLATILE) {
        info |= TOUCH_VOLATILE;
        if ((r->op & OP_KIND) == OP_READ || raises_flag(r, r->lane[i]))
            info |= TOUCH_STRONG;
    }
    return info;
}

/* The cell is the first of them that lane r->lane[i] reads. */
static void never_written(const struct request *r, int i, size_t cell)
{
    const struct warp *w = r->warp;
    const size_t offset = cell << r->object->shift;
    struct finding f = {
        .kind = "unwritten",
        .at = {.pc = r->site->pc,
               .op = r->op & OP_KIND,
               .bytes = r->bytes,
               .on_device = true,
               .block = w->block->number,
               .thread = (unsigned)(w->number * 32 + r->lane[i])},
        .object = r->object,
        .offset = (int64_t)(offset > r->offset[i] ? offset : r->offset[i]),
        .element = r->bytes,
    };

    report_finding(&f);
}

/* ---- what depends on who comes first --------------------------------- */

/*
 * An atomic operation and a store into the same place never race; but if
 * nothing orders them, the store may come last, and what the other one has done
 * is lost. It is no mistake where the thread that stores knows what it does: it
 * has looked at the place before, as who gives back a lock that it has taken,
 * or is the last one to be counted. Nor where the thread that changes the value
 * has looked and may have waited for the store.
 */
static bool has_looked(const struct warp *w, int lane, uintptr_t place)
{
    for (int i = 0; i < PLACES; i++)
        if (w->places[lane][i] == place)
            return true;
    return false;
}

static inline void looks_at(struct warp *w, int lane, uintptr_t place)
{
    uintptr_t *places = w->places[lane];
    size_t i = 0;

    while (i < PLACES - 1 && places[i] && places[i] != place)
        i++;
    memmove(places + 1, places, i * sizeof *places);
    places[0] = place;
}

/* A look at shared memory counts up to the next barrier. */
static inline uintptr_t place_of(const struct request *r, int i)
{
    const uintptr_t address = (uintptr_t)r->object->base + r->offset[i];

    return r->object->space == SPACE_SHARED
               ? address ^ (uintptr_t)r->warp->block->barriers << 48
               : address;
}

static void report_order(const struct request *r, int i, struct touch store,
                         struct touch change)
{
    struct finding f = {
        .kind = "order",
        .at = touch_party(store, OP_ATOMIC),
        .other = touch_party(change, OP_ATOMIC),
        .has_other = true,
        .same_warp =
            segment_at(store.segment)->block ==
                segment_at(change.segment)->block &&
            segment_at(store.segment)->warp == segment_at(change.segment)->warp,
        .object = r->object,
        .offset = (int64_t)r->offset[i],
        .element = r->bytes,
    };

    if (store.info & TOUCH_VOLATILE)
        f.at.op = OP_WRITE;
    report_finding(&f);
}

static bool is_me(struct touch t, const struct warp *w, int lane)
{
    const struct segment *s = segment_at(t.segment);

    return s->block == (uint32_t)w->block->number && s->warp == w->number &&
           (int)(t.info & TOUCH_LANE) == lane;
}

/* Not of an earlier launch, nor of another block in its own shared memory. */
static bool counts(struct touch t, const struct object *o, const struct warp *w)
{
    if (o->space != SPACE_SHARED)
        return t.segment >= check_epoch;
    return t.segment >= w->block->first &&
           segment_at(t.segment)->block == (uint32_t)w->block->number;
}

/* Lost changes of this request, once they are known to be some: by index. */
static struct touch lost[33];
static bool some_lost;

/* Before lane r->lane[i] stores or changes what lies in this cell. */
static void see_order(const struct request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    const uintptr_t address = (uintptr_t)o->base + r->offset[i];
    const uintptr_t place = place_of(r, i);
    const bool store = r->op & (OP_STORE | OP_VOLATILE);
    const struct touch write = o->write[cell];
    const struct touch me = {segment_of(w), info_of(r, i)};
    struct location *l;

    lost[i].segment = 0;
    if (store && !has_looked(w, lane, place)) {
        if (counts(write, o, w) && write.info & TOUCH_CHANGED &&
            !is_me(write, w, lane) && !ordered(write, w, lane)) {
            if (r->op & OP_VOLATILE)
                report_order(r, i, me, write);
            else
                lost[i] = write;
            some_lost = true;
        }
        l = location(address, true);
        if (!counts(l->store, o, w))
            l->store = me;
        stores = true;
    } else if (stores && !(r->op & (OP_EXCH | OP_CAS | OP_VOLATILE)) &&
               !has_looked(w, lane, place)) {
        l = location(address, false);
        if (l && counts(l->store, o, w) && !is_me(l->store, w, lane) &&
            !ordered(l->store, w, lane)) {
            lost[i] = l->store;
            some_lost = true;
        }
    }
    looks_at(w, lane, place);
}

/* The lane has changed a place in one step. */
static void see_owner(const struct request *r, int i)
{
    const uintptr_t address = (uintptr_t)r->object->base + r->offset[i];
    const int lane = r->lane[i];
    struct owner *o = owner_at(r->warp, lane);
    const bool asks = r->op & (OP_CAS | OP_EXCH) && !(r->op & OP_STORE);

    if (o && o->lock == address && !asks)
        give_back_lock(r->warp, lane);
    else if (asks)
        take_lock(r->warp, lane, address);
}

void shadow_changed(const struct request *r, uint32_t changed)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const uint32_t fences_of[2] = {behind_it[0], behind_it[1]};

    atomic_runs = false;
    behind_it[0] = behind_it[1] = 0;
    for (int i = 0; i < r->n && changed && o->write; i++) {
        struct touch *write = &o->write[r->offset[i] >> o->shift];
        const struct touch me = {w->segment, info_of(r, i)};

        if (!(changed >> r->lane[i] & 1))
            continue;
        see_owner(r, i);
        if (write->segment == w->segment && !(r->op & (OP_EXCH | OP_CAS)))
            write->info |= TOUCH_CHANGED;
        if (!some_lost || !lost[i].segment)
            continue;
        if (r->op & OP_STORE)
            report_order(r, i, me, lost[i]);
        else
            report_order(r, i, lost[i], me);
    }
    some_lost = false;
    for (int k = 0; k < 2; k++)
        for (uint32_t m = fences_of[k]; m; m &= m - 1)
            fence_behind_lock(w, __builtin_ctz(m),
                              k ? SIMT_BLOCK : SIMT_DEVICE);
}

/* ---- several threads that write the same ----------------------------- */

/*
 * That is no race among them, and each may read it back; but who has not
 * written it may read what was there before. Kept by hashing; what falls out
 * is taken for written by all.
 */
static struct same {
    const char *place;
    uint32_t block, last; /* segment of the last write */
    uint32_t writers[32]; /* lanes, by warp */
} sames[1024];

static struct same *same_at(const char *place)
{
    return &sames[(uintptr_t)place * 0x9E3779B97F4A7C15u >> 54];
}

/* Of one cell; after `before`, which wrote the same. */
static void write_same(const struct request *r, int lane, size_t cell,
                       struct touch before)
{
    const struct segment *s = segment_at(before.segment);
    const struct warp *w = r->warp;
    const uint32_t block = (uint32_t)w->block->number;
    const char *place = r->object->base + (cell << r->object->shift);
    struct touch *write = &r->object->write[cell];
    struct same *all = same_at(place);

    if (all->place != place || all->block != block ||
        all->last != before.segment) {
        memset(all->writers, before.info & TOUCH_SAME ? 255 : 0,
               sizeof all->writers);
        if (s->block == block)
            all->writers[s->warp] |= 1u << (before.info & TOUCH_LANE);
    }
    all->place = place;
    all->block = block;
    all->last = write->segment;
    all->writers[w->number] |= 1u << lane;
    write->info |= TOUCH_SAME;
}

/* Whether the lane is one of several that wrote this. */
static bool wrote_same(const struct request *r, int lane, size_t cell)
{
    const char *place = r->object->base + (cell << r->object->shift);
    const struct touch write = r->object->write[cell];
    const struct same *all = same_at(place);

    if (!(write.info & TOUCH_SAME) ||
        segment_at(write.segment)->block != (uint32_t)r->warp->block->number)
        return false;
    return all->place != place || all->last != write.segment ||
           all->writers[r->warp->number] >> lane & 1;
}

/* ---- reads ----------------------------------------------------------- */

/* Whether every thread that reads now comes after the last write anyway. */
static bool quiet(struct touch write, const struct block *b, bool grid)
{
    const struct segment *s;

    if (write.segment < check_epoch)
        return true;
    if (grid)
        return false;
    s = segment_at(write.segment);
    return s->block == (uint32_t)b->number && s->barrier < b->barriers;
}

static void check_written(const struct request *r, int i, size_t cell)
{
    const struct object *o = r->object;

    if (o->space == SPACE_SHARED
            ? o->write[cell].segment < r->warp->block->first
            : !o->written && !o->write[cell].segment)
        never_written(r, i, cell);
}

/*
 * An access of a lock's owner to what another one has touched, in an order that
 * the lock alone makes. Whichever of the two has read it with no fence behind
 * the taking of the lock would read an old value if it were the later one.
 */
static void see_bare(const struct request *r, int i, size_t cell,
                     struct touch t, bool t_writes)
{
    const struct object *o = r->object;
    const struct warp *w = r->warp;
    const int lane = r->lane[i];
    const struct owner *owner = owner_at(w, lane);
    const bool reads = (r->op & OP_KIND) == OP_READ;
    const struct location *l = location(owner->lock, false);
    bool mine, others;

    if (o->space != SPACE_GLOBAL || t.segment < check_epoch ||
        (reads && !t_writes) || !l || !l->is_lock ||
        ordered_by(t, w, lane, false))
        return;
    mine = reads && !(r->op & OP_VOLATILE) &&
           !owner->fenced[segment_at(t.segment)->block ==
                          (uint32_t)w->block->number];
    others = t.info & TOUCH_BARE && !(r->op & OP_VOLATILE);
    /* Without order it is a race, which is said as such. */
    if ((!mine && !others) || !ordered(t, w, lane))
        return;

    const struct touch me = {w->segment, info_of(r, i)};
    const struct party a = touch_party(me, r->op & OP_KIND);
    const struct party b = touch_party(t, t_writes ? OP_WRITE : OP_READ);
    struct finding f = {.kind = "race",
                        .at = mine ? a : b,
                        .other = mine ? b : a,
                        .has_other = true,
                        .object = o,
                        .offset = (int64_t)(cell << o->shift),
                        .element = r->bytes,
                        .text = "no fence behind the lock"};

    report_finding(&f);
}

/* The plain accesses that TOUCH_BARE is about: reads, and what is then written
 * in the same place. */
static uint32_t bare(const struct request *r, int i)
{
    struct owner *owner = owner_at(r->warp, r->lane[i]);
    const char *place = r->object->base + r->offset[i];

    if (!owner || owner->fenced[0] || r->op & (OP_VOLATILE | OP_RANGE))
        return 0;
    for (int k = 0; k < READ; k++)
        if (owner->read[k] == place)
            return TOUCH_BARE;
    if ((r->op & OP_KIND) == OP_WRITE)
        return 0;
    owner->read[owner->reads++ % READ] = place;
    return TOUCH_BARE;
}

static void read_cell(const struct request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const struct block *b = w->block;
    const int lane = r->lane[i];
    /* What an earlier block did in the same shared memory does not count. */
    const uint32_t floor = o->space == SPACE_SHARED ? b->first : check_epoch;
    const uint32_t strong = TOUCH_ATOMIC | TOUCH_VOLATILE;
    struct touch *r1 = &o->read1[cell], *r2 = &o->read2[cell];
    const struct touch write = o->write[cell];
    struct touch me;
    bool old1, old2;

    if (w->segment &&
        ((r1->segment == w->segment && (int)(r1->info & TOUCH_LANE) == lane) ||
         (r1->segment == w->segment && r2->segment == w->segment &&
          !(write.info & TOUCH_SAME))))
        return;
    check_written(r, i, cell);
    me.segment = segment_of(w);
    me.info = info_of(r, i);
    if (w->owner && owner_at(w, lane)) {
        me.info |= bare(r, i);
        see_bare(r, i, cell, write, true);
    }
    if (write.segment >= floor && !compatible(write, me.info, o, w) &&
        !ordered(write, w, lane) && !wrote_same(r, lane, cell))
        race(r, i, write, true, cell);
    if (r1->segment >= floor && r1->info & TOUCH_ATOMIC &&
        !compatible(*r1, me.info, o, w) && !ordered(*r1, w, lane))
        race(r, i, *r1, true, cell);

    old1 = r1->segment < floor || ordered_by(*r1, w, lane, false);
    old2 = r2->segment < floor || ordered_by(*r2, w, lane, false);
    if (old1) {
        *r1 = me;
        if (old2)
            r2->segment = 0;
    } else if (old2) {
        *r2 = me;
    } else {
        const struct segment *s1 = segment_at(r1->segment);
        const struct segment *s2 = segment_at(r2->segment);
        const uint32_t block = (uint32_t)b->number;

        /* Two readers as far apart as can be, and plain ones rather. */
        if ((s1->block == s2->block && block != s1->block) ||
            (s1->block == s2->block && s1->warp == s2->warp &&
             w->number != s1->warp) ||
            (r2->info & strong && !(me.info & strong)))
            *r2 = me;
        else if (r1->info & strong && !(me.info & strong))
            *r1 = me;
    }
    if (r1->segment < floor || r2->segment < floor)
        return;
    r2->info &= ~(uint32_t)(TOUCH_BLOCK_KNOWS | TOUCH_GRID_KNOWS);
    if ((r1->info | r2->info) & strong)
        return;
    if (segment_at(r1->segment)->block != segment_at(r2->segment)->block) {
        if (quiet(write, b, true))
            r2->info |= TOUCH_GRID_KNOWS;
    } else if (segment_at(r1->segment)->warp != segment_at(r2->segment)->warp &&
               r1->segment >= b->interval_first &&
               (write.segment < floor || quiet(write, b, false))) {
        r2->info |= TOUCH_BLOCK_KNOWS;
    }
}

static void prepare(const struct request *r)
{
    struct object *o = r->object;

    if (r->bytes < 4 && o->shift)
        split_cells(o);
    if (!o->write)
        make_cells(o);
}

static inline void read_cells(const struct request *r, int i, size_t cell,
                              size_t cells, uint32_t interval)
{
    for (size_t k = cell; k < cell + cells; k++) {
        const struct touch r2 = r->object->read2[k];

        if (!((r2.info & TOUCH_GRID_KNOWS && r2.segment >= check_epoch) ||
              (r2.info & TOUCH_BLOCK_KNOWS && r2.segment >= interval)))
            read_cell(r, i, k);
    }
}

/* The same thread reads the same place again, it has not changed, and the
 * thread has not answered in between: the loop waits for the change. */
static void see_waiting(const struct request *r)
{
    const struct warp *w = r->warp;
    const char *at = r->object->base + r->offset[0];
    struct site *s = r->site;
    struct volatile_read now = {.at = at,
                                .block = w->block->number,
                                .thread = w->number * 32 + r->lane[0],
                                .writes = w->volatile_writes};

    memcpy(&now.value, at, r->bytes < 8 ? r->bytes : 8);
    if (s->last.at == at && s->last.value == now.value &&
        s->last.block == now.block && s->last.thread == now.thread &&
        s->last.writes == now.writes) {
        const uintptr_t word = (uintptr_t)at & ~(uintptr_t)7;

        s->waits = true;
        *waited_at(word) = word;
    }
    s->last = now;
}

void shadow_read(const struct request *r)
{
    const struct object *o = r->object;
    const uint32_t interval = r->warp->block->interval_first;
    size_t before = SIZE_MAX, cell, cells;

    prepare(r);
    if (r->op & OP_VOLATILE)
        see_waiting(r);
    for (int i = 0; i < r->n && r->op & OP_VOLATILE; i++) {
        const uintptr_t address = (uintptr_t)o->base + r->offset[i];

        looks_at(r->warp, r->lane[i], place_of(r, i));
        if (fences)
            acquire(r->warp, r->lane[i], address);
    }
    cells = r->bytes > 1u << o->shift ? r->bytes >> o->shift : 1;
    /* Of lanes that read the same, the first and the last will do, unless it
     * matters who wrote it. */
    if (r->pattern == SAME &&
        !(o->write[r->offset[0] >> o->shift].info & TOUCH_SAME)) {
        read_cells(r, 0, r->offset[0] >> o->shift, cells, interval);
        if (r->n > 1)
            read_cells(r, r->n - 1, r->offset[0] >> o->shift, cells, interval);
        return;
    }
    for (int i = 0; i < r->n; i++, before = cell) {
        cell = r->offset[i] >> o->shift;
        if (cell == before && i + 1 < r->n &&
            r->offset[i + 1] >> o->shift == cell &&
            !(o->write[cell].info & TOUCH_SAME))
            continue;
        read_cells(r, i, cell, cells, interval);
    }
}

/* ---- writes ---------------------------------------------------------- */

/* Unordered writes of one word are no race if they write the same: known only
 * when the lane has gone on. */
static struct question {
    bool asked, reader_asked;
    size_t cell;
    struct touch writer, reader;
    unsigned char old[16];
} questions[33];

/* Does this atomic operation come behind a plain write of its block, with no
 * barrier between (which other blocks do not know)? Others still race with that
 * write, so the atomic must not take its place: it goes among the readers. */
static bool keeps_plain(struct touch write, struct touch me, uint32_t floor,
                        bool global)
{
    if (write.segment < floor || write.info & TOUCH_ATOMIC ||
        !(me.info & TOUCH_ATOMIC))
        return false;
    const struct segment *a = segment_at(write.segment);
    const struct segment *b = segment_at(me.segment);
    return a->block == b->block && (global || a->barrier == b->barrier);
}

static bool write_cell(const struct request *r, int i, size_t cell)
{
    const struct object *o = r->object;
    struct warp *w = r->warp;
    const int lane = r->lane[i];
    const uint32_t floor =
        o->space == SPACE_SHARED ? w->block->first : check_epoch;
    struct touch *touches[] = {&o->read1[cell], &o->read2[cell]};
    struct touch *write = &o->write[cell];
    struct question *q = &questions[i];
    struct touch me = {segment_of(w), info_of(r, i)};
    const bool values = !(r->op & OP_RANGE) && (r->op & OP_KIND) == OP_WRITE;

    if (w->owner && owner_at(w, lane) && !(me.info & TOUCH_ATOMIC)) {
        me.info |= bare(r, i);
        see_bare(r, i, cell, *write, true);
        see_bare(r, i, cell, *touches[0], false);
        see_bare(r, i, cell, *touches[1], false);
    }
    if (write->segment >= floor && !compatible(*write, me.info, o, w) &&
        !ordered(*write, w, lane)) {
        if (!values) {
            race(r, i, *write, true, cell);
        } else if (!q->asked) {
            q->asked = true;
            q->reader_asked = false;
            q->cell = cell;
            q->writer = *write;
        }
    }
    for (int k = 0; k < 2; k++) {
        struct touch *t = touches[k];

        if (!t->segment)
            continue;
        if (t->segment >= floor && !compatible(*t, me.info, o, w) &&
            !ordered(*t, w, lane)) {
            if (q->asked && q->cell == cell) {
                q->reader_asked = true;
                q->reader = *t;
            } else {
                race(r, i, *t, false, cell);
            }
        }
        t->segment = 0;
    }
    if (keeps_plain(*write, me, floor, o->space == SPACE_GLOBAL))
        *touches[0] = me;
    else
        *write = me;
    return q->asked;
}

bool shadow_write(const struct request *r)
{
    const struct object *o = r->object;
    const bool atomic = (r->op & OP_KIND) == OP_ATOMIC;
    size_t cells;
    bool asked = false;

    prepare(r);
    some_lost = false;
    atomic_runs = atomic;
    if (o->space == SPACE_GLOBAL)
        r->warp->dirty |= r->mask;
    r->warp->volatile_writes += (r->op & OP_VOLATILE) != 0;
    cells = r->bytes > 1u << o->shift ? r->bytes >> o->shift : 1;
    for (int i = 0; i < r->n; i++) {
        const size_t cell = r->offset[i] >> o->shift;
        const uintptr_t address = (uintptr_t)o->base + r->offset[i];

        questions[i].asked = false;
        if (atomic && !(r->op & OP_EXCH))
            check_written(r, i, cell);
        if (atomic || (r->op & OP_VOLATILE && raises_flag(r, r->lane[i])))
            see_order(r, i, cell);
        if (fences && atomic)
            acquire(r->warp, r->lane[i], address);
        if (later_count && r->op & OP_CAS)
            take_up(r->warp, r->lane[i], address & ~(uintptr_t)7, false);
        for (size_t k = cell; k < cell + cells; k++)
            if (write_cell(r, i, k))
                asked = true;
        if (fences && (atomic || r->op & OP_VOLATILE))
            release(r->warp, r->lane[i], address, atomic);
        if (r->op & OP_VOLATILE && r->warp->owner)
            owner_writes(r, i, o->write[cell]);
    }
    if (later_count && r->op & OP_CAS)
        for (int i = 0; i < r->n; i++)
            take_up(r->warp, r->lane[i],
                    ((uintptr_t)o->base + r->offset[i]) & ~(uintptr_t)7, false);
    return asked;
}

void shadow_before(const struct request *r, int i)
{
    if (questions[i].asked)
        memcpy(questions[i].old, r->object->base + r->offset[i], r->bytes);
}

void shadow_forget(const struct request *r)
{
    for (int i = 0; i < r->n; i++)
        if (questions[i].asked)
            race(r, i, questions[i].writer, true, questions[i].cell);
}

void shadow_after(const struct request *r, int i)
{
    const struct question *q = &questions[i];
    const struct warp *w = r->warp;
    const int lane = r->lane[i];
    size_t cells;
    bool same;

    if (!q->asked || !r->object->write)
        return;
    same = !memcmp(q->old, r->object->base + r->offset[i], r->bytes);
    /* The compiler announces the write of a structure, then the read that it
     * is a copy of. */
    if (same && r->bytes == 16 && (w->lane[lane].op & OP_KIND) == OP_READ &&
        w->lane[lane].op >> OP_BYTES == 16 &&
        w->lane[lane].site > r->site->pc &&
        w->lane[lane].site - r->site->pc < 64)
        same = !memcmp(q->old, (const void *)w->lane[lane].address, 16);
    if (!same) {
        race(r, i, q->writer, true, q->cell);
        if (q->reader_asked)
            race(r, i, q->reader, false, q->cell);
        return;
    }
    cells =
        r->bytes > 1u << r->object->shift ? r->bytes >> r->object->shift : 1;
    for (size_t k = 0; k < cells; k++)
        write_same(r, lane, (r->offset[i] >> r->object->shift) + k, q->writer);
}

/* ---- events ---------------------------------------------------------- */

/* Launches that the host has not waited for. */
static uint32_t unwaited_first; /* segment of the first of them */
static unsigned unwaited_since; /* simt_waits then */
static char unwaited_kernel[200];

static void note_launch(void)
{
    const char *kernel = check_launch->kernel;

    if (!unwaited_first || unwaited_since != simt_waits) {
        unwaited_first = check_segment;
        unwaited_since = simt_waits;
        snprintf(unwaited_kernel, sizeof unwaited_kernel, "%s", kernel);
    } else if (strcmp(unwaited_kernel, kernel)) {
        strcpy(unwaited_kernel, "a kernel");
    }
}

const char *shadow_unwaited(const struct object *o, size_t offset,
                            bool looks_on)
{
    const struct touch *t;

    if (!o->write || !unwaited_first || unwaited_since != simt_waits)
        return NULL;
    t = &o->write[offset >> o->shift];
    return t->segment >= unwaited_first &&
                   !(looks_on && t->info & (TOUCH_ATOMIC | TOUCH_VOLATILE))
               ? unwaited_kernel
               : NULL;
}

void shadow_launch(void)
{
    const uintptr_t tls = (uintptr_t)simt_dynamic_shared - dynamic_offset;

    /* Another thread of the host launches: it has variables of its own. */
    for (int i = 1; tls != shadow_tls && i <= shared_count; i++)
        shared[i].base += tls - shadow_tls;
    shadow_tls = tls;
    if (!segments)
        segments = map((size_t)SEGMENTS * sizeof *segments, PROT_NONE);
    if (!segments_open)
        open_segments();
    if (check_segment > UINT32_MAX - SEGMENTS) {
        /* Numbers begin anew: forget who touched what. */
        for (struct object *o = allocations; o; o = o->next)
            for (size_t i = 0; o->write && i < o->cells; i++) {
                o->write[i].segment = o->write[i].segment != 0;
                o->read1[i].segment = o->read2[i].segment = 0;
            }
        for (int i = 1; i <= shared_count; i++)
            drop_cells(&shared[i]);
        check_segment = 2;
        unwaited_first = 0;
    }
    note_launch();
    first_of_launch = check_epoch = check_segment;
    fences = stores = atomic_runs = false;
    behind_it[0] = behind_it[1] = 0;
    searched = 0;
    memset(waited, 0, sizeof waited);
    if (shared_count && shared[1].bytes != check_launch->shared) {
        drop_cells(&shared[1]);
        shared[1].bytes = check_launch->shared;
    }
}

void shadow_launch_end(void)
{
    take_up(NULL, 0, 0, true);
    if (check_segment - first_of_launch > 1 << 18)
        madvise(segments, segments_open * sizeof *segments, MADV_DONTNEED);
    while (clocks) {
        struct clocks *c = clocks;

        clocks = c->next;
        free(c);
    }
    free(locations);
    locations = NULL;
    locations_size = locations_used = 0;
}

void shadow_grid_sync(void)
{
    check_epoch = check_segment;
}

void shadow_barrier(struct block *b)
{
    uint32_t dirty = 0;

    b->barriers++;
    b->interval_first = check_segment;
    for (int i = 0; i < b->warps; i++) {
        b->warp[i].segment = 0;
        barrier_behind_lock(&b->warp[i], ~0u);
    }
    if (!fences)
        return;
    /* What one knows, all know now; and what one has called a fence for, any
     * other may release. */
    for (int i = 0; i < b->threads; i++)
        b->known = join(b->known, b->warp[i / 32].known[i % 32]);
    for (int i = 0; i < b->warps; i++)
        dirty |= b->warp[i].dirty;
    for (int k = 0; k < 2; k++) {
        bool some = false;

        for (int i = 0; i < b->threads; i++) {
            struct clock *c = b->warp[i / 32].fenced[k][i % 32];

            if (c && c != b->fenced[k]) {
                some = true;
                if (dirty)
                    b->fenced[k] = join(b->fenced[k], c);
            }
        }
        if (some && !dirty) {
            b->fenced[k] = new_clock();
            b->fenced[k]->block = (uint32_t)b->number;
            b->fenced[k]->thread = UINT32_MAX;
            b->fenced[k]->block_bound = b->interval_first;
            b->fenced[k]->a = b->known;
        }
    }
    for (int i = 0; i < b->threads; i++) {
        struct warp *w = &b->warp[i / 32];

        w->known[i % 32] = b->known;
        w->fenced[0][i % 32] = b->fenced[0];
        w->fenced[1][i % 32] = b->fenced[1];
    }
}

void shadow_syncwarp(struct warp *w, uint32_t mask)
{
    const bool all = (mask & w->live) == w->live;
    struct clock *known = NULL;

    w->segment = 0;
    barrier_behind_lock(w, mask);
    w->syncs++;
    if (all) {
        w->full_sync = w->syncs;
        w->sync_first = check_segment;
    } else {
        uint32_t most[32] = {0};

        if (!w->partial) {
            w->partial = calloc(32, sizeof *w->partial);
            if (!w->partial)
                abort();
        }
        for (int i = 0; i < 32; i++)
            for (int k = 0; mask >> i & 1 && k < 32; k++)
                if (w->partial[i][k] > most[k])
                    most[k] = w->partial[i][k];
        for (int k = 0; k < 32; k++)
            if (mask >> k & 1)
                most[k] = w->syncs;
        for (int i = 0; i < 32; i++)
            if (mask >> i & 1)
                memcpy(w->partial[i], most, sizeof most);
    }
    if (!fences)
        return;
    for (int i = 0; i < 32; i++)
        if (mask >> i & 1)
            known = join(known, w->known[i]);
    for (int i = 0; i < 32; i++)
        if (mask >> i & 1)
            w->known[i] = known;
    /* As at a barrier: what one has called a fence for, any other may
     * release. */
    for (int k = 0; k < 2; k++) {
        struct clock *fenced = w->fenced[k][__builtin_ctz(mask)];
        bool differ = false;

        for (int i = 0; i < 32; i++)
            if (mask >> i & 1 && w->fenced[k][i] != fenced)
                differ = true;
        if (!differ)
            continue;
        if (all && !w->dirty) {
            fenced = new_clock();
            fenced->block = (uint32_t)w->block->number;
            fenced->thread = (uint32_t)w->number * 32;
            fenced->warp_bound = w->sync_first;
            fenced->block_bound = w->block->interval_first;
            fenced->a = known;
        }
        for (int i = 0; i < 32 && (!all || w->dirty); i++)
            if (mask >> i & 1)
                fenced = join(w->fenced[k][i], fenced);
        for (int i = 0; i < 32; i++)
            if (mask >> i & 1)
                w->fenced[k][i] = fenced;
    }
}

/* ---- blocks that give way to others keep their shared memory --------- */

void shadow_swap(struct block *b, bool in)
{
    size_t bytes = 0;

    for (int i = 1; i <= shared_count; i++)
        bytes += shared[i].bytes;
    if (!b->image) {
        if (in)
            return;
        b->image = malloc(bytes + 1);
        b->shadows = calloc((size_t)shared_count + 1, sizeof *b->shadows);
        if (!b->image || !b->shadows)
            abort();
    }
    bytes = 0;
    for (int i = 1; i <= shared_count; i++) {
        struct object *o = &shared[i];

        if (in) {
            memcpy(o->base, b->image + bytes, o->bytes);
            drop_cells(o);
            *o = b->shadows[i];
        } else {
            memcpy(b->image + bytes, o->base, o->bytes);
            b->shadows[i] = *o;
            o->write = o->read1 = o->read2 = NULL;
        }
        bytes += o->bytes;
    }
}

void shadow_block_end(struct block *b)
{
    free(b->image);
    free(b->shadows);
    b->image = NULL;
    b->shadows = NULL;
    for (int i = 0; i < b->warps; i++) {
        free(b->warp[i].partial);
        free(b->warp[i].owner);
        b->warp[i].partial = NULL;
        b->warp[i].owner = NULL;
    }
}
