/*
 * test_mend.c - tests of what is said about the place of a race, a barrier or
 * an index: the whole sentences, for small programs in which "@1" and "@2"
 * stand before what the two sides touch. Run from the top folder:
 * build/grader/reports/test_mend.
 */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/source.h"
#include "reports/around.h"
#include "reports/sanitizer_mend.h"
#include "reports/simt_say.h"

static char path[] = "build/test_mend.XXXXXX";

/* ---- programs with two marks -------------------------------------------- */

/* Write it without its marks; where these stood goes into spot[0] and [1]. */
static void write_marked(const char *code, struct place spot[2])
{
    FILE *file = fopen(path, "w");
    int line = 1, column = 1;

    ck_assert(file);
    memset(spot, 0, 2 * sizeof *spot);
    for (const char *p = code; *p; p++) {
        if (*p == '@') {
            struct place *s = &spot[*++p - '1'];
            snprintf(s->file, sizeof s->file, "%s", path);
            s->line = line;
            s->column = column;
            continue;
        }
        fputc(*p, file);
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    ck_assert_int_eq(fclose(file), 0);
}

struct example {
    const char *code;
    const char *op[2];
    unsigned block[2], thread[2];
    const char *space;
    const char *object;
    int64_t bytes, offset;
    unsigned grid, threads; /* of the launch; 0: not known */
    const char *says;
};

/* A lone thread reads the float behind the last one of 1000. */
#define ONE_PAST_1000 \
    {"read", NULL}, {0, 0}, {0, 0}, "global", "", 4000, 4000, 1, 1

static struct simt_raw raw_of(const struct example *e, enum simt_kind kind)
{
    struct place spot[2];
    struct simt_raw raw = {.kind = kind, .has_other = e->op[1] != NULL};
    struct simt_party *side[2] = {&raw.at, &raw.other};

    write_marked(e->code, spot);
    for (int i = 0; i < 2 && e->op[i]; i++) {
        side[i]->place = spot[i].line ? spot[i] : spot[0];
        side[i]->device = true;
        side[i]->bytes = 4;
        side[i]->block[0] = e->block[i];
        side[i]->thread[0] = e->thread[i];
        snprintf(side[i]->op, sizeof side[i]->op, "%s", e->op[i]);
    }
    raw.same_warp =
        e->block[0] == e->block[1] && e->thread[0] / 32 == e->thread[1] / 32;
    snprintf(raw.kernel, sizeof raw.kernel, "k");
    snprintf(raw.space, sizeof raw.space, "%s", e->space);
    snprintf(raw.object.name, sizeof raw.object.name, "%s", e->object);
    raw.object.known = true;
    raw.object.bytes = e->bytes;
    raw.object.offset = e->offset;
    raw.object.element = 4;
    raw.has_dim = e->grid > 0;
    raw.grid[0] = e->grid;
    raw.block[0] = e->threads;
    raw.grid[1] = raw.grid[2] = raw.block[1] = raw.block[2] = 1;
    return raw;
}

static void check_says(const struct simt_raw *raw, const char *says)
{
    struct finding f;

    simt_say(raw, &f);
    ck_assert_str_eq(finding_text(&f), says);
}

#define RW              \
    {                   \
        "read", "write" \
    }
#define WW               \
    {                    \
        "write", "write" \
    }
#define RA               \
    {                    \
        "read", "atomic" \
    }
#define WA                \
    {                     \
        "write", "atomic" \
    }

/* Thread 0 reads what thread 1 of its warp writes, in s of 64 floats. */
#define NEXT_IN_S RW, {0, 0}, {0, 1}, "shared", "s", 256, 4, 1, 64

/* ---- races in a block --------------------------------------------------- */

#define BOTH_TOUCH(what)                                        \
    "Threads 0 and 40 of block 0 both touch `s[0]`: line " what \
    ", and no __syncthreads() lies between them. "

static const struct example in_block[] = {
    {"__global__ void k() {\n"
     "    s@2[t] = t;\n"
     "    if (n > 64)\n"
     "        __syncthreads();\n"
     "    x = s@1[t + 1];\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     BOTH_TOUCH("2 writes it (thread 40), line 5 reads it (thread "
                "0)") "The __syncthreads() at line 4 stands "
                      "between them, but these two have not "
                      "come by it: take it out of the if at line "
                      "3."},
    {"__global__ void k() {\n"
     "    s@2[t] = t;\n"
     "    x = s@1[t + 1];\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     BOTH_TOUCH("2 writes it (thread 40), line 3 reads it (thread "
                "0)") "Put a __syncthreads() between line 2 and "
                      "line 3, where all threads of the "
                      "block come by."},
    {"__global__ void k() {\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        s@2[t] = i;\n"
     "        x += s@1[t + 1];\n"
     "    }\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     BOTH_TOUCH("3 writes it (thread 40), line 4 reads it (thread "
                "0)") "Put a __syncthreads() between line 3 and "
                      "line 4, where all threads of the "
                      "block come by, and one more at the end of "
                      "each round of the loop at line "
                      "2: line 3 comes again there."},
    {"__global__ void k() {\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        s@2[t] = i;\n"
     "        __syncthreads();\n"
     "        x += s@1[t + 1];\n"
     "    }\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     BOTH_TOUCH("3 writes it (thread 40), line 5 reads it (thread "
                "0)") "The one between line 3 and line 5 is not "
                      "enough: in the loop at line 2, a "
                      "fast thread begins the next round while "
                      "others are still in this one. Put "
                      "another __syncthreads() at the end of each "
                      "round."},
    {"__global__ void k() {\n"
     "    for (int h = 128; h > 0; h /= 2)\n"
     "        if (t < h)\n"
     "            s@2[t] += s@1[t + h];\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     "Threads 0 and 40 of block 0 touch `s[0]` at line 4: one "
     "writes `s[t]` "
     "while the other reads `s[t + h]`, and nothing orders the "
     "two. End each "
     "round of the loop at line 2 with a __syncthreads() that all "
     "threads of "
     "the block reach. If one reads what another one writes in the "
     "same round, "
     "it takes one between reading and writing, too."},
    {"__global__ void k() {\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        s@2[t] = s@1[t + 1];\n"
     "        __syncthreads();\n"
     "    }\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "shared",
     "s",
     256,
     0,
     1,
     64,
     "Threads 0 and 40 of block 0 touch `s[0]` at line 3: one "
     "writes `s[t]` "
     "while the other reads `s[t + 1]`, and nothing orders the "
     "two. Within a "
     "round of the loop at line 2, read into a local variable, "
     "then "
     "__syncthreads(), then write."},
    {"__global__ void k() {\n"
     "    if (t < 32) {\n"
     "        for (int h = 16; h > 0; h /= 2)\n"
     "            s@2[t] += s@1[t + h];\n"
     "    }\n"
     "}\n",
     RW,
     {0, 0},
     {0, 16},
     "shared",
     "s",
     256,
     64,
     1,
     64,
     "Threads 0 and 16 of block 0 touch `s[16]` at line 4: one "
     "writes `s[t]` "
     "while the other reads `s[t + h]`, and nothing orders the "
     "two. That all "
     "who come here are in one warp (line 2) orders nothing, and "
     "for a "
     "__syncthreads() the others would be missing: a __syncwarp() "
     "does it. "
     "Where each lane reads before others write, it takes one "
     "between reading "
     "and writing, too."},
    {"__global__ void k() {\n"
     "    s@2[t] = 1;\n"
     "    __syncthreads;\n"
     "    x = s@1[t + 1];\n"
     "}\n",
     NEXT_IN_S,
     "Threads 0 and 1 of block 0 both touch `s[1]`: line 2 writes it (thread "
     "1), line 4 reads it (thread 0), and no __syncthreads() lies between "
     "them. Line 3 has __syncthreads without (): so it is only named there, "
     "and not called."},
    {"__global__ void k() {\n"
     "    int lane = t % 32;\n"
     "    s@2[t] = lane;\n"
     "    x = s@1[t + 1];\n"
     "}\n",
     NEXT_IN_S,
     "Threads 0 and 1 of block 0 both touch `s[1]`: line 3 writes "
     "it (thread "
     "1), line 4 reads it (thread 0), and no __syncthreads() lies "
     "between them. "
     "Put a __syncthreads() between line 3 and line 4, where all "
     "threads of the "
     "block come by. Threads of one warp do not wait for each other either; "
     "where only they meet, a __syncwarp() is enough."},
    {"__global__ void k() {\n"
     "    int *left = &s[t], *right = left + 1;\n"
     "    int old = *left;\n"
     "    if (@1*right < *left) {\n"
     "        @2*left = *right;\n"
     "        *right = old;\n"
     "    }\n"
     "}\n",
     RW,
     {0, 0},
     {0, 40},
     "global",
     "",
     256,
     4,
     1,
     64,
     "Threads 0 and 40 of block 0 both touch the same element: "
     "line 4 reads "
     "`*right` (thread 0), line 5 writes `*left` (thread 40), and "
     "no "
     "__syncthreads() lies between them. `*right` of one thread is "
     "`*left` of "
     "another, and each thread changes both: no barrier helps "
     "where they do "
     "that at the same time. Give each thread elements that no "
     "other one "
     "touches until the next barrier or launch."},
};

#define TOUCH(what)                                                           \
    "Thread 0 of block 0 and thread 0 of block 1 both touch `*c`: line " what \
    ", and nothing orders the two. "

/* Where the text does not tell: here a bracket has no other one. */
static const struct example not_known[] = {
    {"}\n"
     "    s@2[t] = t;\n"
     "    x = s@1[t + 1];\n",
     NEXT_IN_S,
     "Threads 0 and 1 of block 0 both touch `s[1]`: line 2 writes it (thread "
     "1), line 3 reads it (thread 0), and no __syncthreads() lies between "
     "them. "
     "Put one where all threads of the block come by; in a loop, think of the "
     "way from the last line back to the first. Threads of one warp do not "
     "wait for each other either; where only they meet, a __syncwarp() is "
     "enough."},
    {"}\n"
     "    @2*c = 0;\n"
     "    @1atomicAdd(c, 1);\n",
     {"atomic", "write"},
     {0, 0},
     {0, 40},
     "shared",
     "",
     4,
     0,
     1,
     64,
     "Threads 0 and 40 of block 0 both touch `*c`: line 2 writes it (thread "
     "40), line 3 changes it atomically (thread 0), and nothing orders the "
     "two. "
     "Only one of the two is atomic: make both atomic, or put a barrier "
     "between "
     "them."},
    {"}\n"
     "    x = @2*c;\n"
     "    @1atomicAdd(c, 1);\n",
     {"atomic", "read"},
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH("2 reads it (thread 0 of block 1), line 3 changes it atomically "
           "(thread 0 of block 0)") "Only one of the two is atomic: let the "
                                    "other one use what the atomic "
                                    "function returns. Or, if one is to come "
                                    "before the other, give it a "
                                    "launch of its own: __syncthreads() does "
                                    "not order blocks."},
};

START_TEST(test_not_known)
{
    const struct simt_raw raw = raw_of(&not_known[_i], SIMT_KIND_RACE);

    check_says(&raw, not_known[_i].says);
}
END_TEST

START_TEST(test_in_block)
{
    const struct simt_raw raw = raw_of(&in_block[_i], SIMT_KIND_RACE);

    check_says(&raw, in_block[_i].says);
}
END_TEST

/* ---- changes that get lost, and atomic ones ----------------------------- */

#define UPDATE(where)                                                          \
    "Thread 0 of block 0 and thread 0 of block 1 both read, change and write " \
    "`*c` at line " where                                                      \
    ", and nothing orders them, so one of the changes gets lost. "
static const struct example changes[] = {
    {"__global__ void k(int *c) {\n"
     "    @1@2*c += 1;\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     UPDATE("2") "atomicAdd() does all three in one step, and returns what was "
                 "there before."},
    {"__global__ void k(int *c, int x) {\n"
     "    if (x > @1*c)\n"
     "        @2*c = x;\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH(
         "2 reads it (thread 0 of block 0), line 3 writes it (thread 0 of "
         "block 1)") "Comparing and storing are two steps, and another thread "
                     "may store a "
                     "larger one between them: atomicMax() does both in one."},
    {"__global__ void k(int *c, int x) {\n"
     "    if (x < @1*c)\n"
     "        @2*c = x;\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH(
         "2 reads it (thread 0 of block 0), line 3 writes it (thread 0 of "
         "block 1)") "Comparing and storing are two steps, and another thread "
                     "may store a "
                     "smaller one between them: atomicMin() does both in one."},
    {"__global__ void k(int *c, int x) {\n"
     "    int old = @1*c;\n"
     "    @2*c = old ^ x;\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH("2 reads it (thread 0 of block 0), line 3 writes it (thread 0 of "
           "block 1)") "To read it at line 2 and to write it at line 3 are two "
                       "steps, and another "
                       "thread may come between them. One atomic function does "
                       "both, such as "
                       "atomicAdd(), and returns what was there before."},
    {"__global__ void k(int *out, int *c, int x) {\n"
     "    @1@2out[*c] = x;\n"
     "}\n",
     WW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4000,
     0,
     2,
     64,
     "Thread 0 of block 0 and thread 0 of block 1 both write `out[*c]` at line "
     "2, and nothing orders the two writes, so one of them gets lost. Both "
     "have "
     "found the same index. Count with atomicAdd(), and let what it returns be "
     "the index: no two threads get the same."},
    {"__global__ void k(int *c) {\n"
     "    @2atomicExch(c, @1*c + 1);\n"
     "}\n",
     RA,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     UPDATE("2") "It is read first, and atomicExch() then stores what was "
                 "computed from that: two steps, though the second one is "
                 "atomic. atomicAdd() reads and changes in one."},
    {"__global__ void k(int *c, int *out) {\n"
     "    @2atomicAdd(c, 1);\n"
     "    out[@1*c] = 1;\n"
     "}\n",
     RA,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH("2 changes it atomically (thread 0 of block 1), line 3 reads it "
           "(thread 0 of block 0)") "What a thread reads at line 3 may have "
                                    "been changed by others since its "
                                    "own line 2. The atomic function returns "
                                    "what was there before this "
                                    "thread's change: keep that, and read "
                                    "nothing again."},
    {"__global__ void k() {\n"
     "    if (t == 0)\n"
     "        @1sum = 0;\n"
     "    @2atomicAdd(&sum, t);\n"
     "}\n",
     WA,
     {0, 0},
     {0, 40},
     "shared",
     "sum",
     4,
     0,
     2,
     64,
     "Threads 0 and 40 of block 0 both touch `sum`: line 3 writes it (thread "
     "0), line 4 changes it atomically (thread 40), and nothing orders the "
     "two. "
     "Put a __syncthreads() between line 3 and line 4, where all threads of "
     "the "
     "block come by."},
    /* other blocks add, too */
    {"__global__ void k(int *c) {\n"
     "    if (t == 0)\n"
     "        @1*c = 0;\n"
     "    @2atomicAdd(c, t);\n"
     "}\n",
     WA,
     {0, 0},
     {0, 40},
     "global",
     "",
     4,
     0,
     2,
     64,
     "Threads 0 and 40 of block 0 both touch `*c`: line 3 writes it (thread "
     "0), "
     "line 4 changes it atomically (thread 40), and nothing orders the two. "
     "Blocks run in any order, and __syncthreads() does not order them: if it "
     "is to be set before the others change it, set it before the launch, with "
     "cudaMemset() or a launch of its own."},
};

