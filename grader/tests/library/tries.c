/*
 * tries.c - calls each function of common/library.def that reads or writes for
 * its caller; grader/student/test_library.c builds and runs it. Also C++, for
 * the CPU device's check mode.
 *
 * READS(function, n, call)   the call reads the n bytes at p,
 * WRITES(function, n, call)  it writes them; they are 0 before,
 * ADDS(function, n, call)    likewise, but p is a string before.
 * STATE(function, call)      it changes something that all threads share.
 * USES(function, n, call)    as READS, but they are 0 before,
 * ENDS(function, n, call)    likewise, where it could not be called in a race.
 *
 * Each stands in one line, which is where the finding has to be; s is a string
 * "12345" of the thread's own in 64 bytes, d is 64 bytes of its own.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef __cplusplus
#include <emmintrin.h>
#endif
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <wchar.h>

#ifdef __cplusplus
#define PLAIN_NAME extern "C"
#else
#define PLAIN_NAME
#endif
#define DEFINE(kind, function, ...)                               \
    PLAIN_NAME void kind##_##function(char *p, char *s, char *d); \
    PLAIN_NAME void kind##_##function(char *p, char *s, char *d)  \
    {                                                             \
        (void)p, (void)s, (void)d;                                \
        __VA_ARGS__;                                              \
    }
#define READS(function, n, ...) DEFINE(reads, function, __VA_ARGS__)
#define WRITES(function, n, ...) DEFINE(writes, function, __VA_ARGS__)
#define ADDS(function, n, ...) DEFINE(adds, function, __VA_ARGS__)
#define USES(function, n, ...) DEFINE(uses, function, __VA_ARGS__)
#define ENDS(function, n, ...) DEFINE(ends, function, __VA_ARGS__)
#define STATE(function, ...) DEFINE(state, function, __VA_ARGS__)
/* As a variable of another type. */
#define AS(type) ((type *)(void *)p)

static volatile int n8 = 8; /* unknown to the compiler */
static void *(*volatile pointer)(void *, const void *, size_t) = mempcpy;

static int compare(const void *a, const void *b)
{
    (void)a, (void)b;
    return 0;
}

static int compare_with(const void *a, const void *b, void *with)
{
    (void)a, (void)b, (void)with;
    return 0;
}

static void nothing0(void)
{
}

static void *nothing(void *p)
{
    return p;
}

static int nothing11(void *p)
{
    return p != NULL;
}

