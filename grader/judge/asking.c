/* asking.c - see asking.h. */
#include "judge/asking.h"

#include <stdio.h>

#include "base/say.h"
#include "judge/state.h"
#include "judge/where.h"

/* " at line 31", if it is known */
static const char *at_line(int line)
{
    static char text[40];

    *text = '\0';
    if (line > 0)
        snprintf(text, sizeof text, _(" at line %d"), line);
    return text;
}

void asking_say(const struct asking *a, char *text, size_t size)
{
    *text = '\0';
    if (!a->launch)
        return;
    if (a->after)
        snprintf(text, size,
                 _(" The launch at line %d was refused, and your code asked "
                   "for its error%s. But what your function returns is "
                   "something else: is the error kept until then, or does a "
                   "later result take its place?"),
                 a->launch, at_line(a->after));
    else if (a->before)
        snprintf(text, size,
                 _(" The launch at line %d was refused, and nobody asked for "
                   "its error: cudaGetLastError()%s came before it. Ask "
                   "directly behind the launch."),
                 a->launch, at_line(a->before));
    else if (a->wait)
        snprintf(text, size,
                 _(" The launch at line %d was refused, and nobody asked for "
                   "its error: waiting%s does not tell of it. Call "
                   "cudaGetLastError() directly behind the launch."),
                 a->launch, at_line(a->wait));
    else
        snprintf(text, size,
                 _(" The launch at line %d was refused, and nobody asked for "
                   "its error. A launch returns nothing: call "
                   "cudaGetLastError() directly behind it."),
                 a->launch);
}

int asking_of_call(char *text, size_t size)
{
    const struct reply *r = &student.reply;
    const int64_t at[] = {r->before_at, r->after_at, r->wait_at};
    unsigned long offset[3];
    int line[3], n = 0, k = 0;
    struct asking a = {.launch = r->refused_line};
    int *const to[] = {&a.before, &a.after, &a.wait};
    bool known;

    for (int i = 0; i < 3; i++)
        if (at[i])
            offset[n++] = (unsigned long)at[i];
    known = n > 0 && where_lines(offset, n, line);
    for (int i = 0; i < 3; i++) {
        if (!at[i])
            continue;
        *to[i] = known && line[k] ? line[k] : -1;
        k++;
    }
    asking_say(&a, text, size);
    return a.launch;
}