START_TEST(test_change)
{
    const struct simt_raw raw = raw_of(&changes[_i], SIMT_KIND_RACE);

    check_says(&raw, changes[_i].says);
}
END_TEST

/* ---- locks -------------------------------------------------------------- */

static const struct {
    const char *take, *give, *before, *under, *behind; /* with marks */
    const char *where, *says;
} locks[] = {
    {"while (atomicCAS(m, 0, 1) == 0);", "__threadfence(); atomicExch(m, 0);",
     "", "@1@2*c += 1;", "", "9",
     "The lock keeps nobody out: the loop at line 2 goes on as long as "
     "atomicCAS() returns 0, which is when this thread got the lock, and ends "
     "when another one has it. It has to go on while the answer is not 0."},
    {"while (atomicCAS(m, 1, 0) != 0);", "__threadfence(); atomicExch(m, 0);",
     "", "@1@2*c += 1;", "", "9",
     "The lock keeps nobody out: atomicCAS() at line 2 stores 0 where it finds "
     "1, but the loop ends when it has found 0, and then nothing was stored. "
     "Its arguments are the place, what has to be there, and what is put there "
     "instead."},
    {"while (atomicCAS(m, 0, 0) != 0);", "__threadfence(); atomicExch(m, 0);",
     "", "@1@2*c += 1;", "", "9",
     "The lock keeps nobody out: atomicCAS() at line 2 stores 0 where it finds "
     "0. That is a look, and takes nothing: take it in the same step, by "
     "atomicCAS(lock, 0, 1)."},
    {"atomicCAS(m, 0, 1);", "__threadfence(); atomicExch(m, 0);", "",
     "@1@2*c += 1;", "", "9",
     "The lock keeps nobody out: what atomicCAS() returns at line 2 is not "
     "looked at. If it is not what a free lock holds, another thread has the "
     "lock, and this one goes on without it. Repeat the call until it returns "
     "that."},
    {"while (*(volatile int *)m != 0); atomicExch(m, 1);",
     "__threadfence(); atomicExch(m, 0);", "", "@1@2*c += 1;", "", "9",
     "The lock keeps nobody out: the loop at line 2 only looks whether it is "
     "free, and it is taken in another step. Two threads may both see it free "
     "and both go on. Look and take in one step: while (atomicCAS(lock, 0, 1) "
     "!= 0)."},
    {"while (atomicCAS(m, 0, blockIdx.x) != 0);",
     "__threadfence(); atomicExch(m, 0);", "", "@1@2*c += 1;", "", "9",
     "The lock does not keep everybody out: what atomicCAS() stores at line 2 "
     "is 0 for the first one, and 0 means that the lock is free. Store a "
     "number "
     "that is never 0."},
    {"while (atomicCAS(m, 0, 1) != 0);", "atomicExch(m, 0);", "",
     "@1@2*c += 1;", "", "9",
     "The lock itself is right, but a __threadfence() is missing before line "
     "5, which gives it back. Without it the next one may have the lock before "
     "it sees what was written under it."},
    {"while (atomicCAS(m, 0, 1) != 0);",
     "__threadfence_block(); atomicExch(m, 0);", "", "@1@2*c += 1;", "", "9",
     "The fence before the lock is given back is the one for the threads of a "
     "block: __threadfence_block() at line 5. Other blocks take this lock: "
     "__threadfence()."},
    {"while (atomicCAS(m, 0, 1) != 0);", "atomicExch(m, 0); __threadfence();",
     "", "@1@2*c += 1;", "", "9",
     "The __threadfence() at line 5 comes too late: it belongs before line 5, "
     "which gives the lock back. Else the next one may have the lock before it "
     "sees what was written under it."},
    {"while (atomicCAS(m, 0, 1) != 0);", "__threadfence(); atomicExch(m, 0);",
     "@1@2*c += 1;", "", "", "7",
     "Line 7 stands before the lock is taken at line 8: what is read there may "
     "have changed until then. All that the lock guards belongs behind it."},
    {"while (atomicCAS(m, 0, 1) != 0);", "__threadfence(); atomicExch(m, 0);",
     "@1@2*c = 0;", "", "", "7",
     "Line 7 sets it before any lock is taken, and a block that runs earlier "
     "has added to it by then: blocks run in any order, and __syncthreads() "
     "does not order them, so set it before the launch, with cudaMemset() or a "
     "launch of its own."},
    {"while (atomicCAS(m, 0, 1) != 0);", "__threadfence(); atomicExch(m, 0);",
     "", "", "@1@2*c += 1;", "11",
     "The lock is given back at line 10, before line 11: all that it guards "
     "belongs before that."},
};

START_TEST(test_lock)
{
    struct example e = {NULL, RW, {0, 1}, {0, 0}, "global", "",
                        4,    0,  2,      64,     NULL};
    char code[1000], says[1500];

    snprintf(code, sizeof code,
             "__device__ void lock(int *m) {\n"
             "    %s\n"
             "}\n"
             "__device__ void unlock(int *m) {\n"
             "    %s }\n"
             "__global__ void k(int *c) {\n"
             "    %s\n"
             "    lock(&mutex);\n"
             "    %s\n"
             "    unlock(&mutex);\n"
             "    %s\n"
             "}\n",
             locks[_i].take, locks[_i].give, locks[_i].before, locks[_i].under,
             locks[_i].behind);
    e.code = code;
    snprintf(
        says, sizeof says,
        "Thread 0 of block 0 and thread 0 of block 1 both read, change and "
        "write `*c` at line %s, and nothing orders them, so one of the "
        "changes gets lost. %s",
        locks[_i].where, locks[_i].says);
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    check_says(&raw, says);
}
END_TEST

