/*
 * timeline.c - see timeline.h. All times are in picoseconds.
 *
 * What the program asks for is noted down with what it comes after, and gets
 * its time later: an engine takes first what can begin first, and that may have
 * been asked for last. When the host waits for something, as much is placed in
 * time as it takes to know when that ends.
 */
#define _GNU_SOURCE /* syscall() */
#include "timeline/timeline.h"
#include "base/handles.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    /* The teaching device's figures; see base/device_list.h and
       docs/cpu-device.md. */
    PINNED = 24,              /* GB/s over the bus, in each direction */
    PAGEABLE = 8,             /* GB/s, through a buffer of the driver's */
    MEMORY = 128,             /* GB/s of the device's memory */
    REQUESTS = SIMT_SM_COUNT, /* per ns: one per multiprocessor and cycle */
    ASK = 2000000,            /* the host, for a call that does not wait */
    COPY = 1000000,           /* until a copy moves anything */
    LAUNCH = 3000000,         /* until a kernel's first block runs */

    NOTED = 65536,   /* operations; then the model waits for all of them */
    AT_ONCE = 256,   /* of these so many are held against a new one */
    WAITING = 256,   /* of these so many may have no time yet */
    REPORTED = 4096, /* between two marks */
    NO_ENGINE = SIMT_ENGINES, /* an operation that only joins two others */
    LATE = 1 << 28,           /* bytes that are late at the same time */
};

const struct timeline_hooks *timeline_hooks;

struct operation {
    struct timeline_step step;
    uint64_t after[2];    /* 0: nothing */
    uint64_t asked_after; /* what the host had waited for last */
    int engine;
    bool event; /* after[1] is there because of an event */
    bool placed;
    int64_t duration;
    struct footprint *touched; /* until the host has waited for it */
    uint64_t seen; /* the last one that was found to come after it */
};

static struct operation *noted;
static uint64_t n_noted, first = 1; /* the number of noted[0] */
static uint64_t unplaced;           /* the first of them that has no time */
static int n_touched;               /* of them, with a footprint */
static int64_t ended_before;        /* when all before noted[0] had ended */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Each thread of the host has a clock of its own; it begins with the time of
 * the main thread. */
struct clock_of_host {
    uint64_t timeline; /* which one it is about */
    int64_t now;
    uint64_t after; /* the last operation that it waited for ... */
    const char *held; /* ... in this call */
    const void *held_at;
};
static uint64_t timeline;
static struct clock_of_host main_clock;
static __thread struct clock_of_host thread_clock;
static uint64_t legacy[SIMT_DEVICES_MAX], own[SIMT_DEVICES_MAX];
/* Of destroyed streams that the default stream waits for. */
static uint64_t gone[SIMT_DEVICES_MAX];
static struct {
    int64_t free;
    uint64_t last;
} engine[SIMT_DEVICES_MAX][SIMT_ENGINES];
/* Of the kernel that this thread has just run. */
static __thread uint64_t sectors, of_host, requests;
static __thread struct footprint *touched;
static struct timeline_sum sum;

/* ---- placing in time ------------------------------------------------- */

static struct clock_of_host *host(void)
{
    static __thread int is_main;

    if (!is_main)
        is_main = getpid() == (pid_t)syscall(SYS_gettid) ? 1 : -1;
    if (is_main > 0)
        return &main_clock;
    if (thread_clock.timeline != timeline) {
        thread_clock = main_clock;
        thread_clock.timeline = timeline;
    }
    return &thread_clock;
}

static struct operation *at(uint64_t number)
{
    return number < first ? NULL : &noted[number - first];
}

static bool is_placed(uint64_t number)
{
    const struct operation *o = at(number);

    return !o || o->placed;
}

static int64_t end_of(uint64_t number)
{
    const struct operation *o = at(number);

    return o ? o->step.end : number ? ended_before : 0;
}

/* When it could begin, and after what; all that it comes after is placed. */
static int64_t beginning(struct operation *o)
{
    struct timeline_step *s = &o->step;
    int64_t begin = s->asked;

    s->after = o->asked_after;
    s->why = "host";
    for (int i = 0; i < 2; i++)
        if (end_of(o->after[i]) > begin) {
            const struct operation *before = at(o->after[i]);

            begin = end_of(o->after[i]);
            s->after = o->after[i];
            s->why = o->event && i ? "event" : "stream";
            if (before && before->engine == NO_ENGINE) {
                s->after = before->step.after;
                s->why = before->step.why;
            }
        }
    if (o->engine != NO_ENGINE && engine[s->device][o->engine].free > begin) {
        begin = engine[s->device][o->engine].free;
        s->after = engine[s->device][o->engine].last;
        s->why = "engine";
    }
    return begin;
}

