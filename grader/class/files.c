/* files.c - the files of class.h. */
#define _GNU_SOURCE
#include "class/class.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"

static int failed(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return -1;
}

/* The folders of a path, from `from` on. */
static int make_folders(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash + 1, '/'));) {
        int result;

        *slash = '\0';
        result = mkdir(path, 0700) && errno != EEXIST ? failed(path) : 0;
        *slash = '/';
        if (result)
            return -1;
    }
    return 0;
}

int class_path(const struct class *c, char *path, const char *format, ...)
{
    int used = snprintf(path, CLASS_PATH, "%s/", c->out);
    va_list args;

    va_start(args, format);
    if (used < CLASS_PATH)
        used +=
            vsnprintf(path + used, (size_t)(CLASS_PATH - used), format, args);
    va_end(args);
    if (used >= CLASS_PATH) {
        fprintf(stderr, _("%s: the name is too long\n"), path);
        return -1;
    }
    return make_folders(path, strlen(c->out) - 1);
}

int class_result_path(const struct class *c, int i, char *path)
{
    const struct submission *s = &c->submission[i];

    return class_path(c, path, "gradings/%s/%s.%d.json", s->student,
                      c->labs[s->lab].id, s->number);
}

static bool holds(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "re");
    char *there = malloc(size + 1);
    bool same = file && there && fread(there, 1, size + 1, file) == size &&
                (!size || memcmp(there, bytes, size) == 0);

    free(there);
    if (file)
        fclose(file); /* only read from */
    return same;
}

int class_write(const char *path, const void *bytes, size_t size)
{
    char part[CLASS_PATH + 8];
    FILE *file;
    bool done;

    if (holds(path, bytes, size))
        return 0;
    snprintf(part, sizeof part, "%s.part", path);
    file = fopen(part, "we");
    if (!file)
        return failed(part);
    done = fwrite(bytes, 1, size, file) == size && fflush(file) == 0 &&
           fsync(fileno(file)) == 0;
    done = fclose(file) == 0 && done;
    if (!done || rename(part, path))
        return failed(part);
    return 0;
}