static const struct example other_locks[] = {
    {"__device__ void lock(int *m) {\n"
     "    while (atomicCAS(m, 0, 1) != 0);\n"
     "}\n"
     "__global__ void k(int *c) {\n"
     "    @1@2*c += 1;\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     UPDATE(
         "5") "No lock is taken around this: `lock`, which takes one at line "
              "2, is not called here."},
    {"__device__ void lock(int *m) {\n"
     "    while (atomicCAS(m, 0, 1) != 0);\n"
     "}\n"
     "__global__ void k(int *c) {\n"
     "    lock(&mutex[blockIdx.x]);\n"
     "    @1@2*c += 1;\n"
     "    __threadfence();\n"
     "    atomicExch(&mutex[blockIdx.x], 0);\n"
     "}\n",
     RW,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     UPDATE(
         "6") "The lock at line 5 is another one for each block, so it keeps "
              "no other block out. Who touches the same memory has to take "
              "the same lock."},
    {"__global__ void k(int *c) {\n"
     "    while (@2atomicCAS(c, 0, 1) != 0);\n"
     "    @1*c = 0;\n"
     "}\n",
     WA,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH("2 changes it atomically (thread 0 of block 1), line 3 writes it "
           "(thread 0 of block 0)") "This is a lock, which line 2 takes by an "
                                    "atomic function. Then it has to "
                                    "be given back by one, too: "
                                    "atomicExch(lock, 0) at line 3."},
    {"__global__ void k(int *c) {\n"
     "    while (*(volatile int *)c != 0);\n"
     "    @1*c = 1;\n"
     "    @2atomicExch(c, 0);\n"
     "}\n",
     WA,
     {0, 1},
     {0, 0},
     "global",
     "",
     4,
     0,
     2,
     64,
     TOUCH("3 writes it (thread 0 of block 0), line 4 changes it atomically "
           "(thread 0 of block 1)") "The lock keeps nobody out: the loop at "
                                    "line 2 only looks whether it is "
                                    "free, and it is taken in another step. "
                                    "Two threads may both see it free "
                                    "and both go on. Look and take in one "
                                    "step: while (atomicCAS(lock, 0, 1) "
                                    "!= 0)."},
};

START_TEST(test_other_lock)
{
    const struct simt_raw raw = raw_of(&other_locks[_i], SIMT_KIND_RACE);

    check_says(&raw, other_locks[_i].says);
}
END_TEST

/* ---- who waits ---------------------------------------------------------- */

#define WAITS "Thread 0 of block 0 waits in the __syncthreads() at line 4, but "
#define ALL_MUST                                                           \
    " All threads of a block must come to each __syncthreads(): do not "   \
    "return "                                                              \
    "before it or leave its loop before the others do, and do not put it " \
    "inside an if that only some of them enter."

static const struct {
    const char *code, *says;
} barriers[] = {
    {"__global__ void k(int n) {\n"
     "    int t = threadIdx.x;\n"
     "    if (t < n)\n"
     "        @1__syncthreads();\n"
     "}\n",
     WAITS
     "thread 40 has left the kernel. Not all threads enter the if at line "
     "3 (`t < n`)." ALL_MUST},
    {"__global__ void k(int n) {\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        if (threadIdx.x < i) continue;\n"
     "        @1__syncthreads();\n"
     "    }\n"
     "}\n",
     WAITS
     "thread 40 has left the kernel. Some threads go on to the next round "
     "before, at line 3 (`threadIdx.x < i`)." ALL_MUST},
    {"__global__ void k(int n) {\n"
     "\n"
     "    for (int i = threadIdx.x; i < n; i += 64)\n"
     "        @1__syncthreads();\n"
     "}\n",
     WAITS
     "thread 40 has left the kernel. Not all threads go round the loop at "
     "line 3 equally often (`int i = threadIdx.x; i < n; i += 64`)." ALL_MUST},
    {"__global__ void k(int n) {\n"
     "    int i = threadIdx.x;\n"
     "    if (i >= n) return;\n"
     "    @1__syncthreads();\n"
     "}\n",
     WAITS "thread 40 has left the kernel. Some threads return before, at line "
           "3 (`i >= n`)." ALL_MUST},
    /* the same for all: nothing to tell */
    {"__global__ void k(int n) {\n"
     "\n"
     "    if (n > 0)\n"
     "        @1__syncthreads();\n"
     "}\n",
     WAITS "thread 40 has left the kernel." ALL_MUST},
};

START_TEST(test_barrier)
{
    const struct example e = {barriers[_i].code,
                              {"barrier", "barrier"},
                              {0, 0},
                              {0, 40},
                              "",
                              "",
                              0,
                              0,
                              1,
                              64,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_BARRIER);

    raw.other.ended = true;
    check_says(&raw, barriers[_i].says);
}
END_TEST

/* ---- memory ------------------------------------------------------------- */

static const struct {
    const char *code;
    int64_t bytes, offset, written[2];
    const char *says;
} unwritten[] = {
    {"__global__ void k() {\n"
     "    __shared__ float s[32];\n"
     "    x = s@1[t + 1];\n"
     "}\n",
     128,
     124,
     {0, 124},
     "Thread 31 of block 0 reads `s[t + 1]` at line 3, and no thread of the "
     "block has written it (element 31 of `s`), though a barrier lies behind "
     "them all. The nearest that have been written go from element 0 of `s` to "
     "element 30 of `s`. So look at the index here, and at which threads "
     "write."},
    {"#define TILE 32\n"
     "__global__ void k() {\n"
     "    __shared__ float s[TILE][TILE + 1];\n"
     "    x = s[y][@1t];\n"
     "}\n",
     4224,
     124,
     {0, 124},
     "Thread 31 of block 0 reads `s[y][t]` at line 4, and no thread of the "
     "block has written it (`s[0][31]`), though a barrier lies behind them "
     "all. "
     "The nearest that have been written go from `s[0][0]` to `s[0][30]`. So "
     "look at the index here, and at which threads write."},
    {"enum { TILE = 2 * 16 };\n"
     "__global__ void k() {\n"
     "    __shared__ float s[TILE][TILE];\n"
     "    x = s[y][@1t];\n"
     "}\n",
     4096,
     124,
     {128, 132},
     "Thread 31 of block 0 reads `s[y][t]` at line 4, and no thread of the "
     "block has written it (`s[0][31]`), though a barrier lies behind them "
     "all. "
     "The nearest one that has been written is `s[1][0]`. So look at the index "
     "here, and at which threads write."},
    /* lengths that are not those of the memory */
    {"#define TILE 16\n"
     "__global__ void k() {\n"
     "    __shared__ float s[TILE][TILE];\n"
     "    x = s[y][@1t];\n"
     "}\n",
     4096,
     124,
     {0, 0},
     "Thread 31 of block 0 reads `s[y][t]` at line 4 before any thread of the "
     "block has written it (element 31 of `s`). Shared memory starts with "
     "garbage: write every element before it is read, and put a "
     "__syncthreads() "
     "between."},
#define UNWRITTEN(line)                                                       \
    "Thread 31 of block 0 reads `s[t]` at line " line                         \
    ", and no thread of the "                                                 \
    "block has written it (element 31 of `s`), though a barrier lies behind " \
    "them all. "
#define WHICH_IS_WRONG(line, text, condition)                         \
    "Line " line " writes it as `" text                               \
    "`: has each element the same place in both lines, and has this " \
    "thread something to read? Or is this to be there: line " line    \
    " writes only where the if at line " condition                    \
    " lets a thread? (In a sum 0 changes nothing.)"
#define NEAREST                                                               \
    "The nearest that have been written go from element 0 of `s` to element " \
    "30 "                                                                     \
    "of `s`. So look at the index here, and at which threads write."
    {"__global__ void k() {\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "    __syncthreads();\n"
     "    x = @1s[t];\n"
     "}\n",
     128,
     124,
     {0, 124},
     UNWRITTEN("5") "Line 3 writes `s` only where the if at line 2 lets a "
                    "thread: what is to be there otherwise? (In a sum 0 "
                    "changes nothing.)"},
    {"__global__ void k() {\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "    __syncthreads();\n"
     "    sum += @1s[t + 1];\n"
     "}\n",
     128,
     124,
     {0, 124},
     "Thread 31 of block 0 reads `s[t + 1]` at line 5, and no thread of the "
     "block has written it (element 31 of `s`), though a barrier lies behind "
     "them all. Line 3 writes `s` only where the if at line 2 lets a thread: "
     "what is to be there otherwise? (In a sum 0 changes nothing.)"},
    /* more than the block has threads: who would write it? */
    {"__global__ void k() {\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "    __syncthreads();\n"
     "    sum += @1s[t + 64];\n"
     "}\n",
     512,
     380,
     {0, 124},
     "Thread 31 of block 0 reads `s[t + 64]` at line 5, and no thread of the "
     "block has written it (element 95 of `s`), though a barrier lies behind "
     "them all. The nearest that have been written go from element 0 of `s` to "
     "element 30 of `s`. " WHICH_IS_WRONG("3", "s[t]", "2")},
    /* the index, or what lets this thread read */
    {"__global__ void k() {\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "    __syncthreads();\n"
     "    x = @1s[t + 1];\n"
     "}\n",
     128,
     124,
     {0, 124},
     "Thread 31 of block 0 reads `s[t + 1]` at line 5, and no thread of the "
     "block has written it (element 31 of `s`), though a barrier lies behind "
     "them all. The nearest that have been written go from element 0 of `s` to "
     "element 30 of `s`. " WHICH_IS_WRONG("3", "s[t]", "2")},
    {"__global__ void k() {\n"
     "    __shared__ float s[32][32];\n"
     "    if (i < rows && j < cols)\n"
     "        s[ty][tx] = a[i * cols + j];\n"
     "    __syncthreads();\n"
     "    x += @1s[tx][ty];\n"
     "}\n",
     4096,
     124,
     {0, 124},
     "Thread 31 of block 0 reads `s[tx][ty]` at line 6, and no thread of the "
     "block has written it (`s[0][31]`), though a barrier lies behind them "
     "all. The nearest that have been written go from `s[0][0]` to "
     "`s[0][30]`. " WHICH_IS_WRONG("4", "s[ty][tx]", "3")},
    /* others write the rest */
    {"__global__ void k() {\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "    else\n"
     "        s[t + 1] = 0;\n"
     "    x = @1s[t];\n"
     "}\n",
     128,
     124,
     {0, 124},
     UNWRITTEN("6") NEAREST},
    /* one of each warp has something: what is read is wrong */
    {"__global__ void k() {\n"
     "    if (lane == 0)\n"
     "        s[warp] = sum;\n"
     "    __syncthreads();\n"
     "    x = @1s[t];\n"
     "}\n",
     128,
     124,
     {0, 124},
     UNWRITTEN("5") NEAREST},
    /* what comes later cannot be why */
    {"__global__ void k() {\n"
     "    x = @1s[t];\n"
     "    if (i < n)\n"
     "        s[t] = a[i];\n"
     "}\n",
     128,
     124,
     {0, 124},
     UNWRITTEN("2") NEAREST},
    /* the if is that of the sum, not of what fills it */
    {"__global__ void k() {\n"
     "    s[t] = a[i];\n"
     "    if (t < 16)\n"
     "        s[t] = s[t] + s[t + 16];\n"
     "    x = @1s[t];\n"
     "}\n",
     128,
     124,
     {0, 124},
     UNWRITTEN("5") NEAREST},
};