/* Give the operation that can begin first its time. */
static void place_one(void)
{
    struct operation *best = NULL;
    int64_t begin = 0, b;

    for (uint64_t i = unplaced; i < n_noted; i++) {
        struct operation *o = &noted[i];

        if (o->placed || !is_placed(o->after[0]) || !is_placed(o->after[1]))
            continue;
        b = beginning(o);
        if (!best || b < begin) {
            best = o;
            begin = b;
        }
    }
    best->placed = true;
    best->step.begin = begin;
    best->step.end = begin + best->duration;
    if (best->engine != NO_ENGINE) {
        engine[best->step.device][best->engine].free = best->step.end;
        engine[best->step.device][best->engine].last = best->step.number;
    }
    if (best->step.end > sum.span)
        sum.span = best->step.end;
    while (unplaced < n_noted && noted[unplaced].placed)
        unplaced++;
}

static void place_all(void)
{
    while (unplaced < n_noted)
        place_one();
}

/* In place of what is known so far; null: no matter any more. */
static void has_touched(struct operation *o, struct footprint *f)
{
    n_touched += (f != NULL) - (o->touched != NULL);
    overlap_free(o->touched);
    o->touched = f;
}

/* The host knows that this has ended, and all that it comes after. */
static void mark_waited(uint64_t number)
{
    for (struct operation *o = at(number); o && !o->step.waited;
         o = at(o->after[0])) {
        o->step.waited = true;
        has_touched(o, NULL);
        mark_waited(o->after[1]);
    }
}

/* ---- late copies ----------------------------------------------------- */

/* Their work's `late` is on its way to `to`. */
struct late {
    struct late *next;
    uint64_t number; /* of the operation */
    struct simt_work work;
};

static struct late *late, **last_late = &late; /* in their order */
static size_t late_bytes;

static void unlink_late(struct late **l)
{
    struct late *one = *l;

    *l = one->next;
    if (!*l)
        last_late = l;
    late_bytes -= one->work.bytes;
    free(one->work.late);
    free(one);
}

static void put(const struct simt_work *w)
{
    const char *from = w->late;

    for (size_t z = 0; z < w->slices; z++)
        for (size_t y = 0; y < w->rows; y++, from += w->width)
            simt_copy_bytes((char *)w->to.p + z * w->to.slice + y * w->to.pitch,
                            from, w->width);
}

/* Those that the host has waited for, or all. */
static void arrive(bool all)
{
    for (struct late **l = &late; *l;) {
        const struct operation *o = at((*l)->number);

        if (all || !o || o->step.waited) {
            put(&(*l)->work);
            unlink_late(l);
        } else {
            l = &(*l)->next;
        }
    }
    if (!late && !simt_check_mode) { /* of no other interest */
        first += n_noted;
        n_noted = unplaced = 0;
    }
}

static void come_late(const struct simt_work *w, uint64_t number)
{
    struct late *l = malloc(sizeof *l);

    simt_tell_gone = timeline_forgets;
    if (l) {
        *l = (struct late){NULL, number, *w};
        *last_late = l;
        last_late = &l->next;
        late_bytes += w->bytes;
    }
    if (!l || late_bytes > LATE)
        arrive(true);
    if (!l) {
        put(w);
        free(w->late);
    }
}

/* From the first byte to behind the last one. */
static void span(const struct simt_extent *e, const struct simt_work *w,
                 const char **from, const char **to)
{
    *from = e->p;
    *to = e->p ? e->p + (w->slices - 1) * e->slice + (w->rows - 1) * e->pitch +
                     w->width
               : NULL;
}

static bool touches(const struct simt_work *w, const struct simt_work *other)
{
    const struct simt_extent *const end[2] = {&other->from, &other->to};
    const char *from, *to, *first_byte, *behind;

    span(&w->to, w, &from, &to);
    for (int i = 0; i < 2; i++) {
        span(end[i], other, &first_byte, &behind);
        if (first_byte < to && from < behind)
            return true;
    }
    return false;
}

static __thread struct {
    const char *call;
    const void *site;
} waiting;

void timeline_waits_in(const char *call, const void *site)
{
    waiting.call = call;
    waiting.site = site;
}

/* The host goes on when this has ended, and knows that `behind` has: mostly the
 * same. */
