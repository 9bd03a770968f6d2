/* asking.c - see asking.h. */
#include "judge/asking.h"

#include <stdio.h>

#include "base/say.h"
#include "judge/state.h"
#include "judge/where.h"

/* " at line 31", if it is known */
static const char *at_line(int line)
{
    static char text[2][40];
    static int turn;

    turn = !turn;
    *text[turn] = '\0';
    if (line > 0)
        snprintf(text[turn], sizeof text[turn], _(" at line %d"), line);
    return text[turn];
}

void asking_say(const struct asking *a, char *text, size_t size)
{
    *text = '\0';
    if (a->call && !a->launch)
        snprintf(text, size,
                 _(" The call at line %d failed, and your function returned "
                   "something else. Is what the call returns kept, and looked "
                   "at before the next one returns something?"),
                 a->call);
    if (!a->launch)
        return;
    if (a->after && a->again)
        snprintf(text, size,
                 _(" The launch at line %d was refused. cudaGetLastError()%s "
                   "gave the error and forgot it, so asking again%s gives "
                   "cudaSuccess: keep what the first one gives."),
                 a->launch, at_line(a->after),
                 a->again > 0 && a->again != a->after ? at_line(a->again) : "");
    else if (a->after)
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

/* The innermost of them that is in the student's file; 0: none. */
static int refused_call(void)
{
    enum { FRAMES = sizeof student.reply.refused_at / sizeof(int64_t) };
    unsigned long offset[FRAMES];
    int line[FRAMES], n = 0;

    for (int i = 0; i < FRAMES; i++)
        if (student.reply.refused_at[i] > 0)
            offset[n++] = (unsigned long)student.reply.refused_at[i];
    if (!n || !where_lines(offset, n, line))
        return 0;
    for (int i = 0; i < n; i++)
        if (line[i])
            return line[i];
    return 0;
}

int asking_of_call(char *text, size_t size)
{
    const struct reply *r = &student.reply;
    enum { ASKED = 4 };
    const int64_t at[ASKED] = {r->before_at, r->after_at, r->again_at,
                               r->wait_at};
    unsigned long offset[ASKED];
    int line[ASKED], n = 0, k = 0;
    struct asking a = {.launch = r->refused_line};
    int *const to[ASKED] = {&a.before, &a.after, &a.again, &a.wait};
    bool known;

    for (int i = 0; i < ASKED; i++)
        if (at[i])
            offset[n++] = (unsigned long)at[i];
    known = n > 0 && where_lines(offset, n, line);
    for (int i = 0; i < ASKED; i++) {
        if (!at[i])
            continue;
        *to[i] = known && line[k] ? line[k] : -1;
        k++;
    }
    if (!a.launch)
        a.call = refused_call();
    asking_say(&a, text, size);
    return a.launch ? a.launch : a.call;
}
