/*
 * handles.h - streams and events as records: which there are, and whose. What
 * they do is host/streams.c's; the timeline and captures keep in them what they
 * need to know.
 */
#ifndef SIMT_BASE_HANDLES_H
#define SIMT_BASE_HANDLES_H

#include "include/cuda_runtime_api.h"
#include "simt.h"

struct CUstream_st {
    struct CUstream_st *next;
    unsigned flags;
    int priority;
    unsigned long long id;
    int device;
    const void *site; /* that made it; null: its device has been reset */
    uint64_t last;    /* timeline.c: what was asked of it last */
    unsigned asked;   /* simt_waits + 1 then; 0: or it has been queried since */
    /* capture.c: the capture that its work goes to, the nodes that its next
     * work comes after */
    struct simt_capture *capture;
    cudaGraphNode_t *after;
    size_t after_n;
};
struct CUevent_st {
    struct CUevent_st *next;
    unsigned flags;
    int device;
    const void *site; /* as above */
    bool recorded;
    long long nanoseconds;
    uint64_t last;              /* timeline.c: what it comes after */
    unsigned asked;             /* its stream's, then */
    unsigned long long capture; /* recorded in it; 0: in none */
    cudaGraphNode_t *after;
    size_t after_n;
};

/* A list says which handles are valid, so that a wrong one is an error. Only
 * capture.c and the timeline walk along it. */
extern struct CUstream_st *simt_streams;
extern bool simt_had_streams; /* some may be destroyed */

/* All 0, on the list, of the current device; null without memory. */
struct CUstream_st *simt_new_stream(unsigned flags, int priority,
                                    const void *site);
struct CUevent_st *simt_new_event(unsigned flags, const void *site);
/* Off the list, and then freed. False: it is not on it. */
bool simt_take_stream(cudaStream_t stream);
bool simt_take_event(cudaEvent_t event);
void simt_free_handle(void *handle);

bool simt_is_event(cudaEvent_t event);
bool simt_is_stream(cudaStream_t stream);
/* Those that are always there belong to the current device. */
int simt_device_of(cudaStream_t stream);

/* Not one of those that are always there. */
static inline bool simt_is_own(cudaStream_t stream)
{
    return stream && stream != cudaStreamLegacy &&
           stream != cudaStreamPerThread;
}

/* Those of a device that is reset go with it. */
void simt_forget_handles(int device);

/* Tells of each place that has made streams ("stream") or events ("event")
 * which are still there, and how many. */
void simt_not_destroyed(void (*tell)(const char *what, const void *site,
                                     int64_t many));

#endif