#ifndef __cplusplus
typedef unsigned __int128 wide;
static const struct timespec soon = {1, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mtx_t lock11;

/* A list of arguments that stand at p. */
static void of_list(va_list list, char *p)
{
    struct {
        unsigned next, next_real;
        void *more, *saved;
    } own = {48, 176, p, NULL};

    memcpy(list, &own, sizeof own);
}

static void keep(__m128i x)
{
    static _Thread_local volatile int kept;

    kept = _mm_cvtsi128_si32(x);
}
#endif

/* clang-format off */
READS(memcpy, 8, memcpy(d, p, n8))
WRITES(memcpy, 8, memcpy(p, s, n8))
READS(memmove, 8, memmove(d, p, n8))
WRITES(memmove, 8, memmove(p, s, n8))
WRITES(memset, 8, memset(p, 1, n8))
READS(memcmp, 8, n8 = 8 + (memcmp(p, p, n8) > 9))
READS(bcmp, 8, n8 = 8 + (bcmp(p, p, n8) > 9))
READS(memchr, 8, n8 = 8 + !memchr(p, 1, n8) - 1)
READS(memrchr, 8, n8 = 8 + !memrchr(p, 1, n8) - 1)
READS(mempcpy, 8, mempcpy(d, p, n8))
WRITES(mempcpy, 8, pointer(p, s, n8))
READS(bcopy, 8, bcopy(p, d, n8))
WRITES(bcopy, 8, bcopy(s, p, n8))
WRITES(bzero, 8, bzero(p, n8))
READS(wmemcpy, 8, wmemcpy((wchar_t *)(void *)d, AS(wchar_t), 2))
WRITES(wmemcpy, 8, wmemcpy(AS(wchar_t), (wchar_t *)(void *)s, 2))
WRITES(wmemset, 8, wmemset(AS(wchar_t), 1, 2))
READS(strlen, 6, n8 = 8 + (strlen(p) > 99))
READS(strnlen, 5, n8 = 8 + (strnlen(p, 5) > 99))
READS(strcpy, 6, strcpy(d, p))
WRITES(strcpy, 6, strcpy(p, s))
READS(strncpy, 6, strncpy(d, p, 20))
WRITES(strncpy, 8, strncpy(p, s, n8))
READS(stpcpy, 6, stpcpy(d, p))
WRITES(stpcpy, 6, stpcpy(p, s))
READS(strcat, 6, strcat(d, p))
ADDS(strcat, 11, strcat(p, s))
READS(strncat, 6, strncat(d, p, 9))
ADDS(strncat, 9, strncat(p, s, 3))
READS(strcmp, 6, n8 = 8 + (strcmp(p, s) > 999))
READS(strcasecmp, 6, n8 = 8 + (strcasecmp(p, s) > 999))
READS(strncmp, 6, n8 = 8 + (strncmp(p, s, 9) > 999))
READS(strncasecmp, 6, n8 = 8 + (strncasecmp(p, s, 9) > 999))
READS(strchr, 6, n8 = 8 + (strchr(p, 'x') != NULL))
READS(strrchr, 6, n8 = 8 + (strrchr(p, 'x') != NULL))
READS(strstr, 6, n8 = 8 + (strstr(p, "xy") != NULL))
READS(strspn, 6, n8 = 8 + (strspn(p, "12345") > 99))
READS(strcspn, 6, n8 = 8 + (strcspn(p, "xyz") > 99))
READS(strpbrk, 6, n8 = 8 + (strpbrk(p, "xyz") != NULL))
READS(strdup, 6, free(strdup(p)))
READS(strndup, 6, free(strndup(p, 9)))
READS(strtok, 8, strtok(p, "3"))
STATE(strtok, strtok(s, "3"))
ADDS(strtok_r, 6, { char *rest; strtok_r(p, "3", &rest); })
WRITES(strtok_r, 8, strtok_r(s, "3", AS(char *)))
READS(strtol, 6, n8 = 8 + (strtol(p, NULL, 10) == 7))
WRITES(strtol, 8, strtol(s, AS(char *), 10))
READS(strtoll, 6, n8 = 8 + (strtoll(p, NULL, 10) == 7))
WRITES(strtoll, 8, strtoll(s, AS(char *), 10))
READS(strtoul, 6, n8 = 8 + (strtoul(p, NULL, 10) == 7))
WRITES(strtoul, 8, strtoul(s, AS(char *), 10))
READS(strtoull, 6, n8 = 8 + (strtoull(p, NULL, 10) == 7))
WRITES(strtoull, 8, strtoull(s, AS(char *), 10))
READS(strtof, 6, n8 = 8 + (strtof(p, NULL) == 7))
WRITES(strtof, 8, strtof(s, AS(char *)))
READS(strtod, 6, n8 = 8 + (strtod(p, NULL) == 7))
WRITES(strtod, 8, strtod(s, AS(char *)))
READS(atoi, 6, n8 = 8 + (atoi(p) == 7))
READS(atol, 6, n8 = 8 + (atol(p) == 7))
READS(atoll, 6, n8 = 8 + (atoll(p) == 7))
READS(atof, 6, n8 = 8 + (atof(p) == 7))
WRITES(qsort, 8, qsort(p, 2, 4, compare))
WRITES(qsort_r, 8, qsort_r(p, 2, 4, compare_with, NULL))
WRITES(rand_r, 4, rand_r(AS(unsigned)))
WRITES(erand48, 6, erand48(AS(unsigned short)))
WRITES(nrand48, 6, nrand48(AS(unsigned short)))
WRITES(jrand48, 6, jrand48(AS(unsigned short)))
STATE(drand48, drand48())
STATE(lrand48, lrand48())
STATE(mrand48, mrand48())
STATE(srand48, srand48(1))
WRITES(posix_memalign, 8, n8 = 8 + (posix_memalign(AS(void *), 16, 16) == 7))
WRITES(frexp, 4, frexp(n8, AS(int)))
WRITES(frexpf, 4, frexpf(n8, AS(int)))
WRITES(frexpl, 4, frexpl(n8, AS(int)))
WRITES(modf, 8, modf(n8, AS(double)))
WRITES(modff, 4, modff(n8, AS(float)))
WRITES(modfl, 10, modfl(n8, AS(long double)))
WRITES(remquo, 4, remquo(n8, 3, AS(int)))
WRITES(remquof, 4, remquof(n8, 3, AS(int)))
WRITES(remquol, 4, remquol(n8, 3, AS(int)))
WRITES(lgamma_r, 4, lgamma_r(n8, AS(int)))
WRITES(lgammaf_r, 4, lgammaf_r(n8, AS(int)))
WRITES(lgammal_r, 4, lgammal_r(n8, AS(int)))
WRITES(sincos, 8, { double x; sincos(n8, &x, AS(double)); })
WRITES(sincosf, 4, { float x; sincosf(n8, AS(float), &x); })
WRITES(sincosl, 10, { long double x; sincosl(n8, &x, AS(long double)); })
WRITES(time, 8, time(AS(time_t)))
WRITES(clock_gettime, 16, clock_gettime(CLOCK_MONOTONIC, AS(struct timespec)))
WRITES(clock_getres, 16, clock_getres(CLOCK_MONOTONIC, AS(struct timespec)))
WRITES(timespec_get, 16, timespec_get(AS(struct timespec), TIME_UTC))
WRITES(gettimeofday, 16, gettimeofday(AS(struct timeval), NULL))
READS(nanosleep, 16, nanosleep(AS(struct timespec), NULL))
WRITES(nanosleep, 16, { struct timespec t = {0, 1}; nanosleep(&t, AS(struct timespec)); })
WRITES(sched_getaffinity, 128, n8 = 8 + (sched_getaffinity(0, 128, AS(cpu_set_t)) == 7))
WRITES(pthread_create, 8, pthread_create(AS(pthread_t), NULL, nothing, NULL))
WRITES(pthread_join, 8, { pthread_t t; pthread_create(&t, NULL, nothing, NULL); pthread_join(t, AS(void *)); })
WRITES(pthread_attr_init, sizeof(pthread_attr_t), pthread_attr_init(AS(pthread_attr_t)))
WRITES(pthread_attr_destroy, sizeof(pthread_attr_t), pthread_attr_destroy(AS(pthread_attr_t)))
WRITES(pthread_attr_setdetachstate, sizeof(pthread_attr_t), pthread_attr_setdetachstate(AS(pthread_attr_t), 0))
WRITES(pthread_attr_setstacksize, sizeof(pthread_attr_t), pthread_attr_setstacksize(AS(pthread_attr_t), 1 << 20))
READS(pthread_attr_getdetachstate, sizeof(pthread_attr_t), { int i; pthread_attr_getdetachstate(AS(pthread_attr_t), &i); })
WRITES(pthread_attr_getdetachstate, 4, { pthread_attr_t a; pthread_attr_init(&a); pthread_attr_getdetachstate(&a, AS(int)); })
READS(pthread_attr_getstacksize, sizeof(pthread_attr_t), { size_t i; pthread_attr_getstacksize(AS(pthread_attr_t), &i); })
WRITES(pthread_attr_getstacksize, 8, { pthread_attr_t a; pthread_attr_init(&a); pthread_attr_getstacksize(&a, AS(size_t)); })
WRITES(pthread_setcancelstate, 4, pthread_setcancelstate(0, AS(int)))
WRITES(pthread_setcanceltype, 4, pthread_setcanceltype(0, AS(int)))
WRITES(pthread_key_create, 4, pthread_key_create(AS(pthread_key_t), NULL))
WRITES(pthread_mutexattr_init, 4, pthread_mutexattr_init(AS(pthread_mutexattr_t)))
WRITES(pthread_mutexattr_settype, 4, pthread_mutexattr_settype(AS(pthread_mutexattr_t), 0))
WRITES(pthread_mutexattr_destroy, 4, pthread_mutexattr_destroy(AS(pthread_mutexattr_t)))
WRITES(pthread_condattr_init, 4, pthread_condattr_init(AS(pthread_condattr_t)))
WRITES(pthread_condattr_setclock, 4, pthread_condattr_setclock(AS(pthread_condattr_t), CLOCK_MONOTONIC))
WRITES(pthread_condattr_destroy, 4, pthread_condattr_destroy(AS(pthread_condattr_t)))
WRITES(pthread_getaffinity_np, 128, n8 = 8 + (pthread_getaffinity_np(pthread_self(), 128, AS(cpu_set_t)) == 7))
WRITES(sem_getvalue, 4, { sem_t t; sem_init(&t, 0, 1); sem_getvalue(&t, AS(int)); })
WRITES(thrd_create, 8, { thrd_create(AS(thrd_t), nothing11, NULL); thrd_join(*AS(thrd_t), NULL); })
WRITES(thrd_join, 4, { thrd_t t; thrd_create(&t, nothing11, NULL); thrd_join(t, AS(int)); })
READS(thrd_sleep, 16, thrd_sleep(AS(struct timespec), NULL))
WRITES(thrd_sleep, 16, { struct timespec t = {0, 1}; thrd_sleep(&t, AS(struct timespec)); })
WRITES(tss_create, 4, tss_create(AS(tss_t), NULL))
READS(getenv, 6, n8 = 8 + (getenv(p) != NULL))
READS(nan, 6, n8 = 8 + !(nan(p) != 1))
READS(nanf, 6, n8 = 8 + !(nanf(p) != 1))
READS(nanl, 6, n8 = 8 + !(nanl(p) != 1))
READS(printf, 6, printf("%s\n", p))
READS(puts, 6, puts(p))
READS(fputs, 6, fputs(p, stdout))
READS(fwrite, 8, n8 = 8 + (fwrite(p, 1, 8, stdout) == 7))
WRITES(sprintf, 6, sprintf(p, "%s", s))
ADDS(snprintf, 6, snprintf(p, 8, "%s", s))
READS(perror, 6, perror(p))
#ifndef __cplusplus
READS(fprintf, 6, fprintf(stderr, "%1$s\n", p))
WRITES(printf, 4, printf("%n", AS(int)))
WRITES(fprintf, 2, fprintf(stdout, "%s%hn", s, AS(short)))
WRITES(snprintf, 8, { char t[9]; snprintf(t, 9, "%2$d%1$ln", AS(long), 5); })
READS(vprintf, 8, { va_list list; of_list(list, p); vprintf("%ld\n", list); })
READS(vfprintf, 8, { va_list list; of_list(list, p); vfprintf(stderr, "%f\n", list); })
READS(vsprintf, 8, { va_list list; of_list(list, p); vsprintf(d, "%lx", list); })
READS(vsnprintf, 8, { va_list list; of_list(list, p); vsnprintf(d, 50, "%zu", list); })
READS(vasprintf, 8, { va_list list; char *t; of_list(list, p); n8 = 8 * (vasprintf(&t, "%p", list) > 0); })
READS(__sched_cpucount, 128, n8 = 8 + (CPU_COUNT(AS(cpu_set_t)) == 7777))
WRITES(pthread_mutex_init, sizeof(pthread_mutex_t), pthread_mutex_init(AS(pthread_mutex_t), NULL))
WRITES(pthread_mutex_destroy, sizeof(pthread_mutex_t), pthread_mutex_destroy(AS(pthread_mutex_t)))
WRITES(pthread_rwlock_init, sizeof(pthread_rwlock_t), pthread_rwlock_init(AS(pthread_rwlock_t), NULL))
WRITES(pthread_rwlock_destroy, sizeof(pthread_rwlock_t), pthread_rwlock_destroy(AS(pthread_rwlock_t)))
WRITES(pthread_cond_init, sizeof(pthread_cond_t), pthread_cond_init(AS(pthread_cond_t), NULL))
WRITES(pthread_cond_destroy, sizeof(pthread_cond_t), pthread_cond_destroy(AS(pthread_cond_t)))
WRITES(asprintf, 8, n8 = 8 + (asprintf(AS(char *), "%s", s) == 999))
WRITES(__atomic_load, 3, { struct c3 { char c[3]; } x = {{0}}; __atomic_load(&x, AS(struct c3), 5); })
READS(__atomic_store, 3, { struct c3 { char c[3]; } x; __atomic_store(&x, AS(struct c3), 5); })
READS(__atomic_exchange, 3, { struct c3 { char c[3]; } x = {{0}}, y; __atomic_exchange(&x, AS(struct c3), &y, 5); })
WRITES(__atomic_exchange, 3, { struct c3 { char c[3]; } x = {{0}}, y = {{0}}; __atomic_exchange(&x, &y, AS(struct c3), 5); })
WRITES(__atomic_compare_exchange, 3, { struct c3 { char c[3]; } x = {{0}}, y = {{0}}; __atomic_compare_exchange(&x, AS(struct c3), &y, 0, 5, 5); })
USES(pthread_mutex_lock, sizeof(pthread_mutex_t), pthread_mutex_lock(AS(pthread_mutex_t)))
USES(pthread_mutex_trylock, sizeof(pthread_mutex_t), pthread_mutex_trylock(AS(pthread_mutex_t)))
ENDS(pthread_mutex_unlock, sizeof(pthread_mutex_t), pthread_mutex_unlock(AS(pthread_mutex_t)))
USES(pthread_mutex_timedlock, sizeof(pthread_mutex_t), pthread_mutex_timedlock(AS(pthread_mutex_t), &soon))
USES(pthread_rwlock_rdlock, sizeof(pthread_rwlock_t), pthread_rwlock_rdlock(AS(pthread_rwlock_t)))
USES(pthread_rwlock_tryrdlock, sizeof(pthread_rwlock_t), pthread_rwlock_tryrdlock(AS(pthread_rwlock_t)))
USES(pthread_rwlock_wrlock, sizeof(pthread_rwlock_t), pthread_rwlock_wrlock(AS(pthread_rwlock_t)))
USES(pthread_rwlock_trywrlock, sizeof(pthread_rwlock_t), pthread_rwlock_trywrlock(AS(pthread_rwlock_t)))
ENDS(pthread_rwlock_unlock, sizeof(pthread_rwlock_t), pthread_rwlock_unlock(AS(pthread_rwlock_t)))
USES(pthread_rwlock_timedrdlock, sizeof(pthread_rwlock_t), pthread_rwlock_timedrdlock(AS(pthread_rwlock_t), &soon))
USES(pthread_rwlock_timedwrlock, sizeof(pthread_rwlock_t), pthread_rwlock_timedwrlock(AS(pthread_rwlock_t), &soon))
WRITES(pthread_spin_init, 4, pthread_spin_init(AS(pthread_spinlock_t), 0))
WRITES(pthread_spin_destroy, 4, pthread_spin_destroy(AS(pthread_spinlock_t)))
ENDS(pthread_spin_lock, 4, pthread_spin_lock(AS(pthread_spinlock_t)))
USES(pthread_spin_trylock, 4, pthread_spin_trylock(AS(pthread_spinlock_t)))
ENDS(pthread_spin_unlock, 4, pthread_spin_unlock(AS(pthread_spinlock_t)))
WRITES(pthread_barrier_init, sizeof(pthread_barrier_t), pthread_barrier_init(AS(pthread_barrier_t), NULL, 1))
ENDS(pthread_barrier_destroy, sizeof(pthread_barrier_t), pthread_barrier_destroy(AS(pthread_barrier_t)))
ENDS(pthread_barrier_wait, sizeof(pthread_barrier_t), pthread_barrier_wait(AS(pthread_barrier_t)))
USES(pthread_cond_signal, sizeof(pthread_cond_t), pthread_cond_signal(AS(pthread_cond_t)))
USES(pthread_cond_broadcast, sizeof(pthread_cond_t), pthread_cond_broadcast(AS(pthread_cond_t)))
ENDS(pthread_cond_wait, sizeof(pthread_cond_t), pthread_cond_wait(AS(pthread_cond_t), &lock))
ENDS(pthread_cond_timedwait, sizeof(pthread_cond_t), pthread_cond_timedwait(AS(pthread_cond_t), &lock, &soon))
ENDS(pthread_cond_clockwait, sizeof(pthread_cond_t), pthread_cond_clockwait(AS(pthread_cond_t), &lock, CLOCK_MONOTONIC, &soon))
USES(pthread_once, 4, pthread_once(AS(pthread_once_t), nothing0))
READS(pthread_setname_np, 6, pthread_setname_np(pthread_self(), p))
READS(pthread_setaffinity_np, 128, n8 = 8 + (pthread_setaffinity_np(pthread_self(), 128, AS(cpu_set_t)) == 777))
WRITES(sem_init, sizeof(sem_t), sem_init(AS(sem_t), 0, 1))
WRITES(sem_destroy, sizeof(sem_t), sem_destroy(AS(sem_t)))
ENDS(sem_wait, sizeof(sem_t), sem_wait(AS(sem_t)))
USES(sem_trywait, sizeof(sem_t), sem_trywait(AS(sem_t)))
USES(sem_post, sizeof(sem_t), sem_post(AS(sem_t)))
ENDS(sem_timedwait, sizeof(sem_t), sem_timedwait(AS(sem_t), &soon))
WRITES(mtx_init, sizeof(mtx_t), mtx_init(AS(mtx_t), mtx_plain))
WRITES(mtx_destroy, sizeof(mtx_t), mtx_destroy(AS(mtx_t)))
USES(mtx_lock, sizeof(mtx_t), mtx_lock(AS(mtx_t)))
USES(mtx_trylock, sizeof(mtx_t), mtx_trylock(AS(mtx_t)))
ENDS(mtx_unlock, sizeof(mtx_t), mtx_unlock(AS(mtx_t)))
USES(mtx_timedlock, sizeof(mtx_t), mtx_timedlock(AS(mtx_t), &soon))
WRITES(cnd_init, sizeof(cnd_t), cnd_init(AS(cnd_t)))
WRITES(cnd_destroy, sizeof(cnd_t), cnd_destroy(AS(cnd_t)))
USES(cnd_signal, sizeof(cnd_t), cnd_signal(AS(cnd_t)))
USES(cnd_broadcast, sizeof(cnd_t), cnd_broadcast(AS(cnd_t)))
ENDS(cnd_wait, sizeof(cnd_t), cnd_wait(AS(cnd_t), &lock11))
ENDS(cnd_timedwait, sizeof(cnd_t), cnd_timedwait(AS(cnd_t), &lock11, &soon))
USES(call_once, 4, call_once(AS(once_flag), nothing0))
WRITES(omp_init_lock, sizeof(omp_lock_t), omp_init_lock(AS(omp_lock_t)))
ENDS(omp_destroy_lock, sizeof(omp_lock_t), omp_destroy_lock(AS(omp_lock_t)))
WRITES(omp_init_lock_with_hint, sizeof(omp_lock_t), omp_init_lock_with_hint(AS(omp_lock_t), omp_sync_hint_none))
ENDS(omp_set_lock, sizeof(omp_lock_t), omp_set_lock(AS(omp_lock_t)))
ENDS(omp_unset_lock, sizeof(omp_lock_t), omp_unset_lock(AS(omp_lock_t)))
ENDS(omp_test_lock, sizeof(omp_lock_t), omp_test_lock(AS(omp_lock_t)))
WRITES(omp_init_nest_lock, sizeof(omp_nest_lock_t), omp_init_nest_lock(AS(omp_nest_lock_t)))
ENDS(omp_destroy_nest_lock, sizeof(omp_nest_lock_t), omp_destroy_nest_lock(AS(omp_nest_lock_t)))
WRITES(omp_init_nest_lock_with_hint, sizeof(omp_nest_lock_t), omp_init_nest_lock_with_hint(AS(omp_nest_lock_t), omp_sync_hint_none))
ENDS(omp_set_nest_lock, sizeof(omp_nest_lock_t), omp_set_nest_lock(AS(omp_nest_lock_t)))
ENDS(omp_unset_nest_lock, sizeof(omp_nest_lock_t), omp_unset_nest_lock(AS(omp_nest_lock_t)))
ENDS(omp_test_nest_lock, sizeof(omp_nest_lock_t), omp_test_nest_lock(AS(omp_nest_lock_t)))
READS(__atomic_load_16, 16, n8 = 8 + (__atomic_load_n(AS(wide), 0) == 7))
WRITES(__atomic_store_16, 16, __atomic_store_n(AS(wide), 1, 5))
WRITES(__atomic_exchange_16, 16, __atomic_exchange_n(AS(wide), 1, 5))
WRITES(__atomic_compare_exchange_16, 16, { wide x = 0; __atomic_compare_exchange_n(AS(wide), &x, 1, 0, 5, 5); })
WRITES(__atomic_fetch_add_16, 16, __atomic_fetch_add(AS(wide), 1, 5))
WRITES(__atomic_fetch_sub_16, 16, __atomic_fetch_sub(AS(wide), 1, 5))
WRITES(__atomic_fetch_and_16, 16, __atomic_fetch_and(AS(wide), 1, 5))
WRITES(__atomic_fetch_or_16, 16, __atomic_fetch_or(AS(wide), 1, 5))
WRITES(__atomic_fetch_xor_16, 16, __atomic_fetch_xor(AS(wide), 1, 5))
WRITES(__atomic_fetch_nand_16, 16, __atomic_fetch_nand(AS(wide), 1, 5))
READS(__atomic_load, 24, { struct c24 { char c[24]; } x; __atomic_load(AS(struct c24), &x, 5); })
WRITES(__atomic_store, 24, { struct c24 { char c[24]; } x = {{0}}; __atomic_store(AS(struct c24), &x, 5); })
/* intrinsics and builtins that compilers make loads and stores of, or calls */
READS(_mm_load_ps, 16, keep(_mm_castps_si128(_mm_load_ps(AS(float)))))
READS(_mm_loadu_ps, 16, keep(_mm_castps_si128(_mm_loadu_ps(AS(float)))))
READS(_mm_load_ss, 4, keep(_mm_castps_si128(_mm_load_ss(AS(float)))))
READS(_mm_load1_ps, 4, keep(_mm_castps_si128(_mm_load1_ps(AS(float)))))
READS(_mm_load_pd, 16, keep(_mm_castpd_si128(_mm_load_pd(AS(double)))))
READS(_mm_loadu_pd, 16, keep(_mm_castpd_si128(_mm_loadu_pd(AS(double)))))
READS(_mm_load_sd, 8, keep(_mm_castpd_si128(_mm_load_sd(AS(double)))))
READS(_mm_load1_pd, 8, keep(_mm_castpd_si128(_mm_load1_pd(AS(double)))))
READS(_mm_load_si128, 16, keep(_mm_load_si128(AS(__m128i))))
READS(_mm_loadu_si128, 16, keep(_mm_loadu_si128(AS(__m128i))))
READS(_mm_loadl_epi64, 8, keep(_mm_loadl_epi64(AS(__m128i))))
WRITES(_mm_store_ps, 16, _mm_store_ps(AS(float), _mm_set1_ps(n8)))
WRITES(_mm_storeu_ps, 16, _mm_storeu_ps(AS(float), _mm_set1_ps(n8)))
WRITES(_mm_store_ss, 4, _mm_store_ss(AS(float), _mm_set1_ps(n8)))
WRITES(_mm_store_pd, 16, _mm_store_pd(AS(double), _mm_set1_pd(n8)))
WRITES(_mm_storeu_pd, 16, _mm_storeu_pd(AS(double), _mm_set1_pd(n8)))
WRITES(_mm_store_sd, 8, _mm_store_sd(AS(double), _mm_set1_pd(n8)))
WRITES(_mm_storel_pd, 8, _mm_storel_pd(AS(double), _mm_set1_pd(n8)))
WRITES(_mm_storeh_pd, 8, _mm_storeh_pd(AS(double), _mm_set1_pd(n8)))
WRITES(_mm_store_si128, 16, _mm_store_si128(AS(__m128i), _mm_set1_epi8(1)))
WRITES(_mm_storeu_si128, 16, _mm_storeu_si128(AS(__m128i), _mm_set1_epi8(1)))
WRITES(_mm_storel_epi64, 8, _mm_storel_epi64(AS(__m128i), _mm_set1_epi8(1)))
READS(__builtin_memcpy, 8, __builtin_memcpy(d, p, n8))
WRITES(__builtin_memcpy, 8, __builtin_memcpy(p, s, 8))
WRITES(__builtin_memmove, 8, __builtin_memmove(p, s, 8))
WRITES(__builtin_memset, 8, __builtin_memset(p, 1, 8))
READS(__builtin_memcmp, 8, n8 = 8 + (__builtin_memcmp(p, s, n8) > 9))
READS(__builtin_strlen, 6, n8 = 8 + (__builtin_strlen(p) > 99))
WRITES(__builtin_add_overflow, 4, n8 = 8 + __builtin_add_overflow(n8, 1, AS(int)))
WRITES(__builtin_smul_overflow, 4, n8 = 8 + __builtin_smul_overflow(n8, 1, AS(int)))
WRITES(omp_get_schedule, 4, { omp_sched_t i; omp_get_schedule(&i, AS(int)); })
#endif
/* clang-format on */
