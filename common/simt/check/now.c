/*
 * now.c - what runs now, in check mode: the block, the warp, the lane; and how
 * one lane gives way to another. See lanes.h.
 */
#include "check/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct block *check_block;
struct warp *check_running;
struct lane *check_lane;
__thread bool check_in_lane;
__thread uintptr_t check_lane_span;
uint64_t check_interval;
struct progress check_progress;
bool check_stopping;
int check_stop_error;

void check_stop(int error)
{
    if (!check_stopping)
        check_stop_error = error;
    check_stopping = true;
}

struct party party_of(const struct warp *w, int lane)
{
    return (struct party){
        .pc = w->lane[lane].site,
        .op = w->lane[lane].op & OP_KIND,
        .bytes = w->lane[lane].op >> OP_BYTES,
        .argument = op_argument(w->lane[lane].op),
        .on_device = true,
        .block = w->block->number,
        .thread = (unsigned)(w->number * 32 + lane),
    };
}

struct party ended_thread(uint64_t block, int thread)
{
    return (struct party){.op = OP_BARRIER,
                          .on_device = true,
                          .ended = true,
                          .block = block,
                          .thread = (unsigned)thread};
}

uint64_t check_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void *check_need(void *p)
{
    if (!p) {
        fprintf(stderr, "check mode: no memory for the threads of a block\n");
        abort();
    }
    return p;
}

/* ---- from lane to lane ----------------------------------------------- */

#if defined(__x86_64__)
__asm__(".pushsection simt_lane_code, \"ax\", @progbits\n"
        ".p2align 4\n"
        ".hidden simt_lane_switch\n"
        ".globl simt_lane_switch\n"
        ".type simt_lane_switch, @function\n"
        "simt_lane_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq (%rsi), %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmp *%rcx\n"
        ".size simt_lane_switch, .-simt_lane_switch\n"
        ".popsection\n");
#else
void simt_lane_switch(struct lane *from, struct lane *to)
{
    simt_switch(&from->sp, to->sp);
}
#endif

__attribute__((noreturn)) void check_abandon_lane(void)
{
    struct lane nowhere;

    simt_lane_switch(&nowhere, &check_running->lane[32]);
    __builtin_trap();
}

LANE_CODE void check_note_access(uintptr_t address, uint32_t op, uintptr_t site)
{
    struct lane *me = check_lane;

    me->address = address;
    me->site = site;
    me->op = op;
    check_give_way();
}
