/* must.c - see must.h. */
#include "base/must.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void no_memory(void)
{
    fprintf(stderr, "%s\n", strerror(ENOMEM));
    exit(2);
}

void *must(void *p)
{
    if (!p)
        no_memory();
    return p;
}
