/*
 * The program of lab 04: 10 iterations on 3 threads as in the article, in the
 * order in which they were done.
 */
#include <stdatomic.h>
#include <stdio.h>

#include "thread_id.h"

enum { N = 10 };
static size_t order[N];
static atomic_size_t done;

static void note(size_t i)
{
    size_t place = atomic_fetch_add(&done, 1);

    if (place < N)
        order[place] = i;
}

int main(void)
{
    int32_t owner[N];
    int team = record_owners(N, 3, owner, note);

    for (size_t k = 0; k < N && k < done; k++)
        printf("- idx is %d, i is %zu, total thread num is %d\n",
               (int)owner[order[k]], order[k], team);
    return 0;
}