START_TEST(test_unwritten)
{
    const struct example e = {unwritten[_i].code,
                              {"read", NULL},
                              {0, 0},
                              {31, 0},
                              "shared",
                              "s",
                              unwritten[_i].bytes,
                              unwritten[_i].offset,
                              1,
                              64,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_UNWRITTEN);

    memcpy(raw.written, unwritten[_i].written, sizeof raw.written);
    check_says(&raw, unwritten[_i].says);
}
END_TEST

/* An index that gcc has compared with the length of the array. */
START_TEST(test_declared_at)
{
    static const char code[] = "__global__ void k() {\n"
                               "    float x;\n"
                               "    __shared__ float a, t[8];\n"
                               "    @1@2t[9] = 1;\n"
                               "}\n";
    const struct example e = {
        code, {"write", NULL}, {0, 0}, {0, 0}, "shared", "", 32, 36, 1, 32,
        NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_OUT_OF_BOUNDS);
    struct finding f;

    raw.has_index = true;
    raw.index = 9;
    snprintf(raw.array, sizeof raw.array, "float [8]");
    simt_say(&raw, &f);
    ck_assert_msg(strstr(finding_text(&f),
                         "with index 9; indices go from 0 to 7 there (`float "
                         "[8]`). Line 3 declares it: has it as many elements "
                         "as the index can come to, padding included?") != NULL,
                  "%s", finding_text(&f));
    raw.note = true;
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "declares it"));
}
END_TEST

/* As many bytes as a pointer has were cleared. */
static const struct {
    const char *size;
    bool said;
} sizes_of[] = {{"sizeof(bins)", true},         {"sizeof bins", true},
                {"n * sizeof(*bins)", false},   {"n * sizeof bins[0]", false},
                {"n * sizeof *bins", false},    {"n * sizeof(n)", false},
                {"n * sizeof(unsigned)", false}};

START_TEST(test_size_of_pointer)
{
    char code[300];
    const struct example e = {
        code, {"read", NULL}, {0, 0}, {0, 0}, "global", "", 512, 79, 1, 32,
        NULL};
    struct simt_raw raw;
    struct finding f;

    snprintf(code, sizeof code,
             "__global__ void k(unsigned *bins, int n) {\n"
             "    int x = 2 * n;\n"
             "    @1@2bins[5]++;\n"
             "}\n"
             "void f(unsigned *bins, int n) {\n"
             "    cudaMemset(bins, 0, %s);\n"
             "}\n",
             sizes_of[_i].size);
    raw = raw_of(&e, SIMT_KIND_UNWRITTEN);
    simt_say(&raw, &f);
    ck_assert_msg(!strstr(finding_text(&f),
                          "At line 6 `sizeof` is asked of `bins`, which is a "
                          "pointer: that is 8 bytes, however much it points "
                          "to.") == !sizes_of[_i].said,
                  "%s", finding_text(&f));
    ck_assert(strstr(finding_text(&f), "nothing was ever written there"));
}
END_TEST

/* How many blocks: the function's own number, the caller's, or one in between.
 */
static const struct {
    const char *parameters, *before, *blocks;
    bool given;
} no_blocks[] = {
    {"int n", "", "n / 256", false},
    {"int n", "int blocks = n / 256;", "blocks", false},
    {"int n, int blocks", "", "blocks", false},
    {"int n, int blocks", "", "n / 256", true},
    {"int n, int blocks", "if (n == 0) blocks = 0;", "blocks", true},
    {"int n, int blocks", "int fewer = blocks < n ? blocks : n;", "fewer",
     true},
};

START_TEST(test_no_blocks)
{
    char code[400];
    struct finding f;
    const struct example e = {
        code, {"launch", NULL}, {0, 0}, {0, 0}, "", "", 0, 0, 0, 0, NULL};

    snprintf(code, sizeof code,
             "int add(%s) {\n"
             "    %s\n"
             "    @1k<<<%s, 256>>>(n);\n"
             "    return cudaGetLastError();\n"
             "}\n",
             no_blocks[_i].parameters, no_blocks[_i].before,
             no_blocks[_i].blocks);
    struct simt_raw raw = raw_of(&e, SIMT_KIND_LAUNCH);
    snprintf(raw.text, sizeof raw.text,
             "k is launched with a grid of 0 blocks: a grid has at least 1 in "
             "each direction.");
    simt_say(&raw, &f);
    ck_assert_str_eq(
        strstr(finding_text(&f), "direction. ") + 11,
        no_blocks[_i].given
            ? "The function is told how many blocks there are to be: launch "
              "exactly `blocks`, also where so many are not needed."
            : "Is there nothing to be done? Then launch nothing. Or is it a "
              "quotient of two whole numbers? That is rounded down, before "
              "ceil() could see it: (n + block - 1) / block rounds up.");
}
END_TEST

#define PAST(name, line, array)                                                \
    "Thread 0 of block 0 reads `" name "` at line " line ", one element past " \
    "the end of " array " (1000 elements). It would be element 1000, and the " \
    "last one is 999. "

static const struct example outside[] = {
    {"__global__ void k(const float *a, int n) {\n"
     "    x = a@1[i];\n"
     "}\n",
     {"read", NULL},
     {3, 0},
     {232, 0},
     "global",
     "",
     4000,
     4000,
     4,
     256,
     "Thread 232 of block 3 reads `a[i]` at line 2, one element past the end "
     "of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "The launch has 4 x 256 = 1024 threads, and thread 232 of block 3 comes "
     "behind the last of 1000 elements: let only those go on whose index is "
     "less than the number of elements."},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i <= n)\n"
     "        x = a@1[i];\n"
     "}\n",
     {"read", NULL},
     {3, 0},
     {232, 0},
     "global",
     "",
     4000,
     4000,
     4,
     256,
     "Thread 232 of block 3 reads `a[i]` at line 3, one element past the end "
     "of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "Line 2 lets it by with <=, but the last index is one less than the "
     "number "
     "of elements: <."},
    /* i <= n - 1 is i < n; the other <= is not about the index */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i <= n - 1)\n"
     "        x = a@1[i];\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[i]` at line 3, one element past the end of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "The comparison at line 2 lets it by: is it about the index that is used "
     "here, in all directions, and about the sizes of this array?"},
    {"__global__ void k(const float *a, int n, int level) {\n"
     "    if (i < n && level <= 3)\n"
     "        x = a@1[n - i] + level;\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[n - i]` at line 3, one element past the end "
     "of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "The comparison at line 2 lets it by: is it about the index that is used "
     "here, in all directions, and about the sizes of this array?"},
    /* nor is the comparison behind && */
    {"__global__ void k(const float *a, int level) {\n"
     "    int i = threadIdx.x;\n"
     "    if (a@1[i] > 0 && level < 3)\n"
     "        x = level;\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[i]` at line 3, one element past the end of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "Compare the index with the number of elements before you use it."},
    {"__global__ void k(const float *a, int n) {\n"
     "    for (int i = 0; i <= n; i++)\n"
     "        x = a@1[i];\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[i]` at line 3, one element past the end of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "Line 2 lets it by with <=, but the last index is one less than the "
     "number "
     "of elements: <."},
    {"__global__ void k(const float *a, int n) {\n"
     "    while (a@1[i] > 0 && i < n)\n"
     "        i++;\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[i]` at line 2, one element past the end of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "The comparison in this line comes too late: && goes from left to right, "
     "so first compare the index, then use it."},
    {"__global__ void k(const float *a, int n) {\n"
     "    x = a@1[l * k + j];\n"
     "}\n",
     ONE_PAST_1000,
     "Thread 0 of block 0 reads `a[l * k + j]` at line 2, one element past the "
     "end of `a` (1000 elements). It would be element 1000, and the last one "
     "is 999. Compare the index with the number of elements before you use it. "
     "And is `k` in `l * k + j` the length of a row of `a`?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n)\n"
     "        x = a@1[i];\n"
     "}\n",
     {"read", NULL},
     {3, 0},
     {232, 0},
     "global",
     "",
     4000,
     4000,
     4,
     256,
     "Thread 232 of block 3 reads `a[i]` at line 3, one element past the end "
     "of "
     "`a` (1000 elements). It would be element 1000, and the last one is 999. "
     "The comparison at line 2 lets it by: is it about the index that is used "
     "here, in all directions, and about the sizes of this array?"},
    /* a comparison that keeps nobody away */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < 10)\n"
     "        b[i] = 0;\n"
     "    x = @1a[i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "4", "`a`") "Compare the index with the number of elements "
                              "before you use it."},
    /* a pointer of its own, to a row */
    {"__global__ void k(const float *b, int n, size_t row) {\n"
     "    const float *a = b + i * row;\n"
     "    if (i < n)\n"
     "        x = @1a[i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "4", "`a`") "`a` gets its address at line 2: is that where "
                              "the row begins that is meant? What is added to "
                              "a pointer counts in its elements, and a pitch "
                              "in bytes."},
    /* one that is about something else */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (n > 0)\n"
     "        x = @1a[i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "3", "`a`") "Compare the index with the number of elements "
                              "before you use it."},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i >= n)\n"
     "        return;\n"
     "    x = @1a[i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "4", "`a`") "The comparison at line 2 lets it by: is it "
                              "about the index that is used here, in all "
                              "directions, and about the sizes of this array?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n) {\n"
     "        if (n > 0)\n"
     "            x = @1a[i];\n"
     "    }\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "4", "`a`") "The comparison at line 2 lets it by: is it "
                              "about the index that is used here, in all "
                              "directions, and about the sizes of this array?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    for (int i = 0; i < n; i++)\n"
     "        x = @1a[i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "3", "`a`") "The comparison at line 2 lets it by: is it "
                              "about the index that is used here, in all "
                              "directions, and about the sizes of this array?"},
    /* what the index is made with */
    {"__global__ void k(const float *a, int n) {\n"
     "    int at = row * m + col;\n"
     "    if (row < m && col < n)\n"
     "        x = @1a[at];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[at]", "4",
          "`a`") "The comparison at line 3 lets it by: is it about the index "
                 "that is used here, in all directions, and about the sizes of "
                 "this array?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    x = @1a[i + k];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i + k]", "2",
          "`a`") "Compare the index with the number of elements before you use "
                 "it. Or does it begin with 1?"},
    /* it does, as one sees */
    {"__global__ void k(const float *a, int n) {\n"
     "    x = @1a[i + 1];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i + 1]", "2", "`a`") "Compare the index with the number of "
                                  "elements before you use it."},
    /* no length of a row */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n)\n"
     "        x = @1a[blockIdx.x * blockDim.x + i];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[blockIdx.x * blockDim.x + i]", "3",
          "`a`") "The comparison at line 2 lets it by: is it about the index "
                 "that is used here, in all directions, and about the sizes of "
                 "this array?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    x = @1a[4 * i + 3];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[4 * i + 3]", "2", "`a`") "Compare the index with the number of "
                                      "elements before you use it."},
    {"__global__ void k(const float *a, int n) {\n"
     "    x = @1a[i * m->cols];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i * m->cols]", "2", "`a`") "Compare the index with the number of "
                                        "elements before you use it."},
    {"__global__ void k(const float *a, int n) {\n"
     "    x = @1((float *)((char *)a + row * bytes))[col];\n"
     "}\n",
     ONE_PAST_1000,
     PAST("((float *)((char *)a + row * bytes))[col]", "2",
          "`a`") "Compare the index with the number of elements before you use "
                 "it. And is `bytes` in `row * bytes` the length of a row of "
                 "`a`?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    const float *p = a;\n"
     "    for (int i = 0; i < n; i++)\n"
     "        p += n;\n"
     "    x = @1*p;\n"
     "}\n",
     ONE_PAST_1000,
     PAST("*p", "5",
          "the array") "`p` moves at line 4: by how much in each step, and is "
                       "that as far as to the next element that is wanted?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    const float *p = a;\n"
     "    while (n--)\n"
     "        x += @1*p++;\n"
     "}\n",
     ONE_PAST_1000,
     PAST("*p", "4",
          "the array") "`p` moves at line 4: by how much in each step, and is "
                       "that as far as to the next element that is wanted?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n && @1a[i] > 0)\n"
     "        x = 1;\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "2",
          "`a`") "The comparison at line 2 lets it by: is it about "
                 "the index that is used here, in all directions, "
                 "and about the sizes of this array?"},
    /* of two comparisons the nearer one, before the && in the same line */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (j < cols && w < words)\n"
     "        for (int bit = 0; bit < 32; bit++) {\n"
     "            int r = 32 * w + bit;\n"
     "            if (r < cols && @1a[r] > 0)\n"
     "                x = 1;\n"
     "        }\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[r]", "5",
          "`a`") "The comparison at line 5 lets it by: is it about the index "
                 "that is used here, in all directions, and about the sizes of "
                 "this array?"},
    {"__global__ void k(const float *p, const float *end) {\n"
     "    while (p < end && @1*p > 0)\n"
     "        x = 1;\n"
     "}\n",
     ONE_PAST_1000,
     PAST("*p", "2", "the array") "The comparison at line 2 lets it by: is it "
                                  "about the index that is used here, in all "
                                  "directions, and about the sizes of this "
                                  "array?"},
    /* one of the element is none of its index */
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n)\n"
     "        if (@1a[i] > 0 && x)\n"
     "            x = 1;\n"
     "}\n",
     ONE_PAST_1000,
     PAST("a[i]", "3",
          "`a`") "The comparison at line 2 lets it by: is it about the index "
                 "that is used here, in all directions, and about the sizes of "
                 "this array?"},
    {"__global__ void k(const float *a, int n) {\n"
     "    if (i < n)\n"
     "        x = @1*(a + i);\n"
     "}\n",
     ONE_PAST_1000,
     PAST("*(a + i)", "3", "the array") "The comparison at line 2 lets it by: "
                                        "is it about the index "
                                        "that is used here, in all directions, "
                                        "and about the sizes of "
                                        "this array?"},
};

