/*
 * main.c - library KIND FUNCTION BYTES race|end: calls what tries.c defines.
 * race: while another thread uses the same bytes; end: with one byte less than
 * it takes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void try_function(char *p, char *s, char *d);

static try_function *f;
static char *p;
static size_t bytes;
static int turn; /* counted without an order that a detector would see */
static volatile char sum;

static void call(void)
{
    char s[64] = "12345", d[64] = "";

    f(p, s, d);
}

static void *first(void *none)
{
    call();
    __atomic_store_n(&turn, 1, __ATOMIC_RELAXED);
    return none;
}

static void wait(void)
{
    while (!__atomic_load_n(&turn, __ATOMIC_RELAXED))
        continue;
}

static void *then_read(void *none)
{
    wait();
    for (size_t i = 0; i < bytes; i++)
        sum += p[i];
    return none;
}

static void *then_write(void *none)
{
    wait();
    for (size_t i = 0; i < bytes; i++)
        p[i] = 0;
    return none;
}

static void *then_call(void *none)
{
    wait();
    call();
    return none;
}

int main(int argc, char **argv)
{
    char name[80];
    pthread_t a, b;
    void *found;

    if (argc != 5)
        return 2;
    snprintf(name, sizeof name, "%s_%s", argv[1], argv[2]);
    found = dlsym(NULL, name);
    bytes = strtoul(argv[3], NULL, 10);
    if (!found) {
        fprintf(stderr, "there is no %s()\n", name);
        return 2;
    }
    memcpy(&f, &found, sizeof f); /* C has no cast for it */
    p = malloc(!strcmp(argv[4], "end") ? bytes - 1 : bytes + 1);
    memset(p, 0, bytes - 1);
    for (size_t i = 0; !strchr("wue", *argv[1]) && i < bytes - 1; i++)
        p[i] = (char)('1' + i % 9);
    if (*argv[1] == 'a' && strcmp(argv[4], "end"))
        memset(p + 5, 0, bytes - 5);
    else if (*argv[1] == 'a' && bytes > 6)
        p[5] = 0;
    if (!strcmp(argv[4], "end")) {
        call();
        return 0;
    }
    if (*argv[1] != 's')
        p[bytes - 1] = 0;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL,
                   *argv[1] == 'r' || *argv[1] == 'u' ? then_write
                   : *argv[1] == 's'                  ? then_call
                                                      : then_read,
                   NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
