/*
 * streams.c - the host's functions about streams and events. Every call has
 * done its work when it returns; the timeline says when it would be done. Which
 * there are is base/handles.c's.
 */
#define _GNU_SOURCE
#include "host/host.h"
#include "timeline/timeline.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SITE __builtin_return_address(0)

const struct simt_capture_ops *simt_capturing;

static void waits_for_stream(cudaStream_t stream, const char *call,
                             const void *site)
{
    simt_host_waits();
    timeline_waits_in(call, site);
    if (simt_is_stream(stream))
        timeline_host_waits(stream ? stream : cudaStreamLegacy, NULL);
}

static void waits_for_event(cudaEvent_t event, const char *call,
                            const void *site)
{
    simt_host_waits();
    timeline_waits_in(call, site);
    if (simt_is_event(event))
        timeline_host_waits(NULL, event);
}

static int with_stream(cudaStream_t stream)
{
    return simt_error(simt_is_stream(stream) ? 0
                                             : cudaErrorInvalidResourceHandle);
}

/* ---- functions of the host -------------------------------------------- */

/*
 * They are put off until the host waits for something, or gives the device more
 * to do. Who waits for what a function does by other means needs none of that:
 * some time later a thread calls them. Nothing of the device runs meanwhile.
 */
enum { PUT_OFF = 64, LATER_US = 50000 };
static struct put_off {
    cudaStream_t stream;
    cudaHostFn_t function; /* null: */
    cudaStreamCallback_t callback;
    void *data;
} put_off[PUT_OFF]; /* in a ring */
static unsigned first_off, n_off;
static atomic_uint to_call; /* n_off, and the one that runs */
static bool later;          /* such a thread sleeps */
static pthread_mutex_t calling = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void call_functions(void)
{
    if (!to_call)
        return;
    pthread_mutex_lock(&calling);
    while (n_off > 0) {
        const struct put_off f = put_off[first_off++ % PUT_OFF];

        n_off--;
        simt_waits++; /* it may tell others */
        timeline_tells(f.stream);
        if (f.function)
            f.function(f.data);
        else
            f.callback(f.stream, cudaSuccess, f.data);
        to_call--;
    }
    pthread_mutex_unlock(&calling);
}

static void *call_later(void *unused)
{
    (void)unused;
    usleep(LATER_US);
    pthread_mutex_lock(&calling);
    later = false;
    call_functions();
    pthread_mutex_unlock(&calling);
    return NULL;
}

static void put_function_off(struct put_off f)
{
    pthread_t thread;

    simt_call_functions = call_functions;
    if (n_off == PUT_OFF)
        call_functions();
    pthread_mutex_lock(&calling);
    put_off[(first_off + n_off++) % PUT_OFF] = f;
    to_call++;
    if (!later && pthread_create(&thread, NULL, call_later, NULL) == 0)
        later = pthread_detach(thread) == 0;
    if (!later)
        call_functions();
    pthread_mutex_unlock(&calling);
}

/* ---- streams ---------------------------------------------------------- */

static int make_stream(cudaStream_t *stream, unsigned flags, int priority,
                       const void *site)
{
    int error = simt_error(0);
    struct CUstream_st *s;

    if (error)
        return error;
    if (!stream || flags > cudaStreamNonBlocking)
        return simt_error(cudaErrorInvalidValue);
    priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    s = simt_new_stream(flags, priority, site);
    if (!s)
        return simt_error(cudaErrorMemoryAllocation);
    *stream = s;
    return 0;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority)
{
    return make_stream(stream, flags, priority, SITE);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return make_stream(stream, flags, 0, SITE);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return make_stream(stream, cudaStreamDefault, 0, SITE);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    call_functions();
    if (!simt_take_stream(stream))
        return simt_error(cudaErrorInvalidResourceHandle);
    if (simt_capturing)
        simt_capturing->leave(stream);
    timeline_destroyed(stream);
    free(stream->after);
    simt_free_handle(stream);
    return simt_error(0);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    int error = simt_capturing ? simt_capturing->wait(stream) : 0;

    if (error)
        return error;
    simt_only_waits(SITE);
    waits_for_stream(stream, __func__, SITE);
    return with_stream(stream);
}

