/*
 * handles.c - see handles.h. `lock` is held by who changes a list or looks for
 * a handle. A handle on a list is valid; whoever takes it off owns it, and
 * frees it. One whose `site` is null belongs to a device that has been reset:
 * it is still valid, but nobody is told of it at the end.
 */
#include "base/handles.h"
#include "base/device_list.h"
#include "base/state.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the lists */
struct CUstream_st *simt_streams;
bool simt_had_streams;
static struct CUevent_st *events;
static unsigned long long stream_ids = 2;

/* With what malloc() puts in front. */
static size_t bytes_of(void *handle)
{
    return malloc_usable_size(handle) + sizeof(size_t);
}

/* A stream or an event, all 0; null without memory. */
static void *new_handle(size_t bytes)
{
    void *handle = calloc(1, bytes);

    if (handle)
        __atomic_fetch_add(&simt_handles, bytes_of(handle), __ATOMIC_RELAXED);
    return handle;
}

void simt_free_handle(void *handle)
{
    __atomic_fetch_sub(&simt_handles, bytes_of(handle), __ATOMIC_RELAXED);
    free(handle);
}

struct CUstream_st *simt_new_stream(unsigned flags, int priority,
                                    const void *site)
{
    struct CUstream_st *s = new_handle(sizeof *s);

    if (!s)
        return NULL;
    s->flags = flags;
    s->device = simt_device();
    s->site = site;
    s->priority = priority;
    pthread_mutex_lock(&lock);
    s->id = ++stream_ids;
    s->next = simt_streams;
    simt_streams = s;
    simt_had_streams = true;
    pthread_mutex_unlock(&lock);
    return s;
}

bool simt_take_stream(cudaStream_t stream)
{
    struct CUstream_st **s;
    bool found;

    pthread_mutex_lock(&lock);
    for (s = &simt_streams; *s && *s != stream; s = &(*s)->next)
        ;
    found = *s;
    if (found)
        *s = stream->next;
    pthread_mutex_unlock(&lock);
    return found;
}

bool simt_is_stream(cudaStream_t stream)
{
    struct CUstream_st *s;

    if (!simt_is_own(stream))
        return true;
    pthread_mutex_lock(&lock);
    for (s = simt_streams; s && s != stream; s = s->next)
        ;
    pthread_mutex_unlock(&lock);
    return s;
}

struct CUevent_st *simt_new_event(unsigned flags, const void *site)
{
    struct CUevent_st *e = new_handle(sizeof *e);

    if (!e)
        return NULL;
    e->flags = flags;
    e->device = simt_device();
    e->site = site;
    pthread_mutex_lock(&lock);
    e->next = events;
    events = e;
    pthread_mutex_unlock(&lock);
    return e;
}

bool simt_take_event(cudaEvent_t event)
{
    struct CUevent_st **e;
    bool found;

    pthread_mutex_lock(&lock);
    for (e = &events; *e && *e != event; e = &(*e)->next)
        ;
    found = *e;
    if (found)
        *e = event->next;
    pthread_mutex_unlock(&lock);
    return found;
}

bool simt_is_event(cudaEvent_t event)
{
    struct CUevent_st *e;

    pthread_mutex_lock(&lock);
    for (e = events; e && e != event; e = e->next)
        ;
    pthread_mutex_unlock(&lock);
    return e;
}

int simt_device_of(cudaStream_t stream)
{
    return simt_is_own(stream) && simt_is_stream(stream) ? stream->device
                                                         : simt_device();
}

void simt_forget_handles(int device)
{
    pthread_mutex_lock(&lock);
    for (struct CUstream_st *s = simt_streams; s; s = s->next)
        s->site = s->device == device ? NULL : s->site;
    for (struct CUevent_st *e = events; e; e = e->next)
        e->site = e->device == device ? NULL : e->site;
    pthread_mutex_unlock(&lock);
}

/* ---- what is left ---------------------------------------------------- */

enum { SITES = 64 }; /* more are not told of */
struct made {
    const void *site;
    int64_t many;
};

static int add_made(struct made *made, int n, const void *site)
{
    int i = 0;

    while (i < n && made[i].site != site)
        i++;
    if (!site || i == SITES)
        return n;
    made[i] = (struct made){site, i < n ? made[i].many + 1 : 1};
    return i < n ? n : n + 1;
}

void simt_not_destroyed(void (*tell)(const char *what, const void *site,
                                     int64_t many))
{
    struct made stream[SITES], event[SITES];
    int streams = 0, n_events = 0;

    pthread_mutex_lock(&lock);
    for (const struct CUstream_st *s = simt_streams; s; s = s->next)
        streams = add_made(stream, streams, s->site);
    for (const struct CUevent_st *e = events; e; e = e->next)
        n_events = add_made(event, n_events, e->site);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < streams; i++)
        tell("stream", stream[i].site, stream[i].many);
    for (int i = 0; i < n_events; i++)
        tell("event", event[i].site, event[i].many);
}
