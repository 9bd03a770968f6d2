/*
 * runner.c - the kit's part of the student's process: takes requests from the
 * judge, calls the student's function, sends back what it returned. Linked
 * with the student's file; decides nothing, knows no answers.
 *
 * It must stay small and plain: it is built once, by the kit's compiler, and
 * linked into the plain and the sanitizer builds alike.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "invoke.h"
#include "protocol.h"

/* Present only in sanitizer builds. */
extern void __sanitizer_set_report_fd(void *fd) __attribute__((weak));
extern void __asan_poison_memory_region(void const volatile *p, size_t n)
    __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *p, size_t n)
    __attribute__((weak));

static char *arena[3]; /* by enum region */

static _Noreturn void give_up(const char *what)
{
    perror(what);
    _exit(97);
}

/* Under AddressSanitizer only the call's own buffers may be touched, so that
 * an index one past the end is found on shared memory too. */
static void mark_buffers(const struct request *r)
{
    static int64_t marked[3];

    if (!__asan_poison_memory_region)
        return;
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        int64_t end = b->offset + b->bytes + 4096;
        if (end > ARENA_BYTES)
            end = ARENA_BYTES;
        if (end > marked[b->region])
            marked[b->region] = end;
    }
    for (int region = REGION_IN; region <= REGION_OUT; region++)
        __asan_poison_memory_region(arena[region], (size_t)marked[region]);
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        __asan_unpoison_memory_region(arena[b->region] + b->offset,
                                      (size_t)b->bytes);
    }
}

int main(void)
{
    static struct request request;
    struct reply reply = {.type = REPLY_HELLO};

    if (__sanitizer_set_report_fd)
        __sanitizer_set_report_fd((void *)(intptr_t)FD_REPORT);
    /* Students read their own prints; do not keep them in a buffer that a
     * crash would lose. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    arena[REGION_IN] = mmap(NULL, ARENA_BYTES, PROT_READ, MAP_SHARED, FD_IN, 0);
    arena[REGION_OUT] =
        mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, FD_OUT, 0);
    if (arena[REGION_IN] == MAP_FAILED || arena[REGION_OUT] == MAP_FAILED)
        give_up("mmap");
    for (;;) {
        if (send(FD_CONTROL, &reply, sizeof reply, 0) != sizeof reply)
            give_up("send");
        ssize_t n = recv(FD_CONTROL, &request, sizeof request, 0);
        if (n == 0)
            break; /* the judge is done; exit() lets a detector report */
        if (n != sizeof request)
            give_up("recv");
        memset(&reply, 0, sizeof reply);
        reply.number = request.number;
        mark_buffers(&request);
        void *f = find_function(request.function, &reply);
        if (f)
            invoke(f, &request, arena, &reply);
    }
    return 0;
}