static void until(uint64_t number, uint64_t behind)
{
    mark_waited(behind);
    arrive(false);
    while (!is_placed(number))
        place_one();
    if (end_of(number) > host()->now) {
        host()->now = end_of(number);
        host()->after = number;
        host()->held = waiting.call;
        host()->held_at = waiting.site;
    }
}

static void until_all(uint64_t number)
{
    until(number, number);
}

/* ---- noting down ----------------------------------------------------- */

static void drop_footprints(void)
{
    for (uint64_t i = 0; i < n_noted && n_touched > 0; i++)
        has_touched(&noted[i], NULL);
}

/* The room for one more; null without memory, and then there is no timeline. */
static struct operation *note(int kind, int device, uint64_t a, uint64_t b)
{
    struct operation *o;

    if (!noted && !(noted = calloc(NOTED, sizeof *noted)))
        return NULL;
    if (n_noted == NOTED) {
        arrive(true);
        place_all();
        drop_footprints();
        ended_before = sum.span;
        first += n_noted;
        n_noted = unplaced = 0;
    }
    while (n_noted - unplaced > WAITING)
        place_one();
    o = &noted[n_noted];
    *o = (struct operation){.after = {a, b},
                            .engine = kind,
                            .asked_after = host()->after,
                            .step = {.number = first + n_noted,
                                     .device = device,
                                     .held = host()->held,
                                     .held_at = host()->held_at,
                                     .asked = host()->now},
                            .placed = !simt_check_mode};
    n_noted++;
    if (o->placed)
        unplaced = n_noted;
    return o;
}

static uint64_t join(uint64_t a, uint64_t b, bool event)
{
    struct operation *o;

    if (!b || a == b || (!a && !event))
        return a ? a : b;
    o = note(NO_ENGINE, 0, a, b);
    if (!o)
        return 0;
    o->event = event;
    o->step.asked = 0;
    return o->step.number;
}

static int device_of(cudaStream_t stream)
{
    return simt_is_own(stream) ? stream->device : simt_device();
}

static uint64_t *last_of(cudaStream_t stream)
{
    return simt_is_own(stream)             ? &stream->last
           : stream == cudaStreamPerThread ? &own[simt_device()]
                                           : &legacy[simt_device()];
}

unsigned *timeline_asked(cudaStream_t stream)
{
    static unsigned asked[SIMT_DEVICES_MAX]; /* of both default streams */

    return simt_is_own(stream) ? &stream->asked : &asked[simt_device()];
}

/* What this stream's next work comes after. The default stream and the others,
 * unless they are cudaStreamNonBlocking, wait for each other. */
static uint64_t ready(cudaStream_t stream)
{
    const int device = device_of(stream);
    uint64_t last = *last_of(stream);

    if (stream && stream != cudaStreamLegacy)
        return simt_is_own(stream) && stream->flags & cudaStreamNonBlocking
                   ? last
                   : join(last, legacy[device], false);
    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (s->device == device && !(s->flags & cudaStreamNonBlocking))
            last = join(last, s->last, false);
    return join(join(last, own[device], false), gone[device], false);
}

static int64_t duration(const struct simt_work *w)
{
    uint64_t longest = (sectors - of_host) * 32 * 1000 / MEMORY;
    const uint64_t fetching = of_host * 32 * 1000 / PINNED;
    const uint64_t asking = requests * 1000 / REQUESTS;

    if (w->engine != SIMT_COMPUTE)
        return COPY +
               (int64_t)(w->bytes * 1000 / (w->pageable ? PAGEABLE : PINNED));
    if (w->bytes)
        return COPY + (int64_t)(w->bytes * 1000 / MEMORY);
    longest = fetching > longest ? fetching : longest;
    longest = asking > longest ? asking : longest;
    return LAUNCH + (int64_t)longest;
}

/* All that comes before an operation is marked with its number. */
static void mark_before(uint64_t number, uint64_t mark)
{
    for (struct operation *o = at(number);
         o && o->seen != mark && !o->step.waited; o = at(o->after[0])) {
        o->seen = mark;
        mark_before(o->after[1], mark);
    }
}

/* What may be done at the same time as the newest operation must not touch the
 * same memory. */
static void look_for_overlaps(const struct operation *new)
{
    const uint64_t mark = new->step.number;
    uint64_t left = AT_ONCE, i = mark - first;
    uintptr_t where;

    if (!new->touched)
        return;
    mark_before(mark, mark);
    while (i-- > 0 && left > 0) {
        const struct operation *o = &noted[i];

        if (o->step.waited || !o->touched || o->seen == mark)
            continue;
        left--;
        if (overlap_found(o->touched, new->touched, &where))
            timeline_hooks->overlap(&o->step, &new->step, where);
    }
}

