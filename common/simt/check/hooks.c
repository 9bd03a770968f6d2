/*
 * hooks.c - what the compiler calls before every access: __tsan_read4() and its
 * like, and what the program's memcpy() and its like become.
 */
#define _GNU_SOURCE
#include "check/lanes.h"
#include "timeline/timeline.h"

/* Variables of the device that the program defines, and managed ones. */
extern char __start_simt_device[] __attribute__((weak));
extern char __stop_simt_device[] __attribute__((weak));
extern char __start_simt_managed[] __attribute__((weak));
extern char __stop_simt_managed[] __attribute__((weak));

static void host_touches(uintptr_t address, uint32_t op, uintptr_t site)
{
    struct simt_allocation *a = simt_find((void *)address);
    struct check_finding f = {.kind = SIMT_KIND_HOST_ACCESS};

    if (a && (a->space == SIMT_MANAGED || a->space == SIMT_PINNED ||
              a->space == SIMT_HOST_MEMORY)) {
        static uint32_t looked; /* in this launch, at something volatile */
        const struct object *o = a->shadow;
        const bool looks_on = looked == check_launch_number;

        if (op & OP_VOLATILE)
            looked = check_launch_number;
        if (!a->live || !o || address - (uintptr_t)a->base >= a->bytes ||
            op & OP_VOLATILE)
            return;
        f.text = timeline_meets((void *)address, (op & OP_KIND) != OP_READ,
                                looks_on);
        if (!f.text)
            f.text = shadow_unwaited(o, address - (uintptr_t)a->base, looks_on);
        if (!f.text)
            return;
    }
    f.at.pc = site;
    f.at.op = op & OP_KIND;
    f.at.bytes = op >> OP_BYTES;
    f.object = a ? a->shadow : NULL;
    f.space = SPACE_GLOBAL;
    f.has_space = true;
    if (f.object)
        f.offset = (int64_t)(address - (uintptr_t)a->base);
    f.element = f.at.bytes;
    report_finding(&f);
    check_host_told = true; /* the access itself comes now, and is a crash */
}

/* All that is not the plain case. */
__attribute__((noinline)) LANE_CODE static void
hook_other(uintptr_t address, uint32_t op, uintptr_t site)
{
    if (check_in_lane) {
        const uintptr_t variable = address - shadow_tls;
        const uintptr_t last = check_lane->site;

        check_lane->site = site; /* in case the stack ends here */
        if (variable < shadow_tls_span ? shadow_tls_map[variable] != 0
                                       : shadow_interesting(address))
            check_note_access(address, op, site);
        else
            check_lane->site = last;
    } else if (!simt_in_kernel()) {
        host_touches(address, op, site);
    }
}

static inline __attribute__((always_inline)) void
hook(uintptr_t address, uint32_t op, uintptr_t site)
{
    if (address - shadow_low < check_lane_span)
        check_note_access(address, op, site);
    else if (check_in_lane || address - shadow_low < shadow_span ||
             (address >= (uintptr_t)__start_simt_device &&
              address < (uintptr_t)__stop_simt_device) ||
             (address >= (uintptr_t)__start_simt_managed &&
              address < (uintptr_t)__stop_simt_managed))
        hook_other(address, op, site);
}

#define SITE (uintptr_t) __builtin_return_address(0)

#define HOOK(name, op)                    \
    void __tsan_##name(void *p);          \
    LANE_CODE void __tsan_##name(void *p) \
    {                                     \
        hook((uintptr_t)p, op, SITE);     \
    }
