/*
 * runner.c - the kit's part of the student's process: takes requests from the
 * judge, calls the student's function, sends back what it returned. Linked
 * with the student's file; decides nothing, knows no answers.
 *
 * It must stay small and plain: it is built once, by the kit's compiler, and
 * linked into the plain and the sanitizer builds alike.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIMT_OPTIONAL /* only .cu files are linked with the CPU device */
#include "common/simt/runner.h"

#include "student/apart.h"
#include "student/end_mark.h"
#include "student/invoke.h"
#include "student/long_array.h"
#include "student/meeting.h"
#include "student/protocol.h"

/* Present only in sanitizer builds. */
extern void __sanitizer_set_report_fd(void *fd) __attribute__((weak));
/* Present only in the race detector's build (race_runtime.c). */
extern void labkit_new_call(void) __attribute__((weak));

/* Present only where correctness is judged (strict_runtime.c). */
extern void labkit_begin_strict(const struct request *) __attribute__((weak));

/* Present only where it runs on a GPU (runner_gpu.cu). */
extern void *labkit_gpu_open(int region, const unsigned char *handle)
    __attribute__((weak));
extern void labkit_gpu_pin(const struct request *r, char *const *arena,
                           int pinned) __attribute__((weak));
extern void labkit_gpu_make(struct request *r, char **arena)
    __attribute__((weak));
extern void labkit_gpu_free(const struct request *r, char *const *arena)
    __attribute__((weak));
extern void labkit_gpu_nothing(void) __attribute__((weak));
extern void labkit_gpu_wait(void) __attribute__((weak));

static char *arena[REGION_COUNT];

static _Noreturn void give_up(const char *what)
{
    perror(what);
    _exit(97);
}

/* The bytes that the judge and we share, once more where kernels may go. No
 * other way to them is left: who had the files could go around the device. */
static void map_for_device(void)
{
    for (int i = 0; i < 2; i++) {
        char *p = simt_reserve(FD_IN + i, ARENA_BYTES, i == 0);
        if (!p)
            give_up("simt_reserve");
        arena[REGION_DEVICE_IN + i] = p;
        if (close(FD_IN + i) != 0)
            give_up("close");
    }
}

static void protect(enum region region, int64_t from, int64_t to,
                    int protection)
{
    const int64_t page = 4096;

    from = from < 0 ? 0 : from & -page;
    to = to > ARENA_BYTES ? ARENA_BYTES : (to + page - 1) & -page;
    if (mprotect(arena[region] + from, (size_t)(to - from), protection) != 0)
        give_up("mprotect");
}

/* The host sees its own arrays, and the bytes around them by which the judge
 * finds out who writes there; what is the device's, only kernels do. */
static void hide_device_buffers(const struct request *r)
{
    const int64_t edge = 4096;

    protect(REGION_IN, 0, ARENA_BYTES, PROT_NONE);
    protect(REGION_OUT, 0, ARENA_BYTES, PROT_NONE);
    for (int device = 0; device < 2; device++)
        for (int i = 0; i < r->n_buffers; i++) {
            const struct wire_buffer *b = &r->buffer[i];

            if (b->device != device)
                continue;
            if (device)
                protect((enum region)b->region, b->offset, b->offset + b->bytes,
                        PROT_NONE);
            else
                protect((enum region)b->region, b->offset - edge,
                        b->offset + b->bytes + edge,
                        b->region == REGION_IN ? PROT_READ
                                               : PROT_READ | PROT_WRITE);
        }
}

/* Make the call's device buffers, and only those, memory of the device; and
 * say how large those of the host are. */
static void register_buffers(const struct request *r)
{
    simt_unregister_all();
    if (simt_host_array)
        simt_host_array(NULL, 0);
    for (int i = 0; i < r->n_buffers; i++) {
        const struct wire_buffer *b = &r->buffer[i];
        bool in = b->region == REGION_IN;
        if (b->device)
            simt_register(arena[in ? REGION_DEVICE_IN : REGION_DEVICE_OUT] +
                              b->offset,
                          (size_t)b->bytes, in, in || b->filled);
        else if (b->pinned && simt_register_pinned)
            simt_register_pinned(arena[b->region] + b->offset,
                                 (size_t)b->bytes);
        else if (simt_host_array)
            simt_host_array(arena[b->region] + b->offset, (size_t)b->bytes);
    }
}

static int64_t bytes_of_malloc(void)
{
    const struct mallinfo2 m = mallinfo2();

    /* Streams and events are told as such, by the check mode. */
    return (int64_t)(m.uordblks + m.hblkhd -
                     (&simt_handles ? simt_handles : 0));
}

/* All calls of the request, one behind the other. */
static void call(void *f, struct request *r, struct reply *reply)
{
    reply->type = REPLY_DONE; /* also where there is no call at all */
    if (r->copies == 0)
        labkit_gpu_nothing();
    for (int n = 0; n < r->copies; n++) {
        reply->type = REPLY_HELLO;
        invoke(f, r, arena, reply, &reply->got[n]);
        if (reply->type != REPLY_DONE)
            return;
        for (int i = 0; i < r->n_args; i++)
            if (r->arg[i].region >= REGION_DEVICE_IN)
                r->arg[i].i += r->stride[r->arg[i].region - REGION_DEVICE_IN];
    }
}

