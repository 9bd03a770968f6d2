/* source.c - see source.h. */
#define _GNU_SOURCE
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/tokens.h"

/* 0, or why this is no file that we read. */
static int not_text(int fd, size_t *size)
{
    struct stat st;

    if (fstat(fd, &st))
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode))
        return ENOTSUP;
    if (st.st_size > SOURCE_MAX)
        return EFBIG;
    *size = (size_t)st.st_size;
    return 0;
}

char *source_read(const char *path, bool links, size_t *n)
{
    /* O_NONBLOCK: a pipe that nobody writes to would keep us waiting, here,
     * before we could look what it is; O_NOCTTY: a terminal would be ours. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY |
                            (links ? 0 : O_NOFOLLOW));
    int why = fd < 0 ? errno : 0;
    size_t size = 0, used = 0;
    char *text = NULL;
    ssize_t more = 1;

    if (!why)
        why = not_text(fd, &size);
    else if (why == ENXIO) /* a socket, or a device that is not there */
        why = ENOTSUP;
    if (!why && !(text = malloc(size + 1)))
        why = ENOMEM;
    /* No further than it was long: it may grow, or be one of /proc's. */
    while (!why && used < size && more > 0) {
        more = read(fd, text + used, size - used);
        if (more < 0)
            why = errno;
        else
            used += (size_t)more;
    }
    if (fd >= 0)
        close(fd);
    if (why) {
        free(text);
        errno = why;
        return NULL;
    }
    text[used] = 0;
    if (n)
        *n = used;
    return text;
}

bool source_has(const char *path, bool links, const char *words)
{
    char *text = source_read(path, links, NULL);
    const bool found = text && strstr(text, words);

    free(text);
    return found;
}

void source_tokens(const char *path, struct tokens *s)
{
    size_t n;
    char *text = source_read(path, true, &n);

    tokens_read(s, text && n <= SOURCE_SAID ? text : "");
    free(text);
}

int source_line_of(const char *path, const char *words)
{
    struct tokens s;
    int line = 0;

    source_tokens(path, &s);
    for (int k = 0; k < s.n && !line; k++)
        if (s.t[k].kind != TOKEN_COMMENT && s.t[k].kind != TOKEN_STRING &&
            !strncmp(s.t[k].at, words, strlen(words)))
            line = s.t[k].line;
    tokens_free(&s);
    return line;
}

/* The token behind `reduction (` at k, or -1. */
static int reduction_name(const struct tokens *s, int k)
{
    const int open = tokens_next(s, k);

    return token_is(&s->t[k], "reduction") && token_is(&s->t[open], "(")
               ? tokens_next(s, open)
               : -1;
}

int source_own_reduction(const char *path, const char *function)
{
    struct tokens s;
    int from, to, line = 0;

    source_tokens(path, &s);
    if (tokens_body(&s, function, strlen(function), &from, &to))
        for (int k = 0; k < s.n && !line; k++) {
            const int own = reduction_name(&s, k), before = tokens_last(&s, k);

            if (own < 0 || before < 0 || !token_is(&s.t[before], "declare"))
                continue;
            for (int i = from; i < to; i++) {
                const int used = reduction_name(&s, i);

                if (used >= 0 && token_same(&s.t[used], &s.t[own]))
                    line = s.t[k].line;
            }
        }
    tokens_free(&s);
    return line;
}

/* The last token of the region if a `#pragma omp parallel` begins at k; else k.
 */
static int region_end(const struct tokens *s, int k)
{
    int next = tokens_next(s, k);

    if (!s->t[k].directive || !token_is(&s->t[k], "parallel"))
        return k;
    return tokens_statement_end(s, next);
}

int source_team_outside(const char *path, const char *function)
{
    struct tokens s;
    int from, to, line = 0;
    bool region = false;

    source_tokens(path, &s);
    if (tokens_body(&s, function, strlen(function), &from, &to))
        for (int k = from; k < to; k++) {
            const int end = region_end(&s, k);

            region |= end != k;
            k = end;
            if (!line && !s.t[k].directive &&
                token_is(&s.t[k], "omp_get_num_threads"))
                line = s.t[k].line;
        }
    tokens_free(&s);
    return region ? line : 0;
}

bool source_line(const char *path, int number, char *line, size_t size)
{
    char *text = number > 0 ? source_read(path, true, NULL) : NULL;
    const char *p = text;

    while (p && --number > 0)
        p = (p = strchr(p, '\n')) ? p + 1 : NULL;
    if (p && *p)
        snprintf(line, size, "%.*s", (int)strcspn(p, "\r\n"), p);
    number = p && *p;
    free(text);
    return number;
}

bool source_missing(const char *path)
{
    struct stat st;

    return lstat(path, &st) && (errno == ENOENT || errno == ENOTDIR);
}

/* Whether `path`, without links, lies in `folder`, which may be one. */
static bool lies_in(const char *path, const char *folder)
{
    char *real = realpath(folder, NULL);
    size_t n = real ? strlen(real) : 0;
    bool inside = real && !strncmp(path, real, n) && path[n] == '/';

    free(real);
    return inside;
}

bool source_is_solution(const char *source)
{
    const char *slash = strrchr(source, '/');
    char *real = realpath(source, NULL), *folder = NULL;
    struct stat st;
    bool is = slash && real && lies_in(real, "solutions") &&
              (folder = strndup(source, (size_t)(slash - source))) &&
              lstat(folder, &st) == 0 && S_ISLNK(st.st_mode);

    free(folder);
    free(real);
    return is;
}

/* ---- headers ------------------------------------------------------------ */

static bool is_header(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && !strcmp(dot, ".h");
}

/* A contract in a folder of labs/ that is a link: nobody but the kit's owner
 * has made that. */
static bool is_contract(const char *name)
{
    struct stat st;

    name += strncmp(name, "./", 2) ? 0 : 2;
    return !strncmp(name, "labs/", 5) && !strstr(name, "/../") &&
           is_header(name) && lstat(name, &st) == 0 && S_ISREG(st.st_mode);
}

/* Whether it is the kit's, or lies in the folder above the lab's folder. */
static bool allowed(const char *source, const char *path)
{
    const char *slash = strrchr(source, '/');
    char *above = NULL;
    bool good =
        lies_in(path, "common") || lies_in(path, "build/simt") ||
        (is_header(path) && (lies_in(path, "labs") || lies_in(path, "grader")));

    if (!good && asprintf(&above, "%.*s/..", slash ? (int)(slash - source) : 1,
                          slash ? source : ".") > 0) {
        good = lies_in(path, above);
        free(above);
    }
    return good;
}

enum header source_header(struct headers *h, const char *source,
                          const char *path)
{
    char *real = realpath(path, NULL), *self = realpath(source, NULL);
    enum header answer = HEADER_NEW;

    if (!real || !self)
        answer = HEADER_FOREIGN;
    else if (!strcmp(real, self)) /* it may include itself */
        answer = HEADER_SEEN;
    else if (lies_in(real, "solutions"))
        answer = HEADER_SOLUTION;
    else if (!is_contract(path) && !allowed(source, real))
        answer = HEADER_FOREIGN;
    free(self);
    for (int i = 0; answer == HEADER_NEW && i < h->n; i++)
        if (!strcmp(h->path[i], real))
            answer = HEADER_SEEN;
    if (answer == HEADER_NEW && h->n == SOURCE_HEADERS)
        answer = HEADER_MANY;
    if (answer == HEADER_NEW)
        h->path[h->n++] = real;
    else
        free(real);
    return answer;
}

void source_headers_free(struct headers *h)
{
    while (h->n > 0)
        free(h->path[--h->n]);
}