#define HOOKS(n)                                                      \
    HOOK(read##n, OP_READ | (n) << OP_BYTES)                          \
    HOOK(write##n, OP_WRITE | (n) << OP_BYTES)                        \
    HOOK(volatile_read##n, OP_READ | OP_VOLATILE | (n) << OP_BYTES)   \
    HOOK(volatile_write##n, OP_WRITE | OP_VOLATILE | (n) << OP_BYTES) \
    HOOK(read_write##n, OP_WRITE | (n) << OP_BYTES)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

/* The lane returns from its kernel (simt_launch.h). */
void simt_leaves(void);
void simt_leaves(void)
{
    if (check_in_lane)
        check_running->left |= 1u << check_this_lane();
}

/* A turn is over of the loop that begins at this line (simt_launch.h). */
void simt_turn_ends(int line);
LANE_CODE void simt_turn_ends(int line)
{
    if (check_in_lane)
        check_lane->length = (uint64_t)line;
    if (check_in_lane)
        check_note_access((uintptr_t)__builtin_frame_address(0), OP_TURN, SITE);
}

/* Of a structure; or of what the argument of that number, from 1, of a call of
 * the program's points to. */
static void hook_range(uintptr_t address, size_t bytes, uint32_t op,
                       unsigned argument, uintptr_t site)
{
    if (!bytes)
        return;
    if (check_in_lane)
        check_lane->length = bytes;
    hook(address, op | OP_RANGE | argument << OP_BYTES, site);
}

/* Of packed structures: a byte at a time, by the code for ranges. */
#define UNALIGNED(name, n, op)                    \
    void __tsan_unaligned_##name##n(void *p);     \
    void __tsan_unaligned_##name##n(void *p)      \
    {                                             \
        hook_range((uintptr_t)p, n, op, 0, SITE); \
    }
#define UNALIGNEDS(n)                                    \
    UNALIGNED(read, n, OP_READ)                          \
    UNALIGNED(write, n, OP_WRITE)                        \
    UNALIGNED(volatile_read, n, OP_READ | OP_VOLATILE)   \
    UNALIGNED(volatile_write, n, OP_WRITE | OP_VOLATILE) \
    UNALIGNED(read_write, n, OP_WRITE)
UNALIGNEDS(2)
UNALIGNEDS(4)
UNALIGNEDS(8)
UNALIGNEDS(16)

void __tsan_read_range(void *p, size_t bytes);
void __tsan_write_range(void *p, size_t bytes);
void __tsan_vptr_read(void **p);
void __tsan_vptr_update(void **p, void *value);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);

void __tsan_read_range(void *p, size_t bytes)
{
    hook_range((uintptr_t)p, bytes, OP_READ, 0, SITE);
}

void __tsan_write_range(void *p, size_t bytes)
{
    hook_range((uintptr_t)p, bytes, OP_WRITE, 0, SITE);
}

void __tsan_vptr_read(void **p)
{
    hook((uintptr_t)p, OP_READ | 8 << OP_BYTES, SITE);
}

void __tsan_vptr_update(void **p, void *value)
{
    struct simt_allocation *a;

    hook((uintptr_t)p, OP_WRITE | 8 << OP_BYTES, SITE);
    if (check_in_lane || (uintptr_t)p - shadow_low >= shadow_span)
        return;
    a = simt_find(p);
    if (!a || !a->live || (a->space != SIMT_MANAGED && a->space != SIMT_PINNED))
        return;
    *p = value; /* as the program does next */
    simt_memory_hooks->wrote(a, (size_t)((char *)p - a->base), sizeof *p);
}

void __tsan_func_entry(void *pc)
{
    (void)pc;
}

void __tsan_func_exit(void)
{
}

/* Atomic operations arrive as calls. simt_atomic() came before those of our
 * headers; what a kernel does besides (__atomic_exchange_n(), std::atomic) is
 * noted here. */
static void note_atomic(const volatile void *p, uint32_t bytes, uint32_t flags,
                        uintptr_t site)
{
    struct lane *me = check_lane;
    const uintptr_t at = (uintptr_t)p;

    if (!check_in_lane || !shadow_interesting(at) ||
        (me->address == at && (me->op & OP_KIND) == OP_ATOMIC))
        return;
    check_note_access(at, OP_ATOMIC | flags | bytes << OP_BYTES, site);
    me->address = 0; /* the next one is another */
}

/* What the C library reads and writes for the program: -Wl,--wrap. */
#define LIBRARY_ALL
#define R(p, n)                                                  \
    hook_range((uintptr_t)(p), n, OP_READ, LIBRARY_ARGUMENT(#p), \
               (uintptr_t)LIBRARY_CALLER);
#define W(p, n)                                                   \
    hook_range((uintptr_t)(p), n, OP_WRITE, LIBRARY_ARGUMENT(#p), \
               (uintptr_t)LIBRARY_CALLER);
#define AR(p, n) note_atomic(p, n, 0, (uintptr_t)LIBRARY_CALLER);
#define AW(p, n) note_atomic(p, n, OP_EXCH, (uintptr_t)LIBRARY_CALLER);
#define LIBRARY_ENTER
#define LIBRARY_REAL(name) "__real_" #name
#define LIBRARY_WRAP(name) __wrap_##name
#include "../../library_wraps.h"

/* What clang from version 16 on calls for structures, -fno-builtin or not. */
void *__tsan_memcpy(void *to, const void *from, size_t bytes)
    __attribute__((alias("__wrap_memcpy")));
void *__tsan_memmove(void *to, const void *from, size_t bytes)
    __attribute__((alias("__wrap_memmove")));
void *__tsan_memset(void *to, int value, size_t bytes)
    __attribute__((alias("__wrap_memset")));

#define FETCH(bits, type, name, op, flags)                                  \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order); \
    type __tsan_atomic##bits##_##name(volatile type *p, type v, int order)  \
    {                                                                       \
        (void)order;                                                        \
        note_atomic(p, sizeof *p, flags, SITE);                             \
        return op(p, v, __ATOMIC_SEQ_CST);                                  \
    }
#define EXCHANGE_IF(bits, type, name)                                          \
    int __tsan_atomic##bits##_compare_exchange_##name(                         \
        volatile type *p, type *wanted, type v, int order, int otherwise);     \
    int __tsan_atomic##bits##_compare_exchange_##name(                         \
        volatile type *p, type *wanted, type v, int order, int otherwise)      \
    {                                                                          \
        const uint32_t size = sizeof *p << OP_BYTES;                           \
        type found;                                                            \
                                                                               \
        (void)order, (void)otherwise;                                          \
        hook((uintptr_t)wanted, OP_READ | size, SITE);                         \
        found = *wanted;                                                       \
        note_atomic(p, sizeof *p, OP_CAS, SITE);                               \
        if (__atomic_compare_exchange_n(p, &found, v, false, __ATOMIC_SEQ_CST, \
                                        __ATOMIC_SEQ_CST))                     \
            return true;                                                       \
        hook((uintptr_t)wanted, OP_WRITE | size, SITE);                        \
        *wanted = found;                                                       \
        return false;                                                          \
    }
#define ATOMICS(bits, type)                                                 \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);     \
    type __tsan_atomic##bits##_load(const volatile type *p, int order)      \
    {                                                                       \
        (void)order;                                                        \
        note_atomic(p, sizeof *p, 0, SITE);                                 \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                        \
    }                                                                       \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order);  \
    void __tsan_atomic##bits##_store(volatile type *p, type v, int order)   \
    {                                                                       \
        (void)order;                                                        \
        note_atomic(p, sizeof *p, OP_EXCH | OP_STORE, SITE);                \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                           \
    }                                                                       \
    FETCH(bits, type, exchange, __atomic_exchange_n, OP_EXCH)               \
    FETCH(bits, type, fetch_add, __atomic_fetch_add, 0)                     \
    FETCH(bits, type, fetch_sub, __atomic_fetch_sub, 0)                     \
    FETCH(bits, type, fetch_and, __atomic_fetch_and, 0)                     \
    FETCH(bits, type, fetch_or, __atomic_fetch_or, 0)                       \
    FETCH(bits, type, fetch_xor, __atomic_fetch_xor, 0)                     \
    FETCH(bits, type, fetch_nand, __atomic_fetch_nand, 0)                   \
    EXCHANGE_IF(bits, type, strong)                                         \
    EXCHANGE_IF(bits, type, weak)                                           \
    type __tsan_atomic##bits##_compare_exchange_val(                        \
        volatile type *p, type wanted, type v, int order, int otherwise);   \
    type __tsan_atomic##bits##_compare_exchange_val(                        \
        volatile type *p, type wanted, type v, int order, int otherwise)    \
    {                                                                       \
        (void)order, (void)otherwise;                                       \
        note_atomic(p, sizeof *p, OP_CAS, SITE);                            \
        __atomic_compare_exchange_n(p, &wanted, v, false, __ATOMIC_SEQ_CST, \
                                    __ATOMIC_SEQ_CST);                      \
        return wanted;                                                      \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}