START_TEST(test_outside)
{
    const struct simt_raw raw = raw_of(&outside[_i], SIMT_KIND_OUT_OF_BOUNDS);

    check_says(&raw, outside[_i].says);
}
END_TEST

/* ---- threads of the processor ------------------------------------------- */

static const struct {
    const char *code, *name[2];
    bool writes[2], atomic;
    const char *says; /* null: nothing */
} threads[] = {
    {"long f(int n) {\n"
     "    long sum = 0;\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        @1@2sum += i;\n"
     "}\n",
     {"sum", "sum"},
     {true, true},
     false,
     "Each thread needs a `sum` of its own, and in the end they are added: "
     "reduction(+ : sum) in the directive at line 3 does that."},
    /* all need it within */
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        @1@2sum += n;\n"
     "#pragma omp barrier\n"
     "        seen[k] = sum;\n"
     "    }\n"
     "}\n",
     {"sum", "sum"},
     {true, true},
     false,
     "All of them change the same `sum`, one at a time if #pragma omp atomic "
     "stands before line 4."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        @1@2count[key[i]]++;\n"
     "}\n",
     {"count[key[i]]", "count[key[i]]"},
     {true, true},
     false,
     "Two threads may come to the same element: #pragma omp atomic before line "
     "4, or a table for each thread, and add these in the end."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        @1@2s.sum += i;\n"
     "}\n",
     {"s.sum", "s.sum"},
     {true, true},
     false,
     "Let each thread add in a variable of its own, and add these in the end, "
     "one thread at a time: #pragma omp critical."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        mine = @1@2next++;\n"
     "}\n",
     {"next", "next"},
     {true, true},
     false,
     "To read it and to add to it has to be one step, else two threads get the "
     "same number: #pragma omp atomic capture."},
    {"void *f(void *p) {\n"
     "    @1@2total += 1;\n"
     "}\n",
     {"total", "total"},
     {true, true},
     false,
     "To read it and to add to it has to be one step: lock a mutex around it, "
     "or make it _Atomic."},
    {"void f(int n) {\n"
     "    int best = 0;\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        if (a[i] > @1best)\n"
     "            @2best = a[i];\n"
     "}\n",
     {"best", "best"},
     {false, true},
     false,
     "To compare and to store are two steps, and another thread may come "
     "between. Each thread needs a `best` of its own: reduction(max : best) in "
     "the directive at line 3."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        if (a[i] < @1s.low)\n"
     "            @2s.low = a[i];\n"
     "}\n",
     {"s.low", "s.low"},
     {false, true},
     false,
     "To compare and to store are two steps, and another thread may come "
     "between. Put both into one #pragma omp critical, or let each thread have "
     "a result of its own and compare these in the end."},
    {"int f(int n) {\n"
     "    int team, idx;\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        @1@2idx = omp_get_thread_num();\n"
     "        owner[i] = idx;\n"
     "    }\n"
     "}\n",
     {"idx", "idx"},
     {true, true},
     false,
     "`idx` is declared at line 2, outside of what the directive at line 3 "
     "makes parallel, so all threads share one. If each is to have its own, "
     "declare it inside, or write private(idx) into the directive."},
    /* what is needed behind the region cannot be private */
    {"int f(int n) {\n"
     "    int last;\n"
     "#pragma omp parallel\n"
     "    @1@2last = work();\n"
     "    return last;\n"
     "}\n",
     {"last", "last"},
     {true, true},
     false,
     NULL},
    {"int f(int n) {\n"
     "    int team;\n"
     "#pragma omp parallel\n"
     "    @1@2team = omp_get_num_threads();\n"
     "    return team;\n"
     "}\n",
     {"team", "team"},
     {true, true},
     false,
     "It is the same for all, so one of them is enough: #pragma omp single "
     "before line 4."},
    /* what the function that is called writes has no name here */
    {"int main(void) {\n"
     "    char line[16];\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < 10; i++)\n"
     "        @1@2snprintf(line, sizeof line, \"%d\", i);\n"
     "}\n",
     {"", ""},
     {true, true},
     false,
     "`line` is declared at line 2, outside of what the directive at line 3 "
     "makes parallel, so all threads share one. If each is to have its own, "
     "declare it inside."},
    {"long f(int n) {\n"
     "    long sum = 0;\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++) {\n"
     "        long old = sum;\n"
     "        @1@2sum = old + i;\n"
     "    }\n"
     "}\n",
     {"sum", "sum"},
     {true, true},
     false,
     "It is read at line 5 and written at line 6: two steps, and another "
     "thread "
     "may come between. Put both into one #pragma omp critical, or give each "
     "thread one of its own by reduction."},
    {"void f(int n) {\n"
     "    static int part;\n"
     "#pragma omp parallel\n"
     "    @1@2part = 1;\n"
     "}\n",
     {"part", "part"},
     {true, true},
     false,
     "`part` is static, so there is one for all threads: leave `static` out, "
     "and each call has its own."},
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    @1@2part[me % 64] = 1;\n"
     "}\n",
     {"part[me % 64]", "part[me % 64]"},
     {true, true},
     false,
     "The index is a remainder (%), which is the same for several threads: "
     "each "
     "thread needs an element of its own, so there have to be as many as "
     "threads."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 1; i < n; i++)\n"
     "        @2a[i] = @1a[i - 1];\n"
     "}\n",
     {"a[i - 1]", "a[i]"},
     {false, true},
     false,
     "`a[i - 1]` of one thread is `a[i]` of another, where their parts meet. "
     "Write into a second array, or put a barrier between all reading and all "
     "writing."},
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "#pragma omp for nowait\n"
     "        for (int i = 0; i < n; i++)\n"
     "            @2a[i] = i;\n"
     "        x = @1a[n - 1];\n"
     "    }\n"
     "}\n",
     {"a[n - 1]", "a[i]"},
     {false, true},
     false,
     "`nowait` at line 4 takes away the barrier behind line 6, so some threads "
     "are at line 7 already while others are still there. Leave it out, or put "
     "#pragma omp barrier between."},
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "#pragma omp master\n"
     "        @2sum = 0;\n"
     "#pragma omp atomic\n"
     "        @1sum += n;\n"
     "    }\n"
     "}\n",
     {"sum", "sum"},
     {true, true},
     true,
     "`master` at line 4 has no barrier at its end: others come to line 7 "
     "before it is done. Use `single`, which has one, or put #pragma omp "
     "barrier between."},
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    if (!@1done) {\n"
     "        @2done = 1;\n"
     "    }\n"
     "}\n",
     {"done", "done"},
     {false, true},
     false,
     "To look at it at line 3 and to change it at line 4 are two steps, and "
     "another thread may come between. Put both into one #pragma omp "
     "critical."},
    {"void *f(void *p) {\n"
     "    while (@1next < n)\n"
     "        body(@2next++);\n"
     "}\n",
     {"next", "next"},
     {false, true},
     false,
     "To look at it at line 2 and to change it at line 3 are two steps, and "
     "another thread may come between. Lock a mutex before the one and unlock "
     "it behind the other."},
    {"void f(int n) {\n"
     "#pragma omp parallel for\n"
     "    for (int i = 0; i < n; i++)\n"
     "        @1@2seen[key[i]] = 1;\n"
     "}\n",
     {"seen[key[i]]", "seen[key[i]]"},
     {true, true},
     false,
     "That all of them write the same value makes it no better: C leaves "
     "undefined what happens. #pragma omp atomic write before line 4, or an "
     "array for each thread."},
    {"void *run(void *p) {\n"
     "    int t = @1*(int *)p;\n"
     "}\n"
     "void f(int n) {\n"
     "    for (int t = 0; t < n; @2t++)\n"
     "        pthread_create(&thread[t], NULL, run, &t);\n"
     "}\n",
     {"*(int *)p", "t"},
     {false, true},
     false,
     "All threads are given the address of the same `t` (line 6), and the loop "
     "goes on to change it. Give each thread one of its own, such as an "
     "element "
     "of an array."},
    /* the access is all of what the line declares */
    {"void *run(void *p) {\n"
     "    int t = @1((struct part *)p)->first;\n"
     "}\n"
     "void f(int n) {\n"
     "    for (int t = 0; t < n; t++) {\n"
     "        @2struct part part = {t, t + 1};\n"
     "        pthread_create(&thread[t], NULL, run, &part);\n"
     "    }\n"
     "}\n",
     {"((struct part *)p)->first", ""},
     {false, true},
     false,
     "All threads are given the address of the same `part` (line 7), and the "
     "loop goes on to change it. Give each thread one of its own, such as an "
     "element of an array."},
