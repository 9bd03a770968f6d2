/* seeds.c - see work.h: OUT/secret holds one number, from which each lab has
 * its seed. */
#define _GNU_SOURCE
#include "class/work.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "base/say.h"

/* 0; 1 if there is no such file yet; -1 with a message. */
static int read_secret(const char *path, uint64_t *secret)
{
    FILE *file = fopen(path, "re");
    char line[40] = "", end;
    int n;

    if (!file && errno == ENOENT)
        return 1;
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    n = fgets(line, sizeof line, file)
            ? sscanf(line, "%" SCNx64 "%c", secret, &end)
            : 0;
    fclose(file); /* only read from */
    if (n == 2 && end == '\n')
        return 0;
    fprintf(stderr,
            _("%s is damaged: it holds one hexadecimal number, from which the "
              "inputs are drawn.\nTake it from a copy, or remove it: then all "
              "is graded anew, with other inputs.\n"),
            path);
    return -1;
}

static int make_secret(const char *path, uint64_t *secret)
{
    char text[20];
    mode_t old = umask(077);
    int result = -1;

    if (getrandom(secret, sizeof *secret, 0) == sizeof *secret) {
        snprintf(text, sizeof text, "%016" PRIx64 "\n", *secret);
        result = class_write(path, text, strlen(text));
    } else {
        fprintf(stderr, "getrandom: %s\n", strerror(errno));
    }
    umask(old);
    return result;
}

int class_secret(const struct class *c, uint64_t *secret)
{
    char path[CLASS_PATH];
    int known = class_path(c, path, "secret") ? -1 : read_secret(path, secret);

    return known > 0 ? make_secret(path, secret) : known;
}

uint64_t class_seed(uint64_t secret, const struct lab *lab)
{
    uint64_t x = secret;

    for (const char *p = lab->id; *p; p++)
        x = random_next(&x) ^ (unsigned char)*p;
    return random_next(&x);
}
