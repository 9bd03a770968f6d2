/* variables.c - see variables.h. */
#define _GNU_SOURCE
#include "host/variables.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PLACES = 4, PAGE = 4096 };

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

void variables_add(char *begin, char *end)
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