#define EACH(index)                                                            \
    "Each thread writes the `part[me]` of its own at line 5, and `part[" index \
    "]` at line 7 may be that of another one, who has not come so far: put "   \
    "#pragma omp barrier between the two, where all threads of the team come " \
    "by."
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        int me = omp_get_thread_num();\n"
     "        @2part[me] = n;\n"
     "        for (int t = 0; t < n; t++)\n"
     "            x += @1part[t];\n"
     "    }\n"
     "}\n",
     {"part[t]", "part[me]"},
     {false, true},
     false,
     EACH("t")},
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        int me = omp_get_thread_num();\n"
     "        @2part[me] = n;\n"
     "        int next = (me + 1) % n;\n"
     "        x += @1part[next];\n"
     "    }\n"
     "}\n",
     {"part[next]", "part[me]"},
     {false, true},
     false,
     EACH("next")},
    /* in a loop one barrier is not enough: others know more */
    {"void f(int n) {\n"
     "#pragma omp parallel\n"
     "    {\n"
     "        int me = omp_get_thread_num();\n"
     "        for (int k = 0; k < n; k++) {\n"
     "            @2part[me] = n;\n"
     "            x += @1part[k];\n"
     "        }\n"
     "    }\n"
     "}\n",
     {"part[k]", "part[me]"},
     {false, true},
     false,
     "`part[k]` of one thread is `part[me]` of another, where their parts "
     "meet. Write into a second array, or put a barrier between all reading "
     "and all writing."},
};

START_TEST(test_threads)
{
    const struct report r = {.source = path};
    struct access a[2] = {{0}};
    struct finding f = {0};
    struct place spot[2];

    write_marked(threads[_i].code, spot);
    for (int i = 0; i < 2; i++) {
        const struct place *s = spot[i].line ? &spot[i] : &spot[0];
        a[i] = (struct access){.writes = threads[_i].writes[i], .thread = i};
        a[i].spot.line = s->line;
        a[i].spot.column = s->column;
        snprintf(a[i].name, sizeof a[i].name, "%s", threads[_i].name[i]);
    }
    a[0].atomic = threads[_i].atomic;
    ck_assert_int_eq(report_mend_race(&r, a, &f), threads[_i].says != NULL);
    ck_assert_str_eq(finding_text(&f),
                     threads[_i].says ? threads[_i].says : "");
}
END_TEST

/* ---- texts that say nothing --------------------------------------------- */

/* None of them ends the program or takes long. */
START_TEST(test_odd_text)
{
    static const char *const parts[] = {"if(x)",       "{",
                                        "for(;;)",     "do ",
                                        "((((",        "#pragma omp parallel\n",
                                        "else ",       "atomicCAS(",
                                        "__shared__ ", "k(){"};
    const struct example e = {"", RW, {0, 1}, {0, 0}, "global", "",
                              4,  0,  2,      64,     NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    struct place spot[2];
    struct finding f;
    char *text = calloc(1, 70000);

    ck_assert(text);
    while (strlen(text) < SOURCE_SAID - 100)
        strcat(text, parts[_i]);
    write_marked(text, spot);
    for (int i = 0; i < 2; i++) {
        struct simt_party *side = i ? &raw.other : &raw.at;
        snprintf(side->place.file, sizeof side->place.file, "%s", path);
        side->place.line = side->place.column = 1;
    }
    simt_say(&raw, &f);
    ck_assert(*finding_text(&f));
    raw.kind = SIMT_KIND_BARRIER;
    simt_say(&raw, &f);
    ck_assert(*finding_text(&f));
    free(text);
}
END_TEST

/* Nor does a long function that is well formed. */
START_TEST(test_long_function)
{
    static const char *const parts[] = {"if(i<n){} ",
                                        "if(i<n)return; ",
                                        "if(i<n)",
                                        "i=i+n; ",
                                        "i+=blockDim.x;",
                                        "for(i=0;i<n;i+=blockDim.x) ",
                                        "for(i=blockIdx.x*blockDim.x+threadIdx."
                                        "x;i<n;i+=blockDim.x) ",
                                        "a[i]=i; ",
                                        "if(i<n)a[i]=i; "};
    static const enum simt_kind kinds[] = {
        SIMT_KIND_RACE, SIMT_KIND_OUT_OF_BOUNDS, SIMT_KIND_UNWRITTEN};
    char *text = calloc(1, 70000);
    struct finding f;

    ck_assert(text);
    strcpy(text, "__global__ void k() { ");
    while (strlen(text) < SOURCE_SAID - 200)
        strcat(text, parts[_i]);
    strcat(text, "\n    @1@2a[i] = 0; }\n");
    for (int k = 0; k < 3; k++) {
        const bool shared = kinds[k] == SIMT_KIND_UNWRITTEN;
        const struct example e = {text,
                                  RW,
                                  {0, 1},
                                  {0, 0},
                                  shared ? "shared" : "global",
                                  shared ? "a" : "",
                                  128,
                                  shared ? 124 : 128,
                                  2,
                                  64,
                                  NULL};
        struct simt_raw raw = raw_of(&e, kinds[k]);

        raw.written[1] = 124;
        simt_say(&raw, &f);
        ck_assert(*finding_text(&f));
    }
    free(text);
}
END_TEST

/* ---- a stride of one block ---------------------------------------------- */

#define LOST                                                                 \
    "Thread 0 of block 0 and thread 0 of block 1 both write `c[i]` at line " \
    "4, "                                                                    \
    "and nothing orders the two writes, so one of them gets lost. "

static const struct {
    const char *number, *start, *step;
    bool short_step;
} strides[] = {
    {"", "blockIdx.x * blockDim.x + threadIdx.x", "blockDim.x", true},
    {"", "(int)(threadIdx.x + (size_t)blockIdx.x * blockDim.x)", "blockDim.x",
     true},
    {"", "blockIdx.x * blockDim.x + threadIdx.x", "gridDim.x * blockDim.x",
     false},
    /* the number of blocks may be a parameter */
    {"", "blockIdx.x * blockDim.x + threadIdx.x", "blocks * blockDim.x", false},
    {"", "blockIdx.x * blockDim.x + threadIdx.x", "2 * blockDim.x", false},
    /* a piece for each block */
    {"", "blockIdx.x * piece + threadIdx.x", "blockDim.x", false},
    {"", "blockIdx.x * 2 * blockDim.x + threadIdx.x", "blockDim.x", false},
    {"", "threadIdx.x", "blockDim.x", false},
    /* it begins anew */
    {"i = blockIdx.x * blockDim.x + threadIdx.x;", "threadIdx.x", "blockDim.x",
     false},
};

START_TEST(test_stride)
{
    static const char advice[] =
        LOST "At line 3 a thread goes on by the threads of one block "
             "(blockDim), so it comes to what threads of other blocks have as "
             "well: go on by those of the whole grid, gridDim times blockDim.";
    char code[400];
    struct finding f;
    const struct example e = {code, WW, {0, 1}, {0, 0}, "global", "",
                              4000, 0,  2,      64,     NULL};

    snprintf(code, sizeof code,
             "__global__ void k(int *c, int n, int blocks, int piece) {\n"
             "    int i; %s\n"
             "    for (i = %s; i < n; i += %s)\n"
             "        @1@2c[i] = n;\n"
             "}\n",
             strides[_i].number, strides[_i].start, strides[_i].step);
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    if (strides[_i].short_step)
        ck_assert_str_eq(finding_text(&f), advice);
    else
        ck_assert_ptr_null(strstr(finding_text(&f), "threads of one block"));
    raw.at.block[0] = raw.other.block[0]; /* ... which differ in y only */
    raw.at.block[1] = 1;
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "threads of one block"));
    raw.at.block[0] = raw.at.block[1] = 0;
    raw.other.block[0] = 0; /* not between blocks */
    raw.other.thread[0] = 40;
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "threads of one block"));
}
END_TEST

static void remove_file(void)
{
    remove(path);
}

#define ADD(test, cases) \
    tcase_add_loop_test(t, test, 0, (int)(sizeof cases / sizeof *cases))

/* What is said behind "nothing orders the two." */
static void expect_advice(const struct simt_raw *raw, const char *want)
{
    struct finding f;
    const char *said;

    simt_say(raw, &f);
    said = strstr(finding_text(&f), "the two. ");
    if (!said)
        said = strstr(finding_text(&f), "between them. ");
    ck_assert_msg(said, "%s", finding_text(&f));
    ck_assert_str_eq(strstr(said, ". ") + 2, want);
}

static const char three_steps[] =
    "Reading the word, changing bits of it and storing it are three steps, and "
    "another thread's bits may get lost between them: atomicOr(), atomicAnd() "
    "and atomicXor() do all three in one.";
static const char adds[] =
    "atomicAdd() does all three in one step, and returns what was there "
    "before.";

static const struct {
    const char *line, *want; /* null: something else */
} updates[] = {
    {"bits[i * words + col / 32] |= 1u << col % 32;", three_steps},
    {"word &= ~1u;", three_steps},
    {"bins[c] = bins[c] + 1;", adds},
    {"bins[text[i]] += x[i] == 3;", adds},
    {"bins[c]-=2;", adds},
    {"a[t] += a[t + h];", NULL},
    {"a[t] = a[t + 1] + 1;", NULL},
    {"a[t] = b[t] + 1;", NULL},
    {"if (a[t] == 1) b[t] = 2;", NULL},
    {"a[t] <= b[t] + 1;", NULL},
    {"int x = 5;", NULL},
    {"= 5;", NULL},
    {"f(a)", NULL},
};

