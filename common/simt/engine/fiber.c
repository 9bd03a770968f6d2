/*
 * fiber.c - see fiber.h. The switch saves what a called function must keep
 * (System V ABI x86-64 section 3.2.1; AAPCS64 section 6.1) and swaps the stack
 * pointer. Signal masks and floating-point modes are left alone: no kernel
 * changes them.
 */
#define _GNU_SOURCE
#include "engine/fiber.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* So that valgrind knows that these are stacks. */
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) (void)0
#endif

/* The first thing a fiber runs: run and argument wait where a switch left its
 * registers. */
void simt_fiber_begin(void);

#if defined(__x86_64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl simt_fiber_begin\n"
        ".hidden simt_fiber_begin\n"
        ".type simt_fiber_begin, @function\n"
        "simt_fiber_begin:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n" /* debuggers stop walking here */
        "    popq %rax\n"
        "    popq %rdi\n"
        "    call *%rax\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size simt_fiber_begin, .-simt_fiber_begin\n");

/* In the order they are popped. */
struct saved {
    uintptr_t rip, rbp, run, argument;
};

static void *first_stack(char *start, void (*run)(void *), void *argument)
{
    struct saved *s = (struct saved *)(start - 16 - sizeof *s);

    s->rip = (uintptr_t)simt_fiber_begin;
    s->rbp = 0;
    s->run = (uintptr_t)run;
    s->argument = (uintptr_t)argument;
    return s;
}
#elif defined(__aarch64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl simt_swap_stacks\n"
        ".hidden simt_swap_stacks\n"
        ".type simt_swap_stacks, %function\n"
        "simt_swap_stacks:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    br x30\n"
        ".size simt_swap_stacks, .-simt_swap_stacks\n"
        ".p2align 4\n"
        ".globl simt_fiber_begin\n"
        ".hidden simt_fiber_begin\n"
        ".type simt_fiber_begin, %function\n"
        "simt_fiber_begin:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined x30\n"
        "    mov x0, x20\n"
        "    mov x29, #0\n"
        "    blr x19\n"
        "    brk #1\n"
        "    .cfi_endproc\n"
        ".size simt_fiber_begin, .-simt_fiber_begin\n");

struct saved {
    uintptr_t x19, x20, rest[9], x30, d[8];
};

static void *first_stack(char *start, void (*run)(void *), void *argument)
{
    struct saved *s = (struct saved *)(start - sizeof *s);

    memset(s, 0, sizeof *s);
    s->x19 = (uintptr_t)run;
    s->x20 = (uintptr_t)argument;
    s->x30 = (uintptr_t)simt_fiber_begin;
    return s;
}
#else
#error "The CPU device knows x86-64 and 64-bit Arm processors only."
#endif

enum {
    PAGE = 4096,
    SLOT = FIBER_STACK + 2 * PAGE,
    /* A trap costs two of the 65,530 mappings that a process can have. */
    TRAPS_MAX = 16384,
};

char *fiber_room(int n)
{
    char *room =
        mmap(NULL, (size_t)n * SLOT, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

    return room == MAP_FAILED ? NULL : room;
}

/* Without the trap an overflow runs into the neighbour's stack. */
static bool trapped(char *slot)
{
    return mprotect(slot, PAGE, PROT_NONE) == 0;
}

static void put_fiber(struct fiber *f, int i, char *slot)
{
    f->low = slot + PAGE;
    VALGRIND_STACK_REGISTER(slot + PAGE, slot + SLOT);
    /* 64 cache lines a page: spread the busy ends over all of them */
    f->start = slot + SLOT - (size_t)(i * 5 % 63) * 64;
}

struct fiber *fiber_make(int n)
{
    static _Atomic int traps;
    struct fiber *fibers = calloc((size_t)n, sizeof *fibers);
    char *room = fibers ? fiber_room(n) : NULL;

    if (!room) {
        free(fibers);
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        char *slot = room + (size_t)i * SLOT;

        if (traps < TRAPS_MAX && trapped(slot))
            traps++;
        put_fiber(&fibers[i], i, slot);
    }
    return fibers;
}

struct fiber *fiber_make_in(char *room, int first, int n)
{
    struct fiber *fibers = calloc((size_t)n, sizeof *fibers);

    for (int i = 0; i < n && fibers; i++) {
        char *slot = room + (size_t)(first + i) * SLOT;

        if (first + i < TRAPS_MAX)
            trapped(slot);
        put_fiber(&fibers[i], i, slot);
    }
    return fibers;
}

void fiber_free(struct fiber *fibers, int n)
{
    if (fibers && n > 0)
        munmap(fibers[0].low - PAGE, (size_t)n * SLOT);
    free(fibers);
}

void fiber_prepare(struct fiber *f, void (*run)(void *), void *argument)
{
    f->sp = first_stack(f->start, run, argument);
}

bool fiber_overflowed(const struct fiber *fibers, int n, const void *address)
{
    const char *a = address;

    for (int i = 0; i < n; i++)
        if (a >= fibers[i].low - PAGE && a < fibers[i].low)
            return true;
    return false;
}
