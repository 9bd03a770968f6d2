/*
 * fiber.h - stacks to switch between. A fiber never changes its operating
 * system thread, so thread-local variables keep their addresses.
 */
#ifndef FIBER_H
#define FIBER_H

#include <stdbool.h>
#include <stddef.h>

struct fiber {
    void *sp;    /* while it does not run */
    char *low;   /* its lowest usable byte; below lies a page that traps */
    char *start; /* where its stack begins, growing down to low */
};

enum { FIBER_STACK = 64 << 10 };

/*
 * Make n fibers in one mapping, each with a stack of FIBER_STACK bytes whose
 * beginnings are staggered, so that they do not fight for the same sets of the
 * first-level cache. Returns null with errno if there is no memory.
 */
struct fiber *fiber_make(int n);
void fiber_free(struct fiber *fibers, int n);

/* Room for n fibers, which counts as the process's data from now on, and takes
 * real memory only where fibers have run. Null with errno if there is none. */
char *fiber_room(int n);

/* The same as fiber_make(), at the first-th place of a room; that there are n
 * from there on is for the caller to see to. free() what it returns. */
struct fiber *fiber_make_in(char *room, int first, int n);

/* The next switch to f begins run(argument), which must never return. */
void fiber_prepare(struct fiber *f, void (*run)(void *), void *argument);

/*
 * Keep the running one's stack pointer in *save, go on with the stack at
 * `load`: about 3 ns. Inline: the compiler saves the registers that a called
 * function must keep once and not twice, and each place where this stands has a
 * jump of its own, which the processor learns to predict. Only for functions
 * that call others: what it pushes would overwrite the red zone of a leaf.
 */
__attribute__((always_inline)) static inline void simt_switch(void **save,
                                                              void *load)
{
#if defined(__x86_64__)
    __asm__ volatile("leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rbp\n\t"
                     "pushq %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %1, %%rsp\n\t"
                     "popq %%rax\n\t"
                     "popq %%rbp\n\t"
                     "jmp *%%rax\n"
                     "1:"
                     : "+D"(save), "+S"(load)
                     :
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11",
                       "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
                       "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
                       "cc", "memory");
#else
    void simt_swap_stacks(void **save_sp, void *load_sp);

    simt_swap_stacks(save, load);
#endif
}

/* Whether an address lies in the trap page below one of these stacks. */
bool fiber_overflowed(const struct fiber *fibers, int n, const void *address);

#endif
