/*
 * crash.c - signals: a lane or the host touches what it may not, a stack is
 * full, a lane no longer comes to a hook.
 *
 * What always holds: the timer is made once, and ticks only while a kernel
 * runs; a handler leaves a lane only where one runs.
 */
#define _GNU_SOURCE
#include "check/lanes.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

extern char __start_simt_lane_code[] __attribute__((visibility("hidden")));
extern char __stop_simt_lane_code[] __attribute__((visibility("hidden")));
/* Null: nobody prints. */
extern char __start_simt_in_place[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_in_place[] __attribute__((weak, visibility("hidden")));

static uint64_t ticks_steps; /* of the launch, at the last tick */

enum { SIGNAL_STACK = 64 << 10 };

/* From a handler: the lane is left, the engine goes on. */
__attribute__((noreturn)) static void leave_handler(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    check_abandon_lane();
}

static uintptr_t program_counter(const void *context)
{
    const ucontext_t *c = context;

#if defined(__x86_64__)
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)c->uc_mcontext.pc;
#else
    (void)c;
    return 0;
#endif
}

/* In the program, and not in what stands there for the C library's printf(). */
static bool is_programs(uintptr_t pc)
{
    return pc >= check_image && pc < check_image_end &&
           (pc < (uintptr_t)__start_simt_in_place ||
            pc > (uintptr_t)__stop_simt_in_place);
}

/* Where the program's own code called the function that the host crashed in. */
struct search {
    uintptr_t crashed;
    bool seen;    /* the frame of that function */
    uintptr_t pc; /* a return address */
};

static _Unwind_Reason_Code look_for_caller(struct _Unwind_Context *c,
                                           void *data)
{
    struct search *s = data;
    const uintptr_t pc = _Unwind_GetIP(c);

    if (pc == s->crashed)
        s->pc = pc + 1;
    else if (s->seen)
        s->pc = pc;
    s->seen = s->seen || pc == s->crashed;
    return is_programs(s->pc) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool writes(const void *context)
{
#if defined(__x86_64__)
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return false;
#endif
}

__thread bool check_host_told; /* host_touches() has said it */

/* The host touches memory of the device, which is closed, in code that has no
 * hooks: a library's. */
static void host_crashed(char *address, const void *context)
{
    struct simt_allocation *a = simt_find(address);
    struct search s = {.crashed = program_counter(context)};
    struct check_finding f = {.kind = SIMT_KIND_HOST_ACCESS,
                              .space = SPACE_GLOBAL,
                              .has_space = true,
                              .object = a->shadow};

    _Unwind_Backtrace(look_for_caller, &s);
    if (is_programs(s.pc))
        f.at.pc = s.pc;
    f.at.op = writes(context) ? OP_WRITE : OP_READ;
    if (f.object)
        f.offset = address - a->base;
    report_finding(&f);
}

static void crashed(int number, siginfo_t *info, void *context)
{
    struct check_finding f = {.kind = SIMT_KIND_CRASH,
                              .text = strsignal(number)};
    const uintptr_t pc = program_counter(context);
    const bool in_hook = pc >= (uintptr_t)__start_simt_lane_code &&
                         pc < (uintptr_t)__stop_simt_lane_code;

    if (simt_running && number == SIGSEGV && simt_open_touched(info->si_addr))
        return;
    if (!check_in_lane) {
        if (!simt_running && !check_host_told && number == SIGSEGV &&
            simt_is_closed(info->si_addr))
            host_crashed(info->si_addr, context);
        signal(number, SIG_DFL);
        return; /* and it happens again */
    }
    check_in_lane = false;
    if (check_report_beyonds(check_running, (int)check_this_lane()))
        leave_handler(number);
    f.at = party_of(check_running, (int)check_this_lane());
    /* Within a library or a hook, the lane's last access says more. */
    if (pc >= check_image && pc < check_image_end && !in_hook)
        f.at.pc = pc + 1;
    f.at.op = OP_CALL;
    f.at.bytes = 0;
    /* In a hook, `current` may be the next lane already: see whose stack it
     * is. */
    for (int i = 0; i < check_block->threads; i++) {
        const struct fiber *b = &check_block->fibers[i];

        if ((number != SIGSEGV && number != SIGBUS) ||
            !fiber_overflowed(b, 1, info->si_addr))
            continue;
        f.kind = SIMT_KIND_STACK_OVERFLOW;
        f.text = NULL;
        f.at.thread = (unsigned)i;
        if (in_hook)
            f.at.pc = check_block->warp[i / 32].lane[i % 32].site;
        report_finding(&f);
        check_stop(cudaErrorLaunchFailure);
        leave_handler(number);
    }
    report_finding(&f);
    signal(number, SIG_DFL);
}

/* A lane that no longer comes to a hook. */
static void tick(int number, siginfo_t *info, void *context)
{
    const uint64_t before_it = ticks_steps;
    const bool in_lane = check_in_lane;
    const int saved = errno;

    (void)info;
    ticks_steps = check_progress.steps;
    check_in_lane = false; /* clock_gettime() is not the kernel's call */
    if (in_lane && check_progress.steps == before_it &&
        check_this_lane() < SIMT_WARP &&
        (double)(check_now_ns() - check_progress.began) * 1e-9 >
            check_progress.limit) {
        const uintptr_t pc = program_counter(context);

        check_progress.stuck_at =
            pc >= check_image && pc < check_image_end
                ? pc
                : check_running->lane[check_this_lane()].site;
        check_report_endless(check_running);
        leave_handler(number);
    }
    check_in_lane = in_lane;
    errno = saved;
}

static timer_t timer;
static bool has_timer;

void check_watch(bool on)
{
    struct itimerspec t = {.it_interval.tv_nsec = on ? 250000000 : 0,
                           .it_value.tv_nsec = on ? 250000000 : 0};

    if (has_timer)
        timer_settime(timer, 0, &t, NULL);
}

void check_watch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_sigaction = crashed,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

void check_prepare_signals(void)
{
    struct sigaction action = {
        .sa_sigaction = tick, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                             .sigev_signo = SIGRTMIN + 7};
    static __thread bool done;
    stack_t stack = {.ss_size = SIGNAL_STACK};

    if (done)
        return;
    done = true;
    stack.ss_sp = check_need(malloc(SIGNAL_STACK));
    sigaltstack(&stack, NULL);
    check_watch_crashes();
    sigaction(SIGRTMIN + 7, &action, NULL);
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif
    event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
    if (has_timer)
        timer_delete(timer);
    has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
}