START_TEST(test_update)
{
    char code[200];
    struct finding f;
    struct example e = {code,     RW, {0, 0}, {0, 40}, "shared", "",
                        4 * 1024, 8,  1,      64,      NULL};

    snprintf(code, sizeof code, "__global__ void k(int *a) {\n@1@2%s\n}\n",
             updates[_i].line);
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    if (updates[_i].want == three_steps) {
        simt_say(&raw, &f);
        ck_assert(strstr(finding_text(&f), three_steps));
    }
    raw.at.place.column = raw.other.place.column = 0; /* no names */
    if (updates[_i].want) {
        expect_advice(&raw, updates[_i].want);
    } else {
        simt_say(&raw, &f);
        ck_assert_ptr_null(strstr(finding_text(&f), "atomicAdd()"));
        ck_assert_ptr_null(strstr(finding_text(&f), "atomicOr()"));
    }
}
END_TEST

/* Two rows of threads share what each column has. */
START_TEST(test_other_direction)
{
    const struct example e = {"__global__ void k(int *a) {\n"
                              "    @1sum[threadIdx.x] = 0;\n"
                              "    @2sum[threadIdx.x] += 1;\n"
                              "}\n",
                              WW,
                              {0, 0},
                              {5, 5},
                              "shared",
                              "",
                              128,
                              20,
                              1,
                              32,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);

    raw.block[1] = 8;
    raw.other.thread[1] = 1;
    expect_advice(&raw,
                  "Both have the same threadIdx.x, and another threadIdx.y. If "
                  "each is to have an element of its own, its index must count "
                  "y, too, and the array must have room for all threads of the "
                  "block.");
    raw.other.thread[0] = 6;
    raw.other.thread[1] = 0;
    expect_advice(&raw,
                  "Both have the same threadIdx.y, and another threadIdx.x. If "
                  "each is to have an element of its own, its index must count "
                  "x, too, and the array must have room for all threads of the "
                  "block.");
}
END_TEST

/* What was compared is not what is used. */
START_TEST(test_compared_before)
{
    static const char end[] =
        "The if at line 5 asks `in`, which was set at line 3, and `i` has "
        "become another one since, at line 4: compare anew.";
    char code[300];
    const struct example e = {code, WW, {0, 1}, {1, 1}, "global", "",
                              4096, 12, 1,      32,     NULL};
    struct simt_raw raw;
    struct finding f;

    snprintf(code, sizeof code,
             "__global__ void k(float *b) {\n"
             "    int i = x, j = y;\n"
             "    bool in = i < rows && j < cols;\n"
             "    i = 32 * blockIdx.x + threadIdx.y;\n"
             "    if (in)\n"
             "        @1@2b[i] = 1;\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(strstr(finding_text(&f), end));
    raw = raw_of(&e, SIMT_KIND_OUT_OF_BOUNDS);
    raw.object.known = true;
    raw.object.offset = raw.object.bytes;
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(strstr(finding_text(&f), end));
    snprintf(code, sizeof code,
             "__global__ void k(float *b) {\n"
             "    int i = x;\n"
             "    i = 32 * blockIdx.x + threadIdx.y;\n"
             "    bool in = i < rows;\n"
             "    if (in)\n"
             "        @1@2b[i] = 1;\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "compare anew"));
}
END_TEST

/* What is asked about is another one than what is used; what is made of it, or
 * counts a loop's turns, is not. */
START_TEST(test_asked_about_another)
{
    static const char *const conditions[] = {
        "    bool in = i < n;\n    if (in)\n",
        "    bool in = 1;\n    if (i < n)\n"};
    static const struct {
        const char *element;
        bool said;
    } of[] = {{"j", true},      {"i", false}, {"k", false},
              {"i + j", false}, {"x", false}, {"l", false}};
    char code[400];
    const struct example e = {code, WW, {0, 1}, {1, 1}, "global", "",
                              4096, 12, 1,      32,     NULL};

    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            struct simt_raw raw;
            struct finding f;

            snprintf(code, sizeof code,
                     "__global__ void k(float *b, int n) {\n"
                     "    int x = threadIdx.x, i = y + x, j = z + x;\n"
                     "    int k = i / 2;\n"
                     "    for (int l = 0; l < 3; l++) {\n%s"
                     "        @1@2b[%s] = 1;\n    }\n}\n",
                     conditions[c], of[i].element);
            raw = raw_of(&e, SIMT_KIND_RACE);
            simt_say(&raw, &f);
            ck_assert_msg(
                !strstr(finding_text(&f),
                        "The if at line 6 asks about `i`, and the element here "
                        "is that of `j`, which is another one: ask about what "
                        "you use.") == !of[i].said,
                "%s: %s", of[i].element, finding_text(&f));
        }
}
END_TEST

/* A sum is compared, and another one is the index. */
START_TEST(test_other_sum)
{
    static const struct {
        const char *before, *condition, *element, *said;
    } of[] = {
        {"", "y < n && x < m", "(y + k) * m + x",
         "`y`, and the index here is made of `y + k`"},
        {"bool in = t + y < n && l + x < m;", "in", "(l + y) * n + t + x",
         "`t + y` and `l + x`, and the index here is made of `l + y` and `t + "
         "x`"},
        {"", "threadIdx.x < n", "threadIdx.x + 1",
         "`threadIdx.x`, and the index here is made of `threadIdx.x + 1`"},
        {"", "y + k < n && x < m", "(k + y) * m + x", NULL},
        {"", "x < n", "2 * x + 1", NULL},
        {"", "x < n", "x] += b[x + 32", NULL},
        {"", "x < t", "x] += b[x + t", NULL},
        {"", "x + k < n", "x", NULL},
        {"", "n < m", "n + 1", NULL},
        {"", "x < t", "x + t", NULL},
        {"", "x < n", "x + n", NULL},
        {"", "x < 32", "x + 32", NULL},
        {"", "x < n - 1 && y < m", "x + 1", NULL},
        {"", "N > x", "x + k", "`x`, and the index here is made of `x + k`"},
        {"", "x * 2 < n", "x + k", NULL},
        {"", "f(x) < n", "x + k", NULL},
        {"", "x", "x + k", NULL},
    };
    char code[400];
    const struct example e = {code, WW, {0, 1}, {1, 1}, "global", "",
                              4096, 12, 1,      32,     NULL};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct simt_raw raw;
        struct finding f;
        char said[200];

        snprintf(code, sizeof code,
                 "__global__ void g(float *b, int n, int m) {\n"
                 "    int x = threadIdx.x, y = threadIdx.y;\n"
                 "    int t = u + v, l = w - v;\n"
                 "    %s\n"
                 "    for (int k = 0; k < 32; k += 8)\n"
                 "        if (%s)\n"
                 "            @1@2b[%s] = 1;\n}\n",
                 of[i].before, of[i].condition, of[i].element);
        raw = raw_of(&e, SIMT_KIND_RACE);
        simt_say(&raw, &f);
        snprintf(said, sizeof said,
                 "The if at line 6 asks about %s: ask about what you use.",
                 of[i].said ? of[i].said : "");
        ck_assert_msg(of[i].said ? strstr(finding_text(&f), said) != NULL
                                 : !strstr(finding_text(&f), "is made of"),
                      "%s, %s: %s", of[i].condition, of[i].element,
                      finding_text(&f));
    }
}
END_TEST

/* A barrier hands nothing on. */
START_TEST(test_own_copy)
{
    char code[300];
    const struct example e = {code, WW, {0, 1}, {1, 1}, "global", "",
                              4096, 12, 1,      32,     NULL};
    struct simt_raw raw;
    struct finding f;

    snprintf(code, sizeof code,
             "__global__ void k(int *out) {\n"
             "    unsigned mine = 1, base = 0;\n"
             "    if (threadIdx.x == 0)\n"
             "        base = atomicAdd(&n, m);\n"
             "    __syncthreads();\n"
             "    @1@2out[base + t] = 1;\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(
        strstr(finding_text(&f),
               " Line 4 sets `base` in one thread only, and each thread has a "
               "`base` of its own. What all threads of a block are to see "
               "belongs into __shared__ memory, with a __syncthreads() behind "
               "the line that sets it."));
    snprintf(code, sizeof code,
             "__global__ void k(int *out) {\n"
             "    unsigned base = 0;\n"
             "    if (a[t] %% 2 == 0)\n"
             "        base = atomicAdd(&n, 1);\n"
             "    __syncthreads();\n"
             "    @1@2out[base] = 1;\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "in one thread only"));
    snprintf(code, sizeof code,
             "__global__ void k(int *out) {\n"
             "    __shared__ unsigned base;\n"
             "    if (threadIdx.x == 0)\n"
             "        base = n;\n"
             "    __syncthreads();\n"
             "    @1@2out[base + t] = 1;\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "in one thread only"));
}
END_TEST

/* What an atomic function has stored is stored again. */
START_TEST(test_stored_again)
{
    const struct example e = {"__global__ void k(int *bins) {\n"
                              "    int old = @1atomicAdd(&bins[c], 1);\n"
                              "    @2bins[c] = old + 1;\n"
                              "}\n",
                              {"atomic", "write"},
                              {0, 0},
                              {5, 7},
                              "global",
                              "",
                              512,
                              8,
                              1,
                              32,
                              NULL};
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);

    expect_advice(&raw,
                  "The atomic function at line 2 has stored the new value "
                  "already. Line 3 stores once more, in a step of its own, and "
                  "what others have changed in between is lost: leave it out.");
}
END_TEST

/* One variable where each thread wants one. */
START_TEST(test_one_for_all)
{
    char code[200] = "__global__ void k(int *a) {\n"
                     "    @1sum = 0;\n"
                     "    @2sum += a[threadIdx.x];\n"
                     "}\n";
    const struct example e = {code, WW, {0, 0}, {5, 7}, "shared", "",
                              4,    0,  1,      32,     NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    struct finding f;

    expect_advice(&raw,
                  "There is one `sum` for the whole block, as it is in shared "
                  "memory. If each thread is to have one of its own, leave out "
                  "__shared__. If it is one for all, let one thread set it, "
                  "put a __syncthreads() behind that, and change it with an "
                  "atomic function.");
    snprintf(code, sizeof code,
             "__global__ void k(int *a) {\n"
             "    if (threadIdx.x == 0)\n"
             "        @1sum = 0;\n"
             "    @2sum += a[threadIdx.x];\n"
             "}\n");
    raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert_ptr_null(strstr(finding_text(&f), "There is one"));
}
END_TEST

/* In a loop it may stand on the way to the next round. */
START_TEST(test_only_a_warp_at_the_end)
{
    const struct example e = {"__global__ void k(int *a) {\n"
                              "    for (int i = 0; i < n; i++) {\n"
                              "        @1s[t] = a[t];\n"
                              "        __syncthreads();\n"
                              "        x += @2s[t ^ 32];\n"
                              "        __syncwarp();\n"
                              "    }\n"
                              "}\n",
                              {"write", "read"},
                              {0, 0},
                              {5, 37},
                              "shared",
                              "",
                              256,
                              20,
                              1,
                              64,
                              NULL};
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);

    expect_advice(&raw,
                  "The __syncwarp() at line 6 waits for the threads of one "
                  "warp only, and these two are in different warps: it takes a "
                  "__syncthreads() there.");
}
END_TEST

START_TEST(test_only_a_warp)
{
    const struct example e = {"__global__ void k(int *a) {\n"
                              "    @1s[t] = a[t];\n"
                              "    __syncwarp();\n"
                              "    x = @2s[t ^ 32];\n"
                              "}\n",
                              {"write", "read"},
                              {0, 0},
                              {5, 37},
                              "shared",
                              "",
                              256,
                              20,
                              1,
                              64,
                              NULL};
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);

    expect_advice(&raw,
                  "The __syncwarp() at line 3 waits for the threads of one "
                  "warp only, and these two are in different warps: it takes a "
                  "__syncthreads() there.");
}
END_TEST

