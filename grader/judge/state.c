/* state.c - see state.h. */
#define _GNU_SOURCE
#include "judge/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct judge_state judge;
struct student student;

void own_trouble(const char *what)
{
    ck_abort_msg("the kit's own trouble: %s: %s", what, strerror(errno));
    abort();
}
