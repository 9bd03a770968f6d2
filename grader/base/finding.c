/*
 * finding.c - the names of kinds and statuses, shares as they are read, and
 * what messages say.
 */
#include "base/finding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"

const char *const kind_names[KIND_COUNT] = {
    [KIND_BUILD] = "build",
    [KIND_OUTPUT] = "output",
    [KIND_CORRECTNESS] = "correctness",
    [KIND_RACE] = "race",
    [KIND_MEMORY] = "memory",
    [KIND_TRAFFIC] = "traffic",
    [KIND_SPEED] = "speed",
};

const char *const status_names[STATUS_COUNT] = {
    [STATUS_NONE] = "none",       [STATUS_PASS] = "pass",
    [STATUS_FAIL] = "fail",       [STATUS_UNTOLD] = "untold",
    [STATUS_SKIPPED] = "skipped",
};

static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; name && i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

int kind_from_name(const char *name)
{
    return index_of(name, kind_names, KIND_COUNT);
}

int status_from_name(const char *name)
{
    return index_of(name, status_names, STATUS_COUNT);
}

double share_percent(double share, double goal)
{
    double percent = round(100 * share), at_goal = round(100 * goal);

    return share < goal && percent >= at_goal ? at_goal - 1 : percent;
}

void finding_say(struct finding *f, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    said_vput(f->message, sizeof f->message, format, args);
    va_end(args);
}

void finding_add(struct finding *f, const char *format, ...)
{
    size_t used = strlen(f->message);
    va_list args;

    if (used > 0 && used + 1 < sizeof f->message)
        f->message[used++] = ' ';
    va_start(args, format);
    said_vput(f->message + used, sizeof f->message - used, format, args);
    va_end(args);
}

typedef void write_fn(const char *said, char *out, size_t size);

static const char *written(const struct finding *f, write_fn *write)
{
    static char text[4][sizeof f->message];
    static unsigned next;
    char *out = text[next++ % 4];

    write(f->message, out, sizeof *text);
    return out;
}

const char *finding_text(const struct finding *f)
{
    return written(f, said_text);
}

const char *finding_english(const struct finding *f)
{
    return written(f, said_english);
}

bool finding_is_alone(const struct finding *f)
{
    long threads = 0, blocks = 1;

    said_numbers(f->message, "threads", &threads, 1);
    said_numbers(f->message, "blocks", &blocks, 1);
    return threads == 1 && blocks == 1;
}
