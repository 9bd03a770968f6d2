/* past.c - see past.h. */
#define _GNU_SOURCE
#include "judge/past.h"

#include <stdlib.h>
#include <string.h>

#include "judge/memory.h"

enum { MOST_KEPT = 1 << 20, MOST_CALLS = 6 };

static struct past past[MOST_CALLS];
static int n_past;
static unsigned cleared; /* memory_cleared() when they were made */

static void drop(int n)
{
    for (int i = 0; i < n; i++) {
        char *bytes = past[0].bytes;

        memmove(&past[0], &past[1], sizeof past - sizeof past[0]);
        past[MOST_CALLS - 1].bytes = bytes; /* for the next one */
    }
    n_past -= n;
}

void past_note(void)
{
    const size_t n = (size_t)memory_used(REGION_OUT);
    struct past *p;
    int same;

    if (current()->kind != KIND_CORRECTNESS || judge.gpu)
        return;
    if (cleared != memory_cleared())
        n_past = 0;
    cleared = memory_cleared();
    same = n_past;
    while (same && strcmp(past[same - 1].call.function, student.last.function))
        same--;
    drop(same);
    if (n_past == MOST_CALLS)
        drop(1);
    p = &past[n_past++];
    p->call = student.last;
    p->n = n;
    if (!p->bytes && n <= MOST_KEPT)
        p->bytes = malloc(MOST_KEPT);
    p->whole = p->bytes && n <= MOST_KEPT;
    if (p->whole)
        memcpy(p->bytes, judge_arenas()[REGION_OUT], n);
}

const struct past *past_calls(int *n)
{
    *n = cleared == memory_cleared() ? n_past : 0;
    return past;
}
