/*
 * new.c - what malloc(), free(), new and delete become in check mode, where
 * simtcc links with --wrap. A file of its own, because without --wrap nobody
 * has what it asks for. It asks for operator new by a strong reference: a weak
 * one takes nothing out of a libstdc++ that is an archive.
 */
#include "check/check.h"

#include <stddef.h>

#define TAKES(name)                                              \
    void *__real_##name(size_t bytes);                           \
    void *__wrap_##name(size_t bytes);                           \
    void *__wrap_##name(size_t bytes)                            \
    {                                                            \
        void *p;                                                 \
                                                                 \
        if (check_takes(bytes, &p, __builtin_return_address(0))) \
            return p;                                            \
        p = __real_##name(bytes);                                \
        host_took(p, bytes);                                     \
        return p;                                                \
    }
#define GIVES(name, called, parameters, ...)                     \
    void __real_##name parameters;                               \
    void __wrap_##name parameters;                               \
    void __wrap_##name parameters                                \
    {                                                            \
        if (check_gives(p, called, __builtin_return_address(0))) \
            return;                                              \
        host_gave(p);                                            \
        __real_##name(__VA_ARGS__);                              \
    }

TAKES(malloc)
TAKES(_Znwm) /* new */
TAKES(_Znam) /* new[] */
GIVES(free, "free()", (void *p), p)
GIVES(_ZdlPv, "delete", (void *p), p)
GIVES(_ZdaPv, "delete", (void *p), p)
GIVES(_ZdlPvm, "delete", (void *p, size_t bytes), p, bytes)
GIVES(_ZdaPvm, "delete", (void *p, size_t bytes), p, bytes)

/* The host's alone; kernels may not call them. */
void *__real_calloc(size_t n, size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes)
{
    void *p = __real_calloc(n, bytes);

    host_took(p, n * bytes);
    return p;
}

void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes)
{
    void *p;

    host_gave(old); /* it may move, and stays where it is if that fails */
    p = __real_realloc(old, bytes);
    host_took(p, bytes);
    return p;
}

void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    void *p = __real_aligned_alloc(alignment, bytes);

    host_took(p, bytes);
    return p;
}
