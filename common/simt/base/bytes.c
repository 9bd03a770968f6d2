/*
 * bytes.c - copying and setting that check mode does not look at; see arena.h.
 */
#include "base/arena.h"

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
