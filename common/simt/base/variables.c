/*
 * variables.c - see variables.h. What always holds: the values of device
 * `in_place` lie in the variables themselves, those of each other device in
 * kept[device], or nowhere if it has never had other values than the first
 * ones. They are exchanged only while there are no `users`; `lock` guards all
 * three.
 */
#define _GNU_SOURCE
#include "base/variables.h"
#include "base/elf.h"
#include "base/state.h"

#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PLACES = 4, PAGE = SIMT_PAGE };

static struct place {
    char *begin;
    size_t bytes;
    char *first;                  /* what all devices begin with */
    char *kept[SIMT_DEVICES_MAX]; /* null: still that */
} places[PLACES];
static int n_places;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;
static int in_place; /* the device whose values they are */
static int users;

/* Pages of zeros take no memory. */
static char *room_for(size_t bytes)
{
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED) {
        fprintf(stderr,
                "simt: no memory for a device's %zu bytes of "
                "variables\n",
                bytes);
        abort();
    }
    return p;
}

/* Not memcmp(): in check mode that is watched. */
static bool same(const char *a, const char *b, size_t bytes)
{
    while (bytes && *a == *b) {
        a++;
        b++;
        bytes--;
    }
    return !bytes;
}

static void copy_pages(char *to, const char *from, size_t bytes)
{
    for (size_t i = 0, n; i < bytes; i += n) {
        n = bytes - i < PAGE ? bytes - i : PAGE;
        if (!same(to + i, from + i, n))
            simt_copy_bytes(to + i, from + i, n);
    }
}

/* These lie in begin .. end - 1, with the values that all devices begin with.
 */
static void add_place(char *begin, char *end)
{
    struct place *p = &places[n_places];

    if (n_places == PLACES || begin == end || !simt_is_device(1))
        return;
    n_places++;
    p->begin = begin;
    p->bytes = (size_t)(end - begin);
    p->first = room_for(p->bytes);
    copy_pages(p->first, begin, p->bytes);
}

static void exchange(int device)
{
    for (struct place *p = places; p < places + n_places; p++) {
        if (!p->kept[in_place])
            p->kept[in_place] = room_for(p->bytes);
        copy_pages(p->kept[in_place], p->begin, p->bytes);
        copy_pages(p->begin, p->kept[device] ? p->kept[device] : p->first,
                   p->bytes);
    }
    in_place = device;
}

void variables_take(void)
{
    int device = simt_device();

    if (!n_places || simt_running)
        return;
    pthread_mutex_lock(&lock);
    while (users && in_place != device)
        pthread_cond_wait(&free_again, &lock);
    if (in_place != device)
        exchange(device);
    users++;
    pthread_mutex_unlock(&lock);
}

void variables_give(void)
{
    if (!n_places || simt_running)
        return;
    pthread_mutex_lock(&lock);
    if (!--users)
        pthread_cond_broadcast(&free_again);
    pthread_mutex_unlock(&lock);
}

/* ---- which there are ------------------------------------------------- */

#define SECTION(name)                                                         \
    extern char __start_##name[] __attribute__((weak, visibility("hidden"))); \
    extern char __stop_##name[] __attribute__((weak, visibility("hidden")));
SECTION(simt_device)
SECTION(simt_constant)
SECTION(simt_managed)

static const struct section {
    char *begin, *end;
    enum simt_space space;
} sections[] = {
    {__start_simt_device, __stop_simt_device, SIMT_GLOBAL_VARIABLE},
    {__start_simt_constant, __stop_simt_constant, SIMT_CONSTANT},
    {__start_simt_managed, __stop_simt_managed, SIMT_MANAGED},
};

/* In the C++ library, where there is one. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length,
                            int *status) __attribute__((weak));

/* "table" for _ZL5table, _ZN3lab5tableE and _ZZ6kernelPfE5table. */
static const char *plain_name(const char *name)
{
    int status = 0;
    /* a plain "x" would be read as a type, long long */
    bool mangled = __cxa_demangle && strncmp(name, "_Z", 2) == 0;
    char *full = mangled ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
    char *last = full;

    if (!full)
        return strdup(name);
    for (char *p = full; (p = strstr(p, "::")); p += 2)
        last = p + 2;
    if (*last && !strchr(last, ')'))
        memmove(full, last, strlen(last) + 1);
    return full;
}

/* The variables of one section by the executable's symbol table. */
static bool register_variables(const struct section *section,
                               const struct simt_elf *elf)
{
    struct simt_symbol s;
    bool any = false;

    for (size_t i = 0; simt_elf_next(elf, &i, &s);) {
        char *p = (char *)s.address;

        if (s.type == STT_OBJECT && s.bytes && p >= section->begin &&
            p < section->end &&
            !(simt_find(p) && simt_find(p)->base == p)) /* an alias */
            any |= simt_add_outside(p, s.bytes, section->space,
                                    plain_name(s.name), NULL) != NULL;
    }
    return any;
}

__attribute__((constructor)) static void find_variables(void)
{
    struct simt_elf elf = {0};

    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const struct section *s = &sections[i];

        if (s->begin == s->end)
            continue;
        if (s->space != SIMT_MANAGED)
            add_place(s->begin, s->end);
        if (!elf.file)
            simt_elf_self(&elf);
        if (!elf.file || !register_variables(s, &elf))
            simt_add_outside(s->begin, (size_t)(s->end - s->begin), s->space,
                             NULL, NULL);
    }
    simt_elf_close(&elf);
}