static __thread bool in_graph;

void timeline_graph(bool begins)
{
    in_graph = begins;
    pthread_mutex_lock(&lock);
    if (!begins)
        host()->now += ASK;
    pthread_mutex_unlock(&lock);
}

uint64_t timeline_where(cudaStream_t stream)
{
    uint64_t last;

    pthread_mutex_lock(&lock);
    last = *last_of(stream);
    pthread_mutex_unlock(&lock);
    return last;
}

void timeline_behind(cudaStream_t stream, uint64_t number, bool too)
{
    uint64_t *last = last_of(stream);

    pthread_mutex_lock(&lock);
    *last = too ? join(*last, number, false) : number;
    pthread_mutex_unlock(&lock);
}

void timeline_begins(cudaStream_t stream, const struct simt_work *w)
{
    if (simt_call_functions)
        simt_call_functions();
    pthread_mutex_lock(&lock);
    if (late) {
        const uint64_t last = ready(stream);
        const uint64_t mark = first + n_noted;

        mark_before(last, mark);
        for (struct late **l = &late; *l;) {
            const struct operation *o = at((*l)->number);

            if ((!o || o->seen == mark) && (!w || touches(&(*l)->work, w))) {
                put(&(*l)->work);
                unlink_late(l);
            } else {
                l = &(*l)->next;
            }
        }
    }
    pthread_mutex_unlock(&lock);
}

void timeline_work(cudaStream_t stream, const struct simt_work *w)
{
    struct operation *o;

    pthread_mutex_lock(&lock);
    if (w->waits)
        timeline_waits_in(w->what, w->site);
    else
        *timeline_asked(stream) = simt_waits + 1;
    if (!simt_check_mode && !w->late) {
        if (w->waits && !in_graph)
            until_all(ready(stream));
        pthread_mutex_unlock(&lock);
        return;
    }
    o = note((int)w->engine, device_of(stream), ready(stream), 0);
    if (o) {
        o->duration = duration(w);
        o->step.work = *w;
        o->step.work.graph = in_graph;
        o->step.stream = simt_is_own(stream)             ? stream->id
                         : stream == cudaStreamPerThread ? 2
                                                         : 1;
        if (simt_check_mode)
            has_touched(o, w->width ? overlap_copy(&w->from, &w->to, w->width,
                                                   w->rows, w->slices)
                                    : touched);
        look_for_overlaps(o);
        sum.works++;
        sum.engine[w->engine] += o->duration;
        *last_of(stream) = o->step.number;
        if (w->late)
            come_late(w, o->step.number);
        if (w->waits && !in_graph)
            until(o->step.number, w->staged ? o->after[0] : o->step.number);
        else if (!in_graph)
            host()->now += ASK;
    } else {
        if (w->late)
            put(w);
        free(w->late);
        overlap_free(touched);
    }
    touched = NULL;
    sectors = of_host = requests = 0;
    pthread_mutex_unlock(&lock);
}

void timeline_claims(cudaStream_t stream, const char *call, const void *site,
                     const void *p, size_t bytes)
{
    const struct simt_extent to = {.p = p}, none = {.p = NULL};
    struct operation *o;

    if (!simt_check_mode)
        return;
    pthread_mutex_lock(&lock);
    o = note(NO_ENGINE, device_of(stream), ready(stream), 0);
    if (o) {
        o->step.work = (struct simt_work){.what = call, .site = site};
        o->step.asked = 0;
        has_touched(o, overlap_copy(&none, &to, bytes, 1, 1));
        look_for_overlaps(o);
        *last_of(stream) = o->step.number;
    }
    pthread_mutex_unlock(&lock);
}

void timeline_record(cudaEvent_t event, cudaStream_t stream)
{
    pthread_mutex_lock(&lock);
    event->last = ready(stream);
    event->asked = *timeline_asked(stream);
    pthread_mutex_unlock(&lock);
}

void timeline_wait(cudaStream_t stream, cudaEvent_t event)
{
    pthread_mutex_lock(&lock);
    *last_of(stream) = join(*last_of(stream), event->last, true);
    pthread_mutex_unlock(&lock);
}

void timeline_host_waits(cudaStream_t stream, cudaEvent_t event)
{
    pthread_mutex_lock(&lock);
    until_all(event ? event->last : ready(stream));
    pthread_mutex_unlock(&lock);
}

static bool is_of(const struct operation *o, int device)
{
    return device == ALL_DEVICES ||
           (o->engine != NO_ENGINE && o->step.device == device);
}

