/*
 * objects.c - what an address can belong to: allocations, shared variables
 * (found by the executable's symbols), variables of the host. Each object has
 * cells, as soon as somebody touches it: the last write and two reads of a
 * word, or of a byte once it was touched by less.
 *
 * What always holds: an allocation that somebody has asked about has one
 * object, its `shadow`, in `allocations`; shared variables have theirs from the
 * start on, and lie where the running thread has them. The thread that runs the
 * kernel owns all cells.
 */
#define _GNU_SOURCE
#include "base/elf.h"
#include "check/shadow.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

uintptr_t shadow_low = UINTPTR_MAX, shadow_span;
uintptr_t shadow_tls, shadow_tls_span;
unsigned short *shadow_tls_map;

static struct object *allocations;
static struct object *shared; /* [1]: the dynamic one */
static int shared_count;
static uintptr_t dynamic_offset; /* of simt_dynamic_shared in there */
static uintptr_t relro, relro_end, rodata, rodata_end;

__attribute__((noreturn)) void shadow_no_memory(size_t bytes)
{
    fprintf(stderr, "check mode: no memory to keep track of %zu bytes\n",
            bytes);
    abort();
}

void *shadow_map(size_t bytes, int protection)
{
    void *p = mmap(NULL, bytes, protection,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        shadow_no_memory(bytes);
    return p;
}

/* Zeroed pages that cost nothing until they are touched. */
static void *pages(size_t bytes)
{
    return shadow_map(bytes, PROT_READ | PROT_WRITE);
}

void shadow_make_cells(struct object *o)
{
    struct touch *t;

    o->cells = (o->bytes + (1u << o->shift) - 1) >> o->shift;
    t = pages((3 * o->cells + 1) * sizeof *t);
    o->write = t;
    o->read1 = t + o->cells;
    o->read2 = t + 2 * o->cells;
}

void shadow_drop_cells(struct object *o)
{
    if (o->write)
        munmap(o->write, (3 * o->cells + 1) * sizeof *o->write);
    o->write = o->read1 = o->read2 = NULL;
}

/* From words to bytes. */
void shadow_split_cells(struct object *o)
{
    struct object old = *o;

    o->shift = 0;
    if (!old.write)
        return;
    shadow_make_cells(o);
    for (size_t i = 0; i < o->cells; i++) {
        size_t k = i >> old.shift;

        if (old.write[k].segment)
            o->write[i] = old.write[k];
        if (old.read1[k].segment)
            o->read1[i] = old.read1[k];
        if (old.read2[k].segment)
            o->read2[i] = old.read2[k];
    }
    shadow_drop_cells(&old);
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
        shadow_drop_cells(o);
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
        shadow_split_cells(o);
        mask = 0;
    }
    if (!o->write)
        shadow_make_cells(o);
    for (size_t i = offset >> o->shift;
         i < (offset + bytes + mask) >> o->shift && i < o->cells; i++)
        if (!o->write[i].segment)
            o->write[i].segment = 1;
}

static void wrote(struct simt_allocation *a, size_t offset, size_t bytes)
{
    host_wrote(object_of(a), offset, bytes);
    shadow_host_virtual(object_of(a), offset, bytes, NULL, 0);
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

    shadow_host_virtual(t, to_offset, bytes, f, from_offset);
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
        struct check_finding f = {.kind = SIMT_KIND_LEAK,
                                  .note = true,
                                  .object = o,
                                  .has_index = true};

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

static struct simt_elf self; /* stays open */

struct object *shadow_host_variable(uintptr_t address)
{
    static struct object o;
    static char name[128];
    struct simt_symbol s;

    for (size_t i = 0; simt_elf_next(&self, &i, &s);) {
        if (s.type != STT_OBJECT || address - s.address >= s.bytes)
            continue;
        /* A static one: _ZL, the length, the name. */
        if (!strncmp(s.name, "_ZL", 3))
            s.name += 3 + strspn(s.name + 3, "0123456789");
        snprintf(name, sizeof name, "%s", s.name);
        o = (struct object){.base = (char *)s.address,
                            .bytes = s.bytes,
                            .space = SPACE_HOST,
                            .name = name};
        return strncmp(name, "_Z", 2) ? &o : NULL;
    }
    return NULL;
}

static void find_shared(void)
{
    struct simt_symbol s;

    for (size_t i = 0; !shared_count && simt_elf_next(&self, &i, &s);)
        if (s.type == STT_TLS && !strcmp(s.name, "simt_dynamic_shared")) {
            dynamic_offset = s.address;
            shadow_tls = (uintptr_t)simt_dynamic_shared - dynamic_offset;
            add_shared((uintptr_t)simt_dynamic_shared, 0, s.bytes, NULL);
        }
    for (size_t i = 0; shared_count && simt_elf_next(&self, &i, &s);) {
        size_t bytes = s.bytes;

        if (s.type != STT_TLS || !strstr(s.name, "simt_shared_"))
            continue;
        if (!strncmp(s.name, "_ZZ", 3) && bytes > GAP)
            bytes -= GAP;
        add_shared(shadow_tls + s.address, bytes, s.bytes,
                   variable_name(s.name));
    }
}

void shadow_start(void)
{
    dl_iterate_phdr(look_at_image, NULL);
    shadow_tls_map = calloc(shadow_tls_span + 1, sizeof *shadow_tls_map);
    shared = calloc(2, sizeof *shared);
    if (!shadow_tls_map || !shared)
        abort();
    if (!simt_elf_self(&self))
        return;
    find_shared();
    shadow_find_tables(&self);
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
    if (a - args < check_launch->args_bytes)
        return false;
    if (a >= rodata && a < rodata_end)
        return false;
    if (a >= relro && a < relro_end)
        return false;
    return true;
}

/* Whether the process has any memory there. An address near 0 is a null
 * pointer, which is another matter. */
static bool is_mapped(uintptr_t a)
{
    const uintptr_t page = 4096, near_null = 1 << 20;
    unsigned char there;

    return a < near_null || mincore((void *)(a & -page), page, &there) == 0 ||
           errno != ENOMEM;
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
    if (simt_in_device_range((void *)a) || !is_mapped(a))
        *space = SPACE_GLOBAL; /* a pointer that was never set, a wild index */
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

/* ---- launches and blocks --------------------------------------------------
 */

void shadow_begin_shared(size_t dynamic)
{
    const uintptr_t tls = (uintptr_t)simt_dynamic_shared - dynamic_offset;

    /* Another thread of the host launches: it has variables of its own. */
    for (int i = 1; tls != shadow_tls && i <= shared_count; i++)
        shared[i].base += tls - shadow_tls;
    shadow_tls = tls;
    if (shared_count && shared[1].bytes != dynamic) {
        shadow_drop_cells(&shared[1]);
        shared[1].bytes = dynamic;
    }
}

void shadow_forget_touches(void)
{
    for (struct object *o = allocations; o; o = o->next)
        for (size_t i = 0; o->write && i < o->cells; i++) {
            o->write[i].segment = o->write[i].segment != 0;
            o->read1[i].segment = o->read2[i].segment = 0;
        }
    for (int i = 1; i <= shared_count; i++)
        shadow_drop_cells(&shared[i]);
}

/* Blocks that give way to others keep their shared memory. */
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
            shadow_drop_cells(o);
            *o = b->shadows[i];
        } else {
            memcpy(b->image + bytes, o->base, o->bytes);
            b->shadows[i] = *o;
            o->write = o->read1 = o->read2 = NULL;
        }
        bytes += o->bytes;
    }
}
