/*
 * new.c - what malloc(), free(), new and delete become in check mode, where
 * simtcc links with --wrap. A file of its own, because without --wrap nobody
 * has what it asks for. It asks for operator new by a strong reference: a weak
 * one takes nothing out of a libstdc++ that is an archive.
 */
#include "check.h"

#define TAKES(name)                                               \
    void *__real_##name(size_t bytes);                            \
    void *__wrap_##name(size_t bytes);                            \
    void *__wrap_##name(size_t bytes)                             \
    {                                                             \
        void *p;                                                  \
                                                                  \
        return check_takes(bytes, &p) ? p : __real_##name(bytes); \
    }
#define GIVES(name, called, parameters, ...)                      \
    void __real_##name parameters;                                \
    void __wrap_##name parameters;                                \
    void __wrap_##name parameters                                 \
    {                                                             \
        if (!check_gives(p, called, __builtin_return_address(0))) \
            __real_##name(__VA_ARGS__);                           \
    }

TAKES(malloc)
TAKES(_Znwm) /* new */
TAKES(_Znam) /* new[] */
GIVES(free, "free()", (void *p), p)
GIVES(_ZdlPv, "delete", (void *p), p)
GIVES(_ZdaPv, "delete", (void *p), p)
GIVES(_ZdlPvm, "delete", (void *p, size_t bytes), p, bytes)
GIVES(_ZdaPvm, "delete", (void *p, size_t bytes), p, bytes)
