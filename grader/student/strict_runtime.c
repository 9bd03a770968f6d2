/*
 * strict_runtime.c - between the student's code and the C library, in the
 * build in which correctness is judged and nothing is timed (BUILD_FILLED).
 * There the library does what it may do and seldom does, and notes what nobody
 * could see afterwards. The linker sends the calls of the student's file here
 * (--wrap in build.c); OpenMP's own and the system's do not come.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

#include "student/protocol.h"

void labkit_begin_strict(const struct request *request);
void labkit_end_strict(struct reply *reply);

static int32_t woken, detached, starved, withheld;

static void note(int32_t *count)
{
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

/* Of what the student's code asks for, the kth (from 1) is not there. */
struct scarce {
    int32_t k, asked;
};
static struct scarce memory, thread;
static int thread_error;

static bool withhold(struct scarce *s)
{
    bool now =
        s->k && __atomic_add_fetch(&s->asked, 1, __ATOMIC_RELAXED) == s->k;

    if (now)
        note(&withheld);
    return now;
}

/* ---- waits that come back without a signal ------------------------------- */

int __real_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int __real_cnd_wait(cnd_t *c, mtx_t *m);
int __wrap_cnd_wait(cnd_t *c, mtx_t *m);

/* Every thread's first wait does, and about half of those to come: in no
 * order that two waits of one loop could fall in with. */
static bool comes_back_early(void)
{
    static const uint64_t early = UINT64_C(0x9B3A6C5D2E4F17A9);
    static __thread unsigned waits;
    bool now = early >> waits++ % 64 & 1;

    if (now)
        note(&woken);
    return now;
}

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    if (!comes_back_early())
        return __real_pthread_cond_wait(c, m);
    int error = pthread_mutex_unlock(m);
    sched_yield();
    return error ? error : pthread_mutex_lock(m);
}

int __wrap_cnd_wait(cnd_t *c, mtx_t *m)
{
    if (!comes_back_early())
        return __real_cnd_wait(c, m);
    int error = mtx_unlock(m);
    sched_yield();
    return error != thrd_success ? error : mtx_lock(m);
}

/* ---- threads: that there are not, and whose end nobody can wait for ------ */

int __real_pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *p);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *p);
int __real_pthread_detach(pthread_t id);
int __wrap_pthread_detach(pthread_t id);
int __real_thrd_detach(thrd_t id);
int __wrap_thrd_detach(thrd_t id);

/* Where no more can be started the kernel takes a while to find that out. Code
 * that asks three million times, one after the other, is told sooner. */
static int create(pthread_t *id, const pthread_attr_t *attributes,
                  void *(*run)(void *), void *p)
{
    enum { MANY = 1000, SELDOM = 256 };
    static int32_t refused; /* since one was started */
    int error;

    if (__atomic_load_n(&refused, __ATOMIC_RELAXED) > MANY &&
        __atomic_add_fetch(&refused, 1, __ATOMIC_RELAXED) % SELDOM)
        return EAGAIN;
    error = __real_pthread_create(id, attributes, run, p);
    if (error)
        note(&refused);
    else
        __atomic_store_n(&refused, 0, __ATOMIC_RELAXED);
    return error;
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *p)
{
    int state = PTHREAD_CREATE_JOINABLE;
    int error =
        withhold(&thread) ? thread_error : create(id, attributes, run, p);

    if (!error && attributes &&
        pthread_attr_getdetachstate(attributes, &state) == 0 &&
        state == PTHREAD_CREATE_DETACHED)
        note(&detached);
    return error;
}

int __wrap_pthread_detach(pthread_t id)
{
    int error = __real_pthread_detach(id);

    if (!error)
        note(&detached);
    return error;
}

int __wrap_thrd_detach(thrd_t id)
{
    int error = __real_thrd_detach(id);

    if (error == thrd_success)
        note(&detached);
    return error;
}

/* ---- memory: what there is not, and what is kept ------------------------- */

/* Bytes; OpenMP's own are not among them, and it keeps what it likes. */
static int64_t kept;

static void count(size_t more, size_t less)
{
    __atomic_add_fetch(&kept, (int64_t)more - (int64_t)less, __ATOMIC_RELAXED);
}

static void *given(void *p, size_t wanted)
{
    count(malloc_usable_size(p), 0);
    if (!p && wanted)
        note(&starved);
    return p;
}

static void *none(void)
{
    errno = ENOMEM;
    return NULL;
}

/* All that give memory have to be here, and in strict_calls[] of build.c. */
#define GIVES(name, parameters, arguments, wanted)     \
    void *__real_##name parameters;                    \
    void *__wrap_##name parameters;                    \
    void *__wrap_##name parameters                     \
    {                                                  \
        if (withhold(&memory))                         \
            return none();                             \
        return given(__real_##name arguments, wanted); \
    }

GIVES(malloc, (size_t bytes), (bytes), bytes)
GIVES(calloc, (size_t n, size_t bytes), (n, bytes), n &&bytes)
GIVES(aligned_alloc, (size_t alignment, size_t bytes), (alignment, bytes),
      bytes)
GIVES(memalign, (size_t alignment, size_t bytes), (alignment, bytes), bytes)
GIVES(strdup, (const char *s), (s), 1)
GIVES(strndup, (const char *s, size_t n), (s, n), 1)

void *__real_realloc(void *p, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes)
{
    size_t before = malloc_usable_size(p);
    if (withhold(&memory))
        return none();
    void *q = __real_realloc(p, bytes);

    if (q || !bytes)
        count(0, before);
    return given(q, bytes);
}

void *__wrap_reallocarray(void *p, size_t n, size_t bytes);
void *__wrap_reallocarray(void *p, size_t n, size_t bytes)
{
    if (bytes && n > SIZE_MAX / bytes)
        return none();
    return __wrap_realloc(p, n * bytes);
}

int __real_posix_memalign(void **p, size_t alignment, size_t bytes);
int __wrap_posix_memalign(void **p, size_t alignment, size_t bytes);
int __wrap_posix_memalign(void **p, size_t alignment, size_t bytes)
{
    if (withhold(&memory))
        return ENOMEM;
    int error = __real_posix_memalign(p, alignment, bytes);

    given(error ? NULL : *p, bytes);
    return error;
}

int __real_vasprintf(char **p, const char *format, va_list args);
int __wrap_vasprintf(char **p, const char *format, va_list args);
int __wrap_vasprintf(char **p, const char *format, va_list args)
{
    int length = withhold(&memory) ? -1 : __real_vasprintf(p, format, args);

    given(length < 0 ? NULL : *p, 1);
    return length;
}

int __wrap_asprintf(char **p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int __wrap_asprintf(char **p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int length = __wrap_vasprintf(p, format, args);
    va_end(args);
    return length;
}

void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p)
{
    count(0, malloc_usable_size(p));
    __real_free(p);
}

/* ---- a call -------------------------------------------------------------- */

void labkit_begin_strict(const struct request *request)
{
    woken = detached = starved = withheld = 0;
    memory = (struct scarce){request->no_memory, 0};
    thread = (struct scarce){request->no_thread, 0};
    thread_error = request->no_thread_error;
}

void labkit_end_strict(struct reply *reply)
{
    reply->woken = woken;
    reply->detached = detached;
    reply->starved = starved;
    reply->withheld = withheld;
    reply->kept = kept;
}