void timeline_device_waits(int device)
{
    pthread_mutex_lock(&lock);
    until_all(first - 1); /* all that is not noted any more */
    for (uint64_t i = 0; i < n_noted; i++)
        if (is_of(&noted[i], device))
            until_all(first + i);
    pthread_mutex_unlock(&lock);
}

void timeline_destroyed(cudaStream_t stream)
{
    uint64_t *last = &gone[stream->device];

    pthread_mutex_lock(&lock);
    if (!(stream->flags & cudaStreamNonBlocking))
        *last = join(*last, stream->last, false);
    pthread_mutex_unlock(&lock);
}

void timeline_tells(cudaStream_t stream)
{
    pthread_mutex_lock(&lock);
    mark_waited(ready(stream));
    arrive(false);
    pthread_mutex_unlock(&lock);
}

void timeline_forgets(const void *p, size_t bytes)
{
    const struct simt_work there = {
        .to = {.p = p}, .width = bytes, .rows = 1, .slices = 1};

    pthread_mutex_lock(&lock);
    for (uint64_t i = 0; i < n_noted && n_touched > 0; i++)
        if (noted[i].touched)
            overlap_forget(noted[i].touched, (uintptr_t)p,
                           (uintptr_t)p + bytes);
    for (struct late **l = &late; *l;)
        if (touches(&(*l)->work, &there))
            unlink_late(l);
        else
            l = &(*l)->next;
    pthread_mutex_unlock(&lock);
}

unsigned simt_unwaited(void)
{
    unsigned n = 0;

    pthread_mutex_lock(&lock);
    for (const struct late *l = late; l; l = l->next)
        n++;
    pthread_mutex_unlock(&lock);
    return n;
}

const char *timeline_meets(const void *p, bool writes, bool looks_on)
{
    const char *what = NULL;

    pthread_mutex_lock(&lock);
    for (uint64_t i = n_touched ? n_noted : 0, left = AT_ONCE;
         !what && i-- > 0 && left > 0; left--)
        if (noted[i].touched &&
            overlap_at(noted[i].touched, (uintptr_t)p, writes, looks_on))
            what = noted[i].step.work.what;
    pthread_mutex_unlock(&lock);
    return what;
}

void timeline_counts(uint64_t more_sectors, uint64_t more_of_host,
                     uint64_t more_requests)
{
    sectors += more_sectors;
    of_host += more_of_host;
    requests += more_requests;
    if (!touched) /* of children that it has launched, the first alone */
        touched = overlap_kernel();
    else
        overlap_free(overlap_kernel());
}

/* The judge reads the results in the default stream, as any caller would: tell
 * of work that neither it nor the host waits for. */
static void look_for_loose(void)
{
    const uint64_t mark = first + n_noted;

    for (int d = 0; d < SIMT_DEVICES_MAX; d++)
        mark_before(legacy[d], mark);
    for (cudaStream_t s = simt_streams; s; s = s->next)
        if (!(s->flags & cudaStreamNonBlocking))
            mark_before(s->last, mark);
    for (int d = 0; d < SIMT_DEVICES_MAX; d++) {
        mark_before(own[d], mark);
        mark_before(gone[d], mark);
    }
    for (uint64_t i = 0; i < n_noted; i++) {
        const struct operation *o = &noted[i];

        if (o->engine != NO_ENGINE && !o->step.waited && o->seen != mark) {
            timeline_hooks->loose(&o->step);
            return;
        }
    }
}

struct timeline_sum timeline_end(void)
{
    struct timeline_sum whole;
    uint64_t told = 0;

    pthread_mutex_lock(&lock);
    if (simt_memory_of_caller())
        look_for_loose();
    place_all();
    whole = sum;
    if (main_clock.now > whole.span)
        whole.span = main_clock.now;
    for (uint64_t i = 0; i < n_noted && told < REPORTED; i++)
        if (noted[i].engine != NO_ENGINE) {
            struct timeline_step step = noted[i].step;

            step.number -= first - 1;
            step.after = step.after < first ? 0 : step.after - (first - 1);
            timeline_hooks->step(&step);
            told++;
        }
    drop_footprints();
    while (late)
        unlink_late(&late);
    first += n_noted;
    n_noted = unplaced = 0;
    ended_before = 0;
    timeline++;
    main_clock = (struct clock_of_host){0};
    for (int d = 0; d < SIMT_DEVICES_MAX; d++)
        for (int k = 0; k < SIMT_ENGINES; k++)
            engine[d][k].free = 0;
    sum = (struct timeline_sum){0};
    pthread_mutex_unlock(&lock);
    return whole;
}