/* As in a skeleton, whose lock does nothing yet. */
START_TEST(test_lock_not_taken)
{
    static const char *const call[] = {"", "lock(m);"};
    char code[400];
    struct finding f;
    const struct example e = {code, RW, {0, 1}, {0, 0}, "global", "",
                              4,    0,  2,      64,     NULL};

    snprintf(code, sizeof code,
             "__device__ void lock(int *m) {\n"
             "    /* TODO */\n"
             "}\n"
             "__device__ void unlock(int *m) {\n"
             "    /* TODO */\n"
             "}\n"
             "__global__ void k(float *c, int *m) {\n"
             "    %s\n"
             "    @1@2*c += part[0];\n" /* 9 */
             "}\n",
             call[_i]);
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    simt_say(&raw, &f);
    ck_assert((strstr(finding_text(&f),
                      "No lock is taken: lock() and unlock() are there, and "
                      "the kernel calls neither. lock() before line 9, "
                      "unlock() behind it, by one thread of the block.") !=
               NULL) == (_i == 0));
}
END_TEST

START_TEST(test_left_before)
{
    const struct example e = {"__global__ void k(const int *a) {\n"
                              "    if (i >= n)\n"
                              "        return;\n"
                              "    s[t] = a[i];\n"
                              "    __syncthreads();\n"
                              "    x = @1s[t ^ 1];\n"
                              "}\n",
                              {"read", NULL},
                              {0, 0},
                              {4, 0},
                              "shared",
                              "s",
                              256,
                              20,
                              1,
                              64,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_UNWRITTEN);
    struct finding f;

    raw.written[1] = 20;
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(
        strstr(finding_text(&f),
               "Some threads may leave the kernel before, at line 3: "
               "who writes what they should have written?"));
}
END_TEST

START_TEST(test_pitch)
{
    const struct example e = {"__global__ void k(const float *a, int pitch) {\n"
                              "    if (i < m)\n"
                              "        x = @1a[i * pitch + j];\n"
                              "}\n",
                              {"read", NULL},
                              {0, 0},
                              {4, 0},
                              "global",
                              "",
                              400,
                              800,
                              1,
                              64,
                              NULL};
    const struct simt_raw raw = raw_of(&e, SIMT_KIND_OUT_OF_BOUNDS);
    struct finding f;

    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(strstr(
        finding_text(&f), " A pitch is in bytes. Added to a pointer to floats "
                          "it counts floats: add it to the same pointer as a "
                          "(char *), and make that a pointer to floats "
                          "again."));
}
END_TEST

/* Work in the default stream of a device that has not the memory. */
static const struct {
    int64_t devices[3];
    const char *says;
} other_devices[] = {
    {{0, 0, 0},
     "Use one stream for both, or let the second one's stream wait: "
     "cudaEventRecord() behind the first, cudaStreamWaitEvent() before the "
     "second. Or is it memory that each stream should have for itself?"},
    {{0, 0, 1},
     "cudaMemcpy() at line 3 is in the default stream of device 1, which is "
     "current there, and the memory is device 0's. A default stream waits for "
     "its own device only: is cudaSetDevice() missing before it?"},
    {{2, 1, 2},
     "cudaMemsetAsync() at line 2 is in the default stream of device 1, which "
     "is current there, and the memory is device 2's. A default stream waits "
     "for its own device only: is cudaSetDevice() missing before it?"},
};

START_TEST(test_other_device)
{
    const struct example e = {"int f(void) {\n"
                              "    @1cudaMemsetAsync(d, 0, 4, s);\n"
                              "    @2cudaMemcpy(h, d, 4, how);\n"
                              "}\n",
                              {"call", "call"},
                              {0, 0},
                              {0, 0},
                              "global",
                              "d",
                              4,
                              0,
                              0,
                              0,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_OVERLAP);
    const struct simt_party first = raw.at;
    struct finding f;

    raw.at = raw.other;
    raw.other = first;
    snprintf(raw.text, sizeof raw.text, "cudaMemcpy");
    snprintf(raw.array, sizeof raw.array, "cudaMemsetAsync");
    memcpy(raw.devices, other_devices[_i].devices, sizeof raw.devices);
    simt_say(&raw, &f);
    ck_assert_str_eq(strstr(finding_text(&f), "changes it. ") + 12,
                     other_devices[_i].says);
}
END_TEST

/* A pointer is what the caller gave. */
START_TEST(test_pointer_of_caller)
{
    static const char *const condition[] = {"i < n", "0 < n"};
    char code[300];
    struct finding f;
    const struct example e = {code, {"read", NULL}, {0, 0}, {0, 0}, "global",
                              "",   4000,           4000,   1,      1,
                              NULL};

    snprintf(code, sizeof code,
             "__device__ float first(const float *p) {\n"
             "    return @1*p;\n"
             "}\n"
             "__global__ void k(const float *a, int n) {\n"
             "    if (%s)\n"
             "        x = first(&a[i]);\n"
             "}\n",
             condition[_i]);
    struct simt_raw raw = raw_of(&e, SIMT_KIND_OUT_OF_BOUNDS);
    raw.at.caller = raw.at.place;
    raw.at.caller.line = 6;
    simt_say(&raw, &f);
    ck_assert_str_eq(strstr(finding_text(&f), "999. ") + 5,
                     _i == 0
                         ? "The comparison at line 5 lets it by: is it "
                           "about the index that is used here, in all "
                           "directions, and about the sizes of this array? "
                           "The kernel comes to line 2 by the call at line 6."
                         : "Compare the index with the number of elements "
                           "before you use it. The kernel comes to line 2 by "
                           "the call at line 6.");
}
END_TEST

/* Memory of the host: the pointer is wrong; far on in the grid it is the
 * index. */
START_TEST(test_comes_late)
{
    const struct example e = {"__global__ void k(const int *a) {\n"
                              "    x = @1a[i];\n"
                              "}\n",
                              {"read", NULL},
                              {2000, 0},
                              {4, 0},
                              "global",
                              "",
                              0,
                              0,
                              4096,
                              64,
                              NULL};
    struct simt_raw raw = raw_of(&e, SIMT_KIND_DEVICE_ACCESS);
    struct finding f;

    raw.object.known = false;
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(strstr(
        finding_text(&f), ", where no array of the device lies. Other blocks "
                          "came to the array before, so the pointer is right, "
                          "and the index is not: is it below 0, or is a short, "
                          "an int or a product too small for it?"));
    raw.at.block[0] = 2;
    simt_say(&raw, &f);
    ck_assert_ptr_nonnull(
        strstr(finding_text(&f), "Allocate it with cudaMalloc()"));
}
END_TEST

START_TEST(test_two_calls)
{
    static const char *const between[] = {"", "__syncthreads();", "else"};
    char code[400];
    struct finding f;
    struct example e = {code, RW, {0, 0}, {1, 2}, "shared", "",
                        256,  20, 1,      64,     NULL};

    snprintf(code, sizeof code,
             "__device__ void order(int *a) {\n"
             "    if (@1a[0] > a[1])\n"
             "        @2a[0] = a[1];\n"
             "}\n"
             "__global__ void k(int *a) {\n"
             "    for (int i = 0; i < n; i++) {\n"
             "        order(&a[2 * t]);\n" /* 7 */
             "        %s\n"
             "        order(&a[2 * t + 1]);\n"
             "        __syncthreads();\n"
             "    }\n"
             "}\n",
             between[_i]);
    struct simt_raw raw = raw_of(&e, SIMT_KIND_RACE);
    raw.at.caller = raw.at.place;
    raw.at.caller.line = 9;
    simt_say(&raw, &f);
    ck_assert((strstr(finding_text(&f),
                      "Lines 7 and 9 call `order()`, and no __syncthreads() "
                      "lies between the two calls: put one there.") != NULL) ==
              (_i == 0));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mend");
    TCase *t = tcase_create("places");
    int fd = mkstemp(path);

    if (fd < 0) {
        perror(path);
        return 1;
    }
    close(fd);
    ADD(test_not_known, not_known);
    ADD(test_in_block, in_block);
    ADD(test_change, changes);
    ADD(test_lock, locks);
    ADD(test_other_lock, other_locks);
    ADD(test_barrier, barriers);
    ADD(test_unwritten, unwritten);
    ADD(test_size_of_pointer, sizes_of);
    ADD(test_outside, outside);
    ADD(test_threads, threads);
    tcase_add_loop_test(t, test_update, 0, sizeof updates / sizeof *updates);
    ADD(test_stride, strides);
    tcase_add_test(t, test_other_direction);
    tcase_add_test(t, test_only_a_warp);
    tcase_add_test(t, test_only_a_warp_at_the_end);
    tcase_add_test(t, test_one_for_all);
    tcase_add_test(t, test_other_sum);
    tcase_add_test(t, test_own_copy);
    tcase_add_test(t, test_compared_before);
    tcase_add_test(t, test_asked_about_another);
    tcase_add_test(t, test_declared_at);
    tcase_add_test(t, test_stored_again);
    tcase_add_loop_test(t, test_two_calls, 0, 3);
    tcase_add_loop_test(t, test_lock_not_taken, 0, 2);
    tcase_add_test(t, test_left_before);
    tcase_add_test(t, test_pitch);
    tcase_add_loop_test(t, test_pointer_of_caller, 0, 2);
    ADD(test_no_blocks, no_blocks);
    ADD(test_other_device, other_devices);
    tcase_add_test(t, test_comes_late);
    tcase_add_loop_test(t, test_odd_text, 0, 10);
    tcase_add_loop_test(t, test_long_function, 0, 9);
    tcase_set_timeout(t, 300);
    suite_add_tcase(s, t);
    SRunner *runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_file();
    return failed > 0;
}