/* Work that nobody has waited for is not ready at the first look. */
static bool is_ready(unsigned *asked)
{
    const bool yes = *asked != simt_waits + 1;

    *asked = 0;
    return yes;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    if (simt_is_stream(stream) && !is_ready(timeline_asked(stream)))
        return cudaErrorNotReady; /* which is no error to be kept */
    waits_for_stream(stream, __func__, SITE);
    return with_stream(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    (void)flags;
    if (!simt_is_event(event))
        return simt_error(cudaErrorInvalidResourceHandle);
    CAPTURED(simt_capturing->event(stream, event));
    if (simt_is_stream(stream))
        timeline_wait(stream, event);
    return with_stream(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    int error = with_stream(stream);

    if (!callback || flags)
        return simt_error(cudaErrorInvalidValue);
    if (!error)
        put_function_off(
            (struct put_off){stream, .callback = callback, .data = data});
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *data)
{
    int error = with_stream(stream);

    if (!function)
        return simt_error(cudaErrorInvalidValue);
    if (!error)
        CAPTURED(simt_capturing->host(stream, function, data));
    if (!error)
        put_function_off(
            (struct put_off){stream, .function = function, .data = data});
    return error;
}

static bool is_made(cudaStream_t stream)
{
    return simt_is_own(stream) && simt_is_stream(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    if (!flags)
        return simt_error(cudaErrorInvalidValue);
    *flags = is_made(stream) ? stream->flags : 0;
    return with_stream(stream);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    if (!priority)
        return simt_error(cudaErrorInvalidValue);
    *priority = is_made(stream) ? stream->priority : 0;
    return with_stream(stream);
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    if (!id)
        return simt_error(cudaErrorInvalidValue);
    *id = is_made(stream) ? stream->id : (unsigned long long)(size_t)stream;
    return with_stream(stream);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value)
{
    (void)attr, (void)value;
    return with_stream(stream);
}

static int make_event(cudaEvent_t *event, unsigned flags, const void *site)
{
    int error = simt_error(0);
    struct CUevent_st *e;

    if (error)
        return error;
    if (!event || flags > 7)
        return simt_error(cudaErrorInvalidValue);
    e = simt_new_event(flags, site);
    if (!e)
        return simt_error(cudaErrorMemoryAllocation);
    *event = e;
    return 0;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return make_event(event, flags, SITE);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return make_event(event, cudaEventDefault, SITE);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!simt_take_event(event))
        return simt_error(cudaErrorInvalidResourceHandle);
    free(event->after);
    simt_free_handle(event);
    return simt_error(0);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    struct timespec t;

    if (!simt_is_event(event) || event->device != simt_device_of(stream))
        return simt_error(cudaErrorInvalidResourceHandle);
    CAPTURED(simt_capturing->record(stream, event));
    event->capture = 0;
    clock_gettime(CLOCK_MONOTONIC, &t);
    event->nanoseconds = t.tv_sec * 1000000000LL + t.tv_nsec;
    event->recorded = true;
    if (simt_is_stream(stream))
        timeline_record(event, stream);
    return with_stream(stream);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    if (simt_is_event(event) && !event->capture && !is_ready(&event->asked))
        return cudaErrorNotReady; /* which is no error to be kept */
    waits_for_event(event, __func__, SITE);
    return simt_error(!simt_is_event(event) ? cudaErrorInvalidResourceHandle
                      : event->capture      ? cudaErrorCapturedEvent
                                            : 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    waits_for_event(event, __func__, SITE);
    return simt_error(!simt_is_event(event) ? cudaErrorInvalidResourceHandle
                      : event->capture      ? cudaErrorCapturedEvent
                                            : 0);
}

/* 0, or an error that says why the event has no time. */
static int has_time(cudaEvent_t event, const void *site)
{
    if (!simt_is_event(event) || event->flags & cudaEventDisableTiming)
        return simt_error(cudaErrorInvalidResourceHandle);
    if (!event->recorded)
        return simt_misuse(cudaErrorInvalidResourceHandle, SIMT_KIND_EVENT,
                           site,
                           "cudaEventElapsedTime() gets an event that was "
                           "never recorded, and sets no time: "
                           "cudaEventRecord() has to come first.");
    if (is_ready(&event->asked))
        return 0;
    simt_misuse(0, SIMT_KIND_EVENT, site,
                "cudaEventElapsedTime() returns cudaErrorNotReady and sets no "
                "time: the host has not waited for the work before the event. "
                "Call cudaEventSynchronize() for the later event first.");
    return cudaErrorNotReady; /* which is no error to be kept */
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end)
{
    int error;

    if (!milliseconds)
        return simt_error(cudaErrorInvalidValue);
    if ((error = has_time(start, SITE)) || (error = has_time(end, SITE)))
        return (cudaError_t)error;
    *milliseconds = (float)(end->nanoseconds - start->nanoseconds) / 1e6f;
    return simt_error(0);
}
