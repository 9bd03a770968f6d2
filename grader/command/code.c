/* code.c - see code.h. */
#include "command/code.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/build.h"

extern char **environ;

/* Of what is built, whose code decides. Under UBSan, columns are data. */
static const int compared[CODE_BUILDS] = {BUILD_PLAIN, BUILD_FILLED, BUILD_TSAN,
                                          BUILD_CHECK};

void code_free(struct code *c)
{
    for (int i = 0; i < CODE_BUILDS; i++)
        free(c->bytes[i]);
    memset(c, 0, sizeof *c);
}

static int strip(const char *object, const char *stripped)
{
    char *argv[] = {"strip",          "-g",           "-D", "-o",
                    (char *)stripped, (char *)object, NULL};
    int error, status = -1;
    pid_t pid;

    error = posix_spawnp(&pid, "strip", NULL, NULL, argv, environ);
    if (error)
        fprintf(stderr, "strip: %s\n", strerror(error));
    else
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    return status ? -1 : 0;
}

void code_read(const char *work, struct code *c)
{
    char object[300], stripped[300];

    memset(c, 0, sizeof *c);
    for (int i = 0; i < CODE_BUILDS; i++) {
        const char *name = build_names[compared[i]];
        struct stat st;
        int fd;

        snprintf(object, sizeof object, "%s/%s.o", work, name);
        snprintf(stripped, sizeof stripped, "%s/%s.code", work, name);
        if (access(object, R_OK) || strip(object, stripped))
            continue;
        fd = open(stripped, O_RDONLY | O_CLOEXEC);
        if (fd >= 0 && fstat(fd, &st) == 0 &&
            (c->bytes[i] = malloc((size_t)st.st_size + 1)) &&
            read(fd, c->bytes[i], (size_t)st.st_size) == st.st_size)
            c->size[i] = (size_t)st.st_size;
        if (fd >= 0)
            close(fd);
    }
}

bool code_same(const struct code *a, const struct code *b)
{
    bool same = a->size[0] > 0;

    for (int i = 0; i < CODE_BUILDS; i++)
        same = same && a->size[i] == b->size[i] &&
               (!a->size[i] || !memcmp(a->bytes[i], b->bytes[i], a->size[i]));
    return same;
}
