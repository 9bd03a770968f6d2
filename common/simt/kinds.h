/*
 * kinds.h - what the CPU device can find, in one table for both sides of the
 * report: the device names a kind by its enumerator and writes its word, the
 * judge reads the word and has a sentence for the enumerator.
 *
 * A new kind is a line here and a function in grader/reports/, which simt_say.c
 * names; its suite fails for one without a sentence.
 */
#ifndef KINDS_H
#define KINDS_H

#include <string.h>

/* X(enumerator, word of the report, what it means) */
#define SIMT_KINDS(X)                                                      \
    /* an access, and its memory */                                        \
    X(OUT_OF_BOUNDS, "out_of_bounds", "outside of the array")              \
    X(USE_AFTER_FREE, "use_after_free", "to memory that was freed")        \
    X(UNWRITTEN, "unwritten", "reads what nobody has written")             \
    X(UNWRITTEN_PART, "unwritten_part", "copies what is written in part")  \
    X(HOST_ACCESS, "host_access", "the host, to memory of the device")     \
    X(DEVICE_ACCESS, "device_access", "a kernel, to memory of the host")   \
    X(READ_ONLY, "read_only", "writes what is only to be read")            \
    X(OTHER_LOCAL, "other_local", "to a local variable of another thread") \
    X(MISALIGNED, "misaligned", "at no multiple of its size")              \
    X(STALE, "stale", "__ldg() of what the same kernel writes")            \
    /* what nothing orders */                                              \
    X(RACE, "race", "two threads and the same memory, one of them writes") \
    X(ORDER, "order", "a store that may undo an atomic change")            \
    X(OVERLAP, "overlap", "two streams and the same memory")               \
    X(LOOSE, "loose", "work that nobody has waited for at the end")        \
    X(UNWAITED_COPY, "unwaited_copy", "an asynchronous copy, likewise")    \
    /* who waits in vain */                                                \
    X(BARRIER, "barrier", "not all threads come to it")                    \
    X(DEADLOCK, "deadlock", "no thread of the block can go on")            \
    X(LOCK_ORDER, "lock_order", "locks, by one so and by another so")      \
    X(ENDLESS, "endless", "a kernel that does not end")                    \
    X(WARP_MASK, "warp_mask", "lanes that a mask names, or leaves out")    \
    X(MATRIX, "matrix", "tensor cores, used wrongly")                      \
    X(NO_GRID_SYNC, "no_grid_sync", "grid.sync() in a plain launch")       \
    /* calls of the host */                                                \
    X(COPY, "copy", "arguments of a copy")                                 \
    X(LAUNCH, "launch", "arguments of a launch")                           \
    X(FREE, "free", "what is freed, or pinned, is not what it has to be")  \
    X(EVENT, "event", "the time of an event that has none yet")            \
    X(UNSEEN_ERROR, "unseen_error", "a call failed and nobody looked")     \
    X(LEAK, "leak", "memory that is never freed")                          \
    X(NOT_DESTROYED, "not_destroyed", "likewise a stream or an event")     \
    /* what ends a kernel or the program */                                \
    X(STACK_OVERFLOW, "stack_overflow", "a thread has filled its stack")   \
    X(CRASH, "crash", "a signal")                                          \
    X(SHIFT, "shift", "by as many bits as the number has, or more")        \
    X(CAST, "cast", "a number that the integer has no room for")           \
    X(ASSERT, "assert", "it does not hold")                                \
    X(TRAP, "trap", "__trap() was called")                                 \
    X(NO_ROOM, "no_room", "a limit of this machine, and no mistake")

#define SIMT_KIND_ENUMERATOR(name, word, meaning) SIMT_KIND_##name,
enum simt_kind {
    SIMT_KIND_NONE, /* or a word that is not in the table */
    SIMT_KINDS(SIMT_KIND_ENUMERATOR) SIMT_KIND_COUNT
};

/* "race" for SIMT_KIND_RACE; "" for none. */
#define SIMT_KIND_WORD(name, word, meaning) word,
static inline const char *simt_kind_word(enum simt_kind kind)
{
    static const char *const words[] = {"", SIMT_KINDS(SIMT_KIND_WORD)};

    return words[kind];
}

/* The kind of a word, or SIMT_KIND_NONE. */
static inline enum simt_kind simt_kind_of(const char *word)
{
    for (int i = SIMT_KIND_NONE + 1; i < SIMT_KIND_COUNT; i++)
        if (!strcmp(word, simt_kind_word((enum simt_kind)i)))
            return (enum simt_kind)i;
    return SIMT_KIND_NONE;
}

#endif
