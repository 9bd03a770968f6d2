/* progress.c - see progress.h. */
#include "command/progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_show(const struct style *s, const struct lab *lab,
                   const char *what)
{
    char line[400], clean[TABLE_WIDTH];

    if (!s || !isatty(fileno(s->out)))
        return;
    snprintf(line, sizeof line, "%s %s: %s", lab->id, lab->name, what);
    table_clean(line, clean, sizeof clean); /* fits, as it cuts */
    fprintf(s->out, "\r\033[K%s", clean);
    fflush(s->out);
}

void progress_clear(const struct style *s)
{
    if (!s || !isatty(fileno(s->out)))
        return;
    fputs("\r\033[K", s->out);
    fflush(s->out);
}
