/*
 * memory_runtime.c - the kit's part of AddressSanitizer's build ("asan"): what
 * the C library reads and writes for the student's code, and AddressSanitizer
 * does not look at by itself. Compiled without it, like runner.c.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>

void *__asan_region_is_poisoned(void *p, size_t bytes);
void __asan_report_error(void *pc, void *frame, void *stack, void *at,
                         int writes, size_t bytes, uint32_t experiment);

/* Ends the program if that is memory which nobody may touch. */
static void look(const void *p, size_t bytes, int writes, void *caller,
                 void *frame)
{
    void *at = __asan_region_is_poisoned((void *)p, bytes);

    if (at)
        __asan_report_error(caller, frame, &at, at, writes, bytes, 0);
}

#define LOOK(p, n, writes)                                  \
    look((void *)(uintptr_t)(p), n, writes, LIBRARY_CALLER, \
         __builtin_frame_address(0))
#define R(p, n) LOOK(p, n, 0);
#define W(p, n) LOOK(p, n, 1);
#define AR R
#define AW W
#define LIBRARY_ENTER
#define LIBRARY_REAL(name) #name
#define LIBRARY_WRAP(name) __watched_##name
#include "common/library_wraps.h"