/* What the judge and we share, once in any case and once more for kernels. */
static void open_arenas(void)
{
    arena[REGION_IN] = mmap(NULL, ARENA_BYTES, PROT_READ, MAP_SHARED, FD_IN, 0);
    arena[REGION_OUT] =
        mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, FD_OUT, 0);
    if (arena[REGION_IN] == MAP_FAILED || arena[REGION_OUT] == MAP_FAILED)
        give_up("mmap");
    if (simt_reserve)
        map_for_device();
    else if (__asan_poison_memory_region && !apart_begin(arena))
        give_up("mmap");
}

/* The request's memory becomes what the student's code may see of it. */
static void lay_out(struct request *r)
{
    if (apart.begin && !apart_lay_out(r, arena))
        give_up("mmap");
    if (labkit_new_call)
        labkit_new_call();
    if (simt_reserve) {
        register_buffers(r);
        hide_device_buffers(r);
    }
    for (int i = 0; labkit_gpu_open && r->on_gpu && i < 2; i++)
        arena[REGION_DEVICE_IN + i] = labkit_gpu_open(i, r->gpu[i]);
    if (labkit_gpu_pin)
        labkit_gpu_pin(r, arena, 1);
    if (labkit_gpu_make && r->own_memory)
        labkit_gpu_make(r, arena);
}

static void tell_device(const struct request *r)
{
    if (&simt_launched)
        simt_launched = simt_threads = 0;
    if (&simt_dry)
        simt_dry = r->dry;
    if (&simt_parted)
        simt_parted = 0;
    if (&simt_asking)
        memset(&simt_asking, 0, sizeof simt_asking);
    /* What the call before has left behind, and may have returned, is not this
     * one's: a careful caller takes it away. */
    if (simt_take_error)
        simt_take_error();
}

static int64_t offset_of(const void *address)
{
    extern char __executable_start[];

    return address ? (const char *)address - 1 - __executable_start : 0;
}

/* What the device says of the calls; it had refused so often before, and held
 * so much. */
static void ask_device(struct reply *reply, unsigned before, size_t held)
{
    if (simt_held)
        reply->held = (int64_t)(simt_held() - held);
    if (&simt_refusals)
        reply->refused = (int32_t)(simt_refusals - before);
    if (&simt_callers)
        reply->callers = (int32_t)simt_callers;
    if (&simt_launched)
        reply->blocks = (int64_t)simt_launched;
    if (&simt_shape)
        memcpy(reply->shape, simt_shape, sizeof reply->shape);
    if (&simt_threads)
        reply->launched = (int64_t)simt_threads;
    if (&simt_parted)
        reply->parted = (int32_t)simt_parted;
    if (&simt_asking) {
        for (int i = 0; i < SIMT_FRAMES; i++)
            reply->refused_at[i] = offset_of(simt_asking.frame[i]);
        reply->refused_line = simt_asking.launch;
        reply->before_at = offset_of(simt_asking.before);
        reply->after_at = offset_of(simt_asking.after);
        reply->again_at = offset_of(simt_asking.again);
        reply->wait_at = offset_of(simt_asking.wait);
    }
    if (simt_unwaited)
        reply->unwaited = (int32_t)simt_unwaited();
}

/* The calls, and what they did. */
static void do_request(void *f, struct request *r, struct reply *reply)
{
    unsigned before = &simt_refusals ? simt_refusals : 0;
    size_t held = simt_held ? simt_held() : 0;

    tell_device(r);
    close_doors(r, arena);
    if (labkit_begin_strict)
        labkit_begin_strict(r);
    call(f, r, reply);
    /* longjmp() out of one: the device's memory is still open. */
    if (simt_in_kernel && simt_in_kernel()) {
        fputs("A kernel was left before its end.\n", stderr);
        _exit(97);
    }
    if (labkit_end_strict)
        labkit_end_strict(reply);
    else if (simt_reserve)
        reply->kept = bytes_of_malloc();
    reply->came = open_doors(reply);
    unmap_long();
    ask_device(reply, before, held);
    if (labkit_gpu_wait)
        labkit_gpu_wait();
}

static void answer(struct request *r, struct reply *reply)
{
    void *f;

    reply->number = r->number;
    lay_out(r);
    f = find_function(r->function, reply);
    if (f && map_all_long(r, arena, reply))
        do_request(f, r, reply);
    if (labkit_gpu_pin)
        labkit_gpu_pin(r, arena, 0);
    if (labkit_gpu_free && r->own_memory)
        labkit_gpu_free(r, arena);
    if (simt_report_mark)
        simt_report_mark(r->number);
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
    open_arenas();
    for (;;) {
        if (send(FD_CONTROL, &reply, sizeof reply, 0) != sizeof reply)
            give_up("send");
        ssize_t n = recv(FD_CONTROL, &request, sizeof request, 0);
        if (n == 0)
            break; /* the judge is done; exit() lets a detector report */
        if (n != sizeof request)
            give_up("recv");
        memset(&reply, 0, sizeof reply);
        if (request.secret)
            end_mark(&request, &reply);
        else
            answer(&request, &reply);
    }
    return 0;
}
