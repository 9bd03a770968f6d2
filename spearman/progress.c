/*
 * progress.c - which strips are done, so that who was killed can go on. The
 * first line says what is counted; then comes a line for each strip, in any
 * order, with a check sum: a machine that goes down may leave anything behind.
 */
#include "spearman.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 200 };

/* "spearman 1": the way in which count.cu cuts strips. Who changes that changes
 * the number, or strips of the old and the new way would be mixed. */
static void first_line(char line[LINE], const struct result *todo, int strips)
{
    snprintf(line, LINE,
             "spearman 1: rows %d, hash %016" PRIx64 ", part %d/%d in %d "
             "strips\n",
             todo->rows, todo->hash, todo->part, todo->parts, strips);
}

static void strip_line(char line[LINE], int strip, long long found)
{
    uint32_t sum = 2166136261u;
    int n = snprintf(line, LINE, "%d %lld", strip, found);

    for (int i = 0; i < n; i++)
        sum = (sum ^ (unsigned char)line[i]) * 16777619u;
    snprintf(line + n, LINE - (size_t)n, " %08" PRIx32 "\n", sum);
}

/* The whole file and a zero. */
static char *read_all(const struct progress *p, size_t *bytes)
{
    struct stat st;
    char *text;
    ssize_t more;

    if (fstat(p->fd, &st) != 0)
        stop_for_file(p->name, errno);
    text = memory((unsigned long long)st.st_size);
    for (*bytes = 0; *bytes < (size_t)st.st_size; *bytes += (size_t)more) {
        more = pread(p->fd, text + *bytes, (size_t)st.st_size - *bytes,
                     (off_t)*bytes);
        if (more < 0)
            stop_for_file(p->name, errno);
        if (more == 0)
            break;
    }
    text[*bytes] = 0;
    return text;
}

/* Takes in the lines from `text` on that are whole. Returns where the first one
 * that is not begins. */
static const char *take_strips(struct progress *p, const char *text)
{
    for (;;) {
        char line[LINE];
        int strip;
        long long found;

        if (sscanf(text, "%d %lld", &strip, &found) != 2 || strip < 0 ||
            strip >= p->strips)
            return text;
        strip_line(line, strip, found);
        if (strncmp(text, line, strlen(line)) != 0)
            return text;
        p->done[strip] = true;
        p->found[strip] = found;
        text += strlen(line);
    }
}

static int append(const struct progress *p, const char *line)
{
    ssize_t n = write(p->fd, line, strlen(line));

    if (n == (ssize_t)strlen(line))
        return 0;
    return n < 0 ? errno : ENOSPC; /* a part of it: for a full disk */
}

struct progress open_progress(const char *result, const struct result *todo,
                              int strips)
{
    struct progress p = {.strips = strips};
    char line[LINE], *text;
    const char *end;
    size_t bytes, head;
    struct stat st;
    int error = 0, done = 0;

    if (stat(result, &st) == 0 && !S_ISREG(st.st_mode))
        stop(WRONG, "%s is no ordinary file. Name another one for the result",
             result);
    p.name = memory(strlen(result) + sizeof ".progress");
    strcpy(p.name, result);
    strcat(p.name, ".progress");
    p.done = memory((unsigned long long)strips * sizeof *p.done);
    p.found = memory((unsigned long long)strips * sizeof *p.found);
    for (int s = 0; s < strips; s++) {
        p.done[s] = false;
        p.found[s] = 0;
    }
    p.fd = open(p.name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (p.fd < 0)
        stop_for_file(p.name, errno);
    if (flock(p.fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        stop(WRONG,
             "another spearman is at work on %s. Wait for it, or name another "
             "result",
             result);

    first_line(line, todo, strips);
    head = strlen(line);
    text = read_all(&p, &bytes);
    if (strncmp(text, line, bytes < head ? bytes : head) != 0)
        stop(WRONG,
             "%s belongs to other rows or options:\n  it says  %.*s\n  this "
             "is  %.*s\nName another result, or remove that file to begin "
             "anew",
             p.name, (int)strcspn(text, "\n"), text, (int)head - 1, line);
    if (bytes < head) {
        if (ftruncate(p.fd, 0) != 0 || (error = append(&p, line)) != 0)
            stop_for_file(p.name, error ? error : errno);
        free(text);
        return p;
    }
    end = take_strips(&p, text + head);
    if (ftruncate(p.fd, (off_t)(end - text)) != 0)
        stop_for_file(p.name, errno);
    for (int s = 0; s < strips; s++)
        done += p.done[s];
    fprintf(stderr, "spearman: going on from %s: %d of %d strips are done\n",
            p.name, done, strips);
    free(text);
    return p;
}

int add_progress(struct progress *p, int strip, long long found)
{
    char line[LINE];

    strip_line(line, strip, found);
    p->done[strip] = true;
    p->found[strip] = found;
    return append(p, line);
}

int keep_progress(const struct progress *p)
{
    return fdatasync(p->fd) == 0 ? 0 : errno;
}

void end_progress(struct progress *p)
{
    unlink(p->name);
    close(p->fd);
    free(p->name);
    free(p->done);
    free(p->found);
}
