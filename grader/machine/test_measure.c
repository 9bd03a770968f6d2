/*
 * test_measure.c - tests of measure.h, and of finding.h, which it reports
 * with. Run from the top folder: build/grader/machine/test_measure.
 *
 * Nothing here asserts how long anything took: times are made up, or are only
 * asked to grow.
 */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine/measure.h"

/* ---- a folder of our own, build/test_measure.XXXXXX ---------------------- */

static char folder[] = "build/test_measure.XXXXXX";

static void make_folder(void)
{
    if (mkdir("build", 0777) != 0 && errno != EEXIST) {
        perror("test_measure: mkdir build");
        exit(2);
    }
    if (!mkdtemp(folder)) {
        perror("test_measure: mkdtemp build/test_measure.XXXXXX");
        exit(2);
    }
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    if (remove(path) != 0)
        fprintf(stderr, "test_measure: remove %s: %s\n", path, strerror(errno));
    return 0;
}

static void remove_folder(void)
{
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror("test_measure: nftw");
}

/* Write a file below the folder, with the folders on the way to it. */
static void put(const char *name, const char *text)
{
    char path[PATH_MAX];

    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert(n > 0 && (size_t)n < sizeof path);
    char *p = path + strlen(folder) + 1;
    for (; (p = strchr(p, '/')); *p++ = '/') {
        *p = '\0';
        ck_assert(mkdir(path, 0777) == 0 || errno == EEXIST);
    }
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static const char *in_folder(const char *name, char path[PATH_MAX])
{
    int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    ck_assert(n > 0 && n < PATH_MAX);
    return path;
}

/* ---- cores --------------------------------------------------------------- */

/* Takes the place of glibc's, to play a kernel that could have fake_room CPUs
 * and lets us use every other one; or, with fake_room negative, one that
 * refuses. With 0 the real kernel answers. */
static int fake_room;

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *mask)
{
    if (fake_room == 0) {
        long n = syscall(SYS_sched_getaffinity, pid, size, mask);
        if (n < 0)
            return -1;
        memset((char *)mask + n, 0, size - (size_t)n);
        return 0;
    }
    if (fake_room < 0 || size * CHAR_BIT < (size_t)fake_room) {
        errno = fake_room < 0 ? EPERM : EINVAL;
        return -1;
    }
    CPU_ZERO_S(size, mask);
    for (size_t cpu = 0; cpu < (size_t)fake_room; cpu += 2)
        CPU_SET_S(cpu, size, mask);
    return 0;
}

START_TEST(test_quota_rounds_down)
{
    ck_assert_int_eq(measure_cores_under(8, 0), 8); /* none */
    ck_assert_int_eq(measure_cores_under(8, 1.5), 1);
    ck_assert_int_eq(measure_cores_under(8, 2), 2);
    ck_assert_int_eq(measure_cores_under(8, 2.999), 2);
    ck_assert_int_eq(measure_cores_under(8, 7.99), 7);
    ck_assert_int_eq(measure_cores_under(8, 8), 8);
    ck_assert_int_eq(measure_cores_under(8, 1e12), 8);
    ck_assert_int_eq(measure_cores_under(8, 0.25), 1); /* at least one */
    ck_assert_int_eq(measure_cores_under(1, 0.25), 1);
}
END_TEST

START_TEST(test_cores_follow_affinity_and_quota)
{
    int affinity = -1;
    double quota = -1;
    int cores = measure_cores(&affinity, &quota);

    ck_assert_int_ge(affinity, 1);
    ck_assert_double_ge(quota, 0);
    ck_assert_int_eq(cores, measure_cores_under(affinity, quota));
    ck_assert_int_eq(measure_cores(NULL, NULL), cores);
}
END_TEST

START_TEST(test_cores_with_more_than_1024_cpus)
{
    static const int rooms[] = {2, 1024, 1026, 5000, 65536};

    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        int affinity;
        double quota;
        fake_room = rooms[i];
        int cores = measure_cores(&affinity, &quota);
        fake_room = 0;
        ck_assert_int_eq(affinity, rooms[i] / 2);
        ck_assert_int_eq(cores, measure_cores_under(affinity, quota));
    }
}
END_TEST

START_TEST(test_cores_without_affinity)
{
    int affinity;

    fake_room = -1;
    measure_cores(&affinity, NULL);
    fake_room = 0;
    ck_assert_int_eq(affinity, (int)sysconf(_SC_NPROCESSORS_ONLN));
}
END_TEST

/* Leave this process one of its cores; gives the old mask back. */
static cpu_set_t stay_on_one_core(void)
{
    cpu_set_t all, one;
    int cpu = 0;

    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    while (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    return all;
}

START_TEST(test_cores_when_pinned)
{
    int affinity;
    cpu_set_t all = stay_on_one_core();
    int cores = measure_cores(&affinity, NULL);

    ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
    ck_assert_int_eq(affinity, 1);
    ck_assert_int_eq(cores, 1);
}
END_TEST

/* The quota when the group files are below `root` and /proc/self/cgroup says
 * `groups`. */
static double quota_of(const char *root, const char *groups)
{
    char a[PATH_MAX], b[PATH_MAX];

    put("self_cgroup", groups);
    return measure_quota_at(in_folder(root, a), in_folder("self_cgroup", b));
}

START_TEST(test_quota_v2)
{
    put("v2/lab/cpu.max", "150000 100000\n");
    ck_assert_double_eq(quota_of("v2", "0::/lab\n"), 1.5);
    put("v2/lab/cpu.max", "max 100000\n");
    ck_assert_double_eq(quota_of("v2", "0::/lab\n"), 0);
    put("v2/lab/cpu.max", "max\n");
    ck_assert_double_eq(quota_of("v2", "0::/lab\n"), 0);
    put("v2/lab/cpu.max", "");
    ck_assert_double_eq(quota_of("v2", "0::/lab\n"), 0);
    put("v2/lab/cpu.max", "200000 0\n");
    ck_assert_double_eq(quota_of("v2", "0::/lab\n"), 0);
}
END_TEST

START_TEST(test_quota_v2_nested)
{
    put("nest/cpu.max", "800000 100000\n");
    put("nest/a/cpu.max", "max 100000\n");
    put("nest/a/b/cpu.max", "400000 200000\n");
    put("nest/a/b/c/cpu.max", "300000 100000\n");
    put("nest/x/cpu.max", "50000 100000\n"); /* not an ancestor */

    ck_assert_double_eq(quota_of("nest", "0::/a/b/c\n"), 2);
    ck_assert_double_eq(quota_of("nest", "0::/a/b\n"), 2);
    ck_assert_double_eq(quota_of("nest", "0::/a\n"), 8);
    ck_assert_double_eq(quota_of("nest", "0::/\n"), 8);
    /* folders that this container does not show, and one outside of it */
    ck_assert_double_eq(quota_of("nest", "0::/docker/0123\n"), 8);
    ck_assert_double_eq(quota_of("nest", "0::/../x\n"), 8);
    ck_assert_double_eq(quota_of("nest/a", "0::/../x\n"), 0);
    /* a name may hold a colon, and may begin with dots */
    put("nest/a/..d:1/cpu.max", "25000 100000\n");
    ck_assert_double_eq(quota_of("nest", "0::/a/..d:1\n"), 0.25);
    put("nest/..e/cpu.max", "75000 100000\n");
    ck_assert_double_eq(quota_of("nest", "0::/..e\n"), 0.75);
}
END_TEST

START_TEST(test_quota_v1)
{
    put("v1/cpu,cpuacct/lab/cpu.cfs_quota_us", "250000\n");
    put("v1/cpu,cpuacct/lab/cpu.cfs_period_us", "100000\n");
    put("v1/cpu,cpuacct/lab/one/cpu.cfs_quota_us", "-1\n");
    put("v1/cpu,cpuacct/lab/one/cpu.cfs_period_us", "100000\n");
    put("v1/cpuset/lab/cpu.cfs_quota_us", "10000\n"); /* never there */
    put("v1/cpuset/lab/cpu.cfs_period_us", "100000\n");

    ck_assert_double_eq(
        quota_of("v1", "9:cpuset:/lab\n4:cpu,cpuacct:/lab/one\n0::/\n"), 2.5);
    ck_assert_double_eq(quota_of("v1", "4:cpuacct,cpu:/lab"), 2.5);
    ck_assert_double_eq(quota_of("v1", "4:cpu,cpuacct:/\n"), 0);
    /* only the line of the cpu controller counts */
    ck_assert_double_eq(quota_of("v1", "9:cpuset:/lab\n"), 0);
    ck_assert_double_eq(quota_of("v1", "5:cpuacct:/lab\n"), 0);

    put("v1c/cpuacct,cpu/lab/cpu.cfs_quota_us", "700000\n");
    put("v1c/cpuacct,cpu/lab/cpu.cfs_period_us", "200000\n");
    ck_assert_double_eq(quota_of("v1c", "4:cpuacct,cpu:/lab\n"), 3.5);
    put("v1b/cpu/lab/cpu.cfs_quota_us", "50000\n");
    put("v1b/cpu/lab/cpu.cfs_period_us", "100000\n");
    ck_assert_double_eq(quota_of("v1b", "1:cpu:/lab\n"), 0.5);
    /* a quota without a period says nothing */
    put("v1b/cpu/half/cpu.cfs_quota_us", "50000\n");
    ck_assert_double_eq(quota_of("v1b", "1:cpu:/half\n"), 0);
}
END_TEST

START_TEST(test_quota_hybrid)
{
    put("hy/unified/lab/cpu.max", "300000 100000\n");
    put("hy/cpu/lab/cpu.cfs_quota_us", "400000\n");
    put("hy/cpu/lab/cpu.cfs_period_us", "100000\n");
    ck_assert_double_eq(quota_of("hy", "1:cpu:/lab\n0::/lab\n"), 3);
    ck_assert_double_eq(quota_of("hy", "1:cpu:/lab\n0::/\n"), 4);
}
END_TEST

START_TEST(test_quota_missing)
{
    char a[PATH_MAX], b[PATH_MAX];

    ck_assert_double_eq(quota_of("nothing", "0::/lab\n"), 0);
    put("some/cpu.max", "100000 100000\n");
    ck_assert_double_eq(quota_of("some", "0::/\n"), 1); /* it is found... */
    ck_assert_double_eq(quota_of("some", ""), 0);       /* ...only if named */
    ck_assert_double_eq(quota_of("some", "no colons\none:colon\n"), 0);
    ck_assert_double_eq(
        measure_quota_at(in_folder("some", a), in_folder("no_such_file", b)),
        0);
}
END_TEST

/* ---- threads' times ------------------------------------------------------ */

START_TEST(test_delay_counts)
{
    char path[PATH_MAX];

    ck_assert(!measure_delay_counts(in_folder("no_such_file", path)));
    put("schedstat", "0 0 0\n"); /* schedstats are off */
    ck_assert(!measure_delay_counts(in_folder("schedstat", path)));
    put("schedstat", "");
    ck_assert(!measure_delay_counts(path));
    put("schedstat", "unknown\n");
    ck_assert(!measure_delay_counts(path));
    put("schedstat", "51234 0 1\n"); /* had its core at once */
    ck_assert(measure_delay_counts(path));
    put("schedstat", "18446744073709551615 9000000000 77\n");
    ck_assert(measure_delay_counts(path));
}
END_TEST

START_TEST(test_has_delay_as_the_kernel_says)
{
    /* another way to the same figures: this is the main thread */
    uint64_t turns = 0;
    FILE *file = fopen("/proc/self/schedstat", "r");

    if (file) {
        if (fscanf(file, "%*u %*u %" SCNu64, &turns) != 1)
            turns = 0;
        ck_assert_int_eq(fclose(file), 0);
    }
    ck_assert(measure_has_delay() == (turns > 0));
}
END_TEST

/* A child that starts and ends threads when told:
 *   'n' a new thread that waits   's' one that spins   'e' end the newest
 * It answers each with that thread's number. */
struct child {
    pid_t pid;
    int tell, answer;
};

enum { CHILD_THREADS = 16 };
static sem_t leave[CHILD_THREADS];
static int child_out;

static void *child_thread(void *arg)
{
    sem_t *mine = arg;
    /* the slot says which sort: child_main gives even ones to spinners */
    bool spin = (mine - leave) % 2 == 0;
    pid_t tid = gettid();

    if (write(child_out, &tid, sizeof tid) != sizeof tid)
        _exit(3);
    if (spin)
        while (sem_trywait(mine) != 0)
            ;
    else
        while (sem_wait(mine) != 0)
            ;
    return NULL;
}

static _Noreturn void child_main(int in, int out)
{
    pthread_t thread[CHILD_THREADS];
    int slot[CHILD_THREADS];
    int n = 0, used[2] = {0, 0};
    char command;
    pid_t zero = 0;

    child_out = out;
    while (read(in, &command, 1) == 1) {
        if (command == 'e') {
            n--;
            if (sem_post(&leave[slot[n]]) != 0 ||
                pthread_join(thread[n], NULL) != 0 ||
                write(out, &zero, sizeof zero) != sizeof zero)
                _exit(3);
            continue;
        }
        int odd = command == 'n';
        slot[n] = 2 * used[odd]++ + odd;
        if (slot[n] >= CHILD_THREADS || sem_init(&leave[slot[n]], 0, 0) != 0 ||
            pthread_create(&thread[n], NULL, child_thread, &leave[slot[n]]))
            _exit(3);
        n++;
    }
    _exit(0); /* the test is over: its end of the pipe is closed */
}

static struct child start_child(void)
{
    int down[2], up[2];

    ck_assert_int_eq(pipe2(down, O_CLOEXEC), 0);
    ck_assert_int_eq(pipe2(up, O_CLOEXEC), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        /* also end when a failed test leaves without saying so */
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
            _exit(3);
        close(down[1]);
        close(up[0]);
        child_main(down[0], up[1]);
    }
    ck_assert_int_eq(close(down[0]), 0);
    ck_assert_int_eq(close(up[1]), 0);
    return (struct child){pid, down[1], up[0]};
}

static pid_t tell(struct child *c, char command)
{
    pid_t tid = -1;

    ck_assert_int_eq(write(c->tell, &command, 1), 1);
    ck_assert_int_eq(read(c->answer, &tid, sizeof tid), (int)sizeof tid);
    return tid;
}

static void end_child(struct child *c)
{
    int status;

    ck_assert_int_eq(kill(c->pid, SIGKILL), 0);
    ck_assert_int_eq(waitpid(c->pid, &status, 0), c->pid);
    ck_assert_int_eq(close(c->tell), 0);
    ck_assert_int_eq(close(c->answer), 0);
}

/* pthread_join() returns a moment before the thread leaves /proc. */
static void wait_until_gone(pid_t pid, pid_t tid)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d", (int)pid, (int)tid);
    while (access(path, F_OK) == 0)
        ck_assert_int_eq(usleep(1000), 0);
}

static const struct thread_times *find(const struct snapshot *s, pid_t tid)
{
    for (int i = 0; i < s->n; i++)
        if (s->thread[i].tid == tid)
            return &s->thread[i];
    return NULL;
}

/* Field by field: the padding between them may hold anything. */
static void assert_same(const struct thread_times *a,
                        const struct thread_times *b)
{
    ck_assert_int_eq(a->tid, b->tid);
    ck_assert_uint_eq(a->cpu_ns, b->cpu_ns);
    ck_assert_uint_eq(a->delay_ns, b->delay_ns);
}

static void assert_same_snapshot(const struct snapshot *a,
                                 const struct snapshot *b)
{
    ck_assert_int_eq(a->n, b->n);
    for (int i = 0; i < a->n; i++)
        assert_same(&a->thread[i], &b->thread[i]);
}

/* Tests that need real figures say so where there are none. */
static bool no_schedstat(void)
{
    if (measure_has_delay())
        return false;
    fprintf(stderr, "test_measure: no schedstat here, a test is left out\n");
    return true;
}

START_TEST(test_snapshot_of_threads)
{
    struct snapshot s = {.n = 99};
    pid_t tid[3];

    if (no_schedstat())
        return;
    struct child c = start_child();
    for (int i = 0; i < 3; i++)
        tid[i] = tell(&c, 'n');
    ck_assert_int_eq(measure_snapshot(c.pid, &s), 0);
    ck_assert_int_eq(s.n, 4);
    ck_assert_ptr_nonnull(find(&s, c.pid));
    for (int i = 0; i < 3; i++)
        ck_assert_ptr_nonnull(find(&s, tid[i]));
    end_child(&c);
}
END_TEST

/* The file of one thread, read in another way than measure.c does. */
static struct thread_times read_times(pid_t pid, pid_t tid)
{
    struct thread_times t = {.tid = tid};
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid,
             (int)tid);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(
        fscanf(file, "%" SCNu64 " %" SCNu64, &t.cpu_ns, &t.delay_ns), 2);
    ck_assert_int_eq(fclose(file), 0);
    return t;
}

START_TEST(test_snapshot_tells_cpu_from_delay)
{
    struct snapshot s;
    struct thread_times was, is;

    if (no_schedstat())
        return;
    struct child c = start_child();
    pid_t tid = tell(&c, 'n');
    /* until it sleeps: then its figures stand still */
    do {
        was = read_times(c.pid, tid);
        ck_assert_int_eq(measure_snapshot(c.pid, &s), 0);
        is = read_times(c.pid, tid);
    } while (was.cpu_ns != is.cpu_ns || was.delay_ns != is.delay_ns ||
             is.cpu_ns == 0);
    ck_assert_ptr_nonnull(find(&s, tid));
    assert_same(find(&s, tid), &is);
    end_child(&c);
}
END_TEST

START_TEST(test_update_keeps_ended_and_adds_new)
{
    struct snapshot s, fresh;

    if (no_schedstat())
        return;
    struct child c = start_child();
    pid_t stays = tell(&c, 'n'), ends = tell(&c, 's');
    ck_assert_int_eq(measure_snapshot(c.pid, &s), 0);
    ck_assert_int_eq(s.n, 3);

    /* its figures must be from its life: let it use some time first */
    while (find(&s, ends)->cpu_ns == 0)
        ck_assert_int_eq(measure_update(c.pid, &s), 0);
    struct thread_times last = *find(&s, ends);
    tell(&c, 'e');
    wait_until_gone(c.pid, ends);
    pid_t began = tell(&c, 'n');

    ck_assert_int_eq(measure_update(c.pid, &s), 0);
    ck_assert_int_eq(s.n, 4);
    ck_assert_ptr_nonnull(find(&s, c.pid));
    ck_assert_ptr_nonnull(find(&s, stays));
    ck_assert_ptr_nonnull(find(&s, began));
    ck_assert_ptr_nonnull(find(&s, ends));
    assert_same(find(&s, ends), &last);

    ck_assert_int_eq(measure_snapshot(c.pid, &fresh), 0);
    ck_assert_int_eq(fresh.n, 3);
    ck_assert_ptr_null(find(&fresh, ends));
    end_child(&c);
}
END_TEST

START_TEST(test_figures_grow)
{
    struct snapshot s;

    if (no_schedstat())
        return;
    cpu_set_t all = stay_on_one_core(); /* the child inherits it */
    struct child c = start_child();
    ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
    /* two that spin on one core: each runs, and each has to wait */
    pid_t a = tell(&c, 's'), b = tell(&c, 's');
    uint64_t cpu = 0, delay = 0;
    ck_assert_int_eq(measure_snapshot(c.pid, &s), 0);
    do {
        ck_assert_int_eq(usleep(1000), 0);
        ck_assert_int_eq(measure_update(c.pid, &s), 0);
        ck_assert_int_eq(s.n, 3);
        ck_assert_uint_ge(find(&s, a)->cpu_ns, cpu);
        ck_assert_uint_ge(find(&s, a)->delay_ns, delay);
        cpu = find(&s, a)->cpu_ns;
        delay = find(&s, a)->delay_ns;
    } while (cpu == 0 || delay == 0 || find(&s, b)->cpu_ns == 0 ||
             find(&s, b)->delay_ns == 0);
    end_child(&c);
}
END_TEST

START_TEST(test_gone_process)
{
    struct snapshot s = {.n = 2, .thread = {{1, 2, 3}, {4, 5, 6}}};
    struct snapshot was = s;
    struct child c = start_child();

    end_child(&c);
    errno = 0;
    ck_assert_int_eq(measure_update(c.pid, &s), -1);
    ck_assert_int_eq(errno, ESRCH);
    assert_same_snapshot(&s, &was); /* what was known stays known */
    errno = 0;
    ck_assert_int_eq(measure_snapshot(c.pid, &s), -1);
    ck_assert_int_eq(errno, ESRCH);
    ck_assert_int_eq(s.n, 0);
}
END_TEST

START_TEST(test_update_when_full)
{
    struct snapshot s = {.n = MEASURE_MAX_THREADS};

    if (no_schedstat())
        return;
    s.thread[0].tid = getpid();
    ck_assert_int_eq(measure_update(getpid(), &s), 0);
    ck_assert_int_eq(s.n, MEASURE_MAX_THREADS);

    /* no room at all for us: left out, nothing overwritten */
    struct snapshot was = s;
    was.thread[0] = s.thread[0] = (struct thread_times){.tid = -1};
    ck_assert_int_eq(measure_update(getpid(), &s), 0);
    assert_same_snapshot(&s, &was);
}
END_TEST

START_TEST(test_update_of_a_reused_number)
{
    /* the thread that had our number had used far more than we have */
    struct snapshot s = {.n = 1,
                         .thread = {{getpid(), UINT64_MAX, UINT64_MAX}}};

    if (no_schedstat())
        return;
    ck_assert_int_eq(measure_update(getpid(), &s), 0);
    ck_assert_int_eq(s.n, 2);
    ck_assert_uint_eq(s.thread[0].cpu_ns, UINT64_MAX);
    ck_assert_int_eq(s.thread[1].tid, getpid());
    ck_assert_uint_lt(s.thread[1].cpu_ns, UINT64_MAX);
    /* the next reading belongs to the living one */
    ck_assert_int_eq(measure_update(getpid(), &s), 0);
    ck_assert_int_eq(s.n, 2);
}
END_TEST

/* In a group of its own; it sleeps, or computes. */
static pid_t start_group(bool sleeps)
{
    pid_t pid = fork();

    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setsid();
        for (;;)
            if (sleeps)
                pause();
    }
    ck_assert_int_gt(pid, 0);
    while (getpgid(pid) != pid)
        continue;
    return pid;
}

START_TEST(test_asleep)
{
    double cpu;
    bool asleep = false;
    pid_t sleeper = start_group(true), worker = start_group(false);

    while (!measure_asleep(sleeper))
        usleep(1000);
    ck_assert(measure_group(sleeper, &cpu, &asleep) && asleep);
    for (int i = 0; i < 100; i++) {
        ck_assert(!measure_asleep(worker)); /* with or without a core */
        ck_assert(measure_group(worker, &cpu, &asleep) && !asleep);
    }
    while (measure_group(worker, &cpu, &asleep) && cpu < 0.01)
        usleep(1000);
    kill(sleeper, SIGKILL);
    kill(worker, SIGKILL);
    waitpid(sleeper, NULL, 0);
    waitpid(worker, NULL, 0);
    ck_assert(!measure_asleep(sleeper)); /* nor is who is gone */
    ck_assert(!measure_group(worker, &cpu, &asleep));
}
END_TEST

START_TEST(test_now_does_not_go_back)
{
    double last = measure_now();

    ck_assert_double_gt(last, 0);
    for (int i = 0; i < 1000; i++) {
        double now = measure_now();
        ck_assert_double_ge(now, last);
        last = now;
    }
}
END_TEST

/* ---- the time that counts ------------------------------------------------ */

/* Seconds in, ns in the snapshot. */
static void add(struct snapshot *s, pid_t tid, double cpu, double delay)
{
    ck_assert_int_lt(s->n, MEASURE_MAX_THREADS);
    s->thread[s->n++] =
        (struct thread_times){.tid = tid,
                              .cpu_ns = (uint64_t)llround(cpu * 1e9),
                              .delay_ns = (uint64_t)llround(delay * 1e9)};
}

#define assert_near(got, want) ck_assert_double_eq_tol(got, want, 1e-9)

static double counted(const struct snapshot *before,
                      const struct snapshot *after, double wall, int cores)
{
    struct usage u = measure_usage(before, after, wall);

    return measure_time(&u, cores);
}

START_TEST(test_counted_takes_neighbours_out)
{
    struct snapshot before = {0}, after = {0};

    /* 3 s by the clock; the slower thread was without a core for 1 s */
    add(&before, 10, 5, 7);
    add(&before, 11, 6, 2);
    add(&after, 10, 7, 8);
    add(&after, 11, 7.5, 2.25);
    assert_near(counted(&before, &after, 3, 2), 2);
    /* an idle machine: nothing to take out */
    assert_near(counted(&before, &before, 3, 2), 3);
}
END_TEST

START_TEST(test_cpu_of_all_threads)
{
    struct snapshot before = {0}, after = {0};

    add(&before, 10, 5, 7);
    add(&after, 10, 7, 8);
    add(&after, 11, 0.5, 0); /* a new one */
    assert_near(measure_cpu(&before, &after), 2.5);
    /* and one that nobody has seen */
    before.process_ns = 5000000000;
    after.process_ns = 9000000000;
    assert_near(measure_cpu(&before, &after), 4);
    before.process_ns = after.process_ns = 0; /* the kernel does not tell */
    assert_near(measure_cpu(&before, &after), 2.5);
}
END_TEST

START_TEST(test_counted_keeps_own_waiting)
{
    struct snapshot before = {0}, after = {0};

    /* all in one lock: each thread works 1 s of 2 s and sleeps the rest, which
     * is neither CPU time nor run delay */
    add(&before, 10, 0, 0);
    add(&before, 11, 0, 0);
    add(&after, 10, 1, 0);
    add(&after, 11, 1, 0);
    assert_near(counted(&before, &after, 2, 2), 2);
}
END_TEST

START_TEST(test_counted_floor_one_thread)
{
    struct snapshot before = {0}, after = {0};

    /* one thread works for 4 s; another does nothing and starves */
    add(&before, 10, 0, 0);
    add(&before, 11, 0, 0);
    add(&after, 10, 4, 0);
    add(&after, 11, 0, 3.9);
    assert_near(counted(&before, &after, 4, 2), 4);
    /* and more delay than wall time must not give less than nothing */
    after.thread[1].delay_ns = 9000000000;
    assert_near(counted(&before, &after, 4, 2), 4);
    after.thread[0].cpu_ns = 0;
    assert_near(counted(&before, &after, 4, 2), 0);
}
END_TEST

START_TEST(test_counted_floor_all_cores)
{
    struct snapshot before = {0}, after = {0};

    /* 16 threads share 2 cores: each has 1 s and starves for 7 s */
    for (int i = 0; i < 16; i++) {
        add(&before, 10 + i, i, 2 * i);
        add(&after, 10 + i, i + 1, 2 * i + 7);
    }
    assert_near(counted(&before, &after, 8, 2), 8);
    assert_near(counted(&before, &after, 8, 4), 4);
    /* more cores than threads: the first floor is the higher one */
    assert_near(counted(&before, &after, 8, 64), 1);
    /* no cores is no count: taken as one */
    assert_near(counted(&before, &after, 16, 0), 16);
}
END_TEST

START_TEST(test_workers)
{
    struct snapshot before = {0}, after = {0};

    ck_assert_int_eq(measure_workers(&before, &after), 0);
    /* two that work, one that woke up for a moment, one that slept */
    for (int i = 0; i < 4; i++)
        add(&before, 10 + i, 5, 1);
    add(&after, 10, 9, 1);
    add(&after, 11, 5.5, 3);
    add(&after, 12, 5.01, 1);
    add(&after, 13, 5, 9);
    ck_assert_int_eq(measure_workers(&before, &after), 2);
    /* a thread that began in the call counts as well */
    add(&after, 14, 4, 0);
    ck_assert_int_eq(measure_workers(&before, &after), 3);
    ck_assert_int_eq(measure_busy(&before, &after, 0.5), 3);
    ck_assert_int_eq(measure_busy(&before, &after, 0.005), 4);
    ck_assert_int_eq(measure_busy(&before, &after, 4.5), 0);
    assert_near(measure_usage(&before, &after, 10).delay_most, 8);
    assert_near(measure_usage(&after, &after, 10).delay_most, 0);
}
END_TEST

START_TEST(test_quartile)
{
    const double x[] = {8, 1, 7, 2, 6, 3, 5, 4};
    const double odd[] = {1, NAN, 3};

    assert_near(measure_quartile(x, 8), 2);
    assert_near(measure_quartile(x, 1), 8);
    assert_near(measure_quartile(x, 5), 2); /* 1 2 6 7 8 */
    ck_assert(isnan(measure_quartile(odd, 3)));
}
END_TEST

START_TEST(test_counted_floor_sees_ended_threads)
{
    struct snapshot before = {0}, after = {0};

    /* 6 s of CPU time in threads that came and went between two readings,
     * while the one that is seen starved */
    add(&before, 10, 0, 0);
    add(&after, 10, 0, 4);
    before.process_ns = 1000000000;
    after.process_ns = 7000000000;
    assert_near(counted(&before, &after, 4, 2), 3);
    /* never more than the wall time: cores are rounded down */
    assert_near(counted(&before, &after, 4, 1), 4);
}
END_TEST

START_TEST(test_counted_new_and_ended_threads)
{
    struct snapshot before = {0}, after = {0};

    add(&before, 10, 100, 50);
    add(&before, 11, 2, 1); /* ended before the call: same reading again */
    after = before;
    add(&after, 12, 1.5, 0.5); /* began in the call */
    after.thread[0].cpu_ns += 250000000;
    assert_near(counted(&before, &after, 2, 2), 1.5);
    assert_near(counted(&before, &after, 3, 2), 2.5);

    /* ended in the call, and its delay is the largest */
    after.thread[1].delay_ns += 1000000000;
    after.thread[1].cpu_ns += 500000000;
    assert_near(counted(&before, &after, 3, 2), 2);

    /* another order must not matter */
    struct snapshot turned = {.n = 3};
    for (int i = 0; i < 3; i++)
        turned.thread[i] = after.thread[2 - i];
    assert_near(counted(&before, &turned, 3, 2), 2);
    struct snapshot swapped = after;
    swapped.thread[0] = after.thread[1];
    swapped.thread[1] = after.thread[0];
    assert_near(counted(&before, &swapped, 3, 2), 2);
}
END_TEST

START_TEST(test_counted_reused_number)
{
    struct snapshot before = {0}, after = {0};

    add(&before, 10, 9, 9);
    add(&after, 10, 1, 0.5); /* counters went back: another thread */
    assert_near(counted(&before, &after, 2, 2), 1.5);

    /* the ended one is kept beside it */
    after = before;
    add(&after, 10, 1, 0.5);
    assert_near(counted(&before, &after, 2, 2), 1.5);
}
END_TEST

START_TEST(test_counted_without_schedstat)
{
    struct snapshot before = {0}, after = {0};

    assert_near(counted(&before, &after, 1.25, 2), 1.25);
    add(&before, 10, 1, 1);
    assert_near(counted(&before, &after, 1.25, 2), 1.25);
    /* a clock that failed must not look like a fast call */
    add(&after, 10, 2, 1);
    ck_assert(isnan(counted(&before, &after, NAN, 2)));
}
END_TEST

/* ---- statistics ---------------------------------------------------------- */

/* splitmix64: small, and the same numbers on every machine */
static uint64_t random_state;

static double random_unit(void)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0; /* 2^53 */
}

START_TEST(test_median)
{
    static const double odd[] = {5, -1, 3, 100, 4};
    static const double even[] = {8, 1, 2, 4};
    static const double ties[] = {2, 2, 1, 2, 9, 9};
    double kept[5];

    memcpy(kept, odd, sizeof kept);
    ck_assert_double_eq(measure_median(kept, 5), 4);
    ck_assert_mem_eq(kept, odd, sizeof kept);
    ck_assert_double_eq(measure_median(even, 4), 3);
    ck_assert_double_eq(measure_median(ties, 6), 2);
    ck_assert_double_eq(measure_median(odd, 1), 5);
    ck_assert_double_eq(measure_median(odd, 2), 2);
}
END_TEST

START_TEST(test_median_of_odd_values)
{
    const double with_nan[] = {1, NAN, 3};
    const double with_inf[] = {INFINITY, 1, -INFINITY, 2, INFINITY};
    const double huge[] = {1.5e308, 1.7e308};

    ck_assert(isnan(measure_median(with_nan, 3)));
    ck_assert_double_eq(measure_median(with_inf, 5), 2);
    ck_assert_double_eq(measure_median(huge, 2), 1.6e308);
    ck_assert(isnan(measure_median(huge, 0)));
}
END_TEST

/* Ranks from summing binomial coefficients as whole numbers; those up to 100
 * also stand in printed tables. 0 means: too few values. */
/* clang-format off */
static const struct rank_case {
    int n;
    double confidence;
    int rank;
} ranks[] = {
    {1, 0.99, 0},    {7, 0.99, 0},    {8, 0.99, 1},    {11, 0.99, 1},
    {12, 0.99, 2},   {15, 0.99, 3},   {20, 0.99, 4},   {25, 0.99, 6},
    {30, 0.99, 8},   {50, 0.99, 16},  {100, 0.99, 37}, {101, 0.99, 38},
    {200, 0.99, 82}, {300, 0.99, 128}, {400, 0.99, 174}, {2000, 0.99, 942},
    {5, 0.95, 0},    {6, 0.95, 1},    {8, 0.95, 1},    {9, 0.95, 2},
    {15, 0.95, 4},   {20, 0.95, 6},   {25, 0.95, 8},   {30, 0.95, 10},
    {50, 0.95, 18},  {100, 0.95, 40}, {15, 0.5, 6},    {15, 0, 8},
    {16, 0, 8},      {15, 1, 0},      {400, 1, 0},     {1, 0, 1},
    /* reached exactly: 1 - 2/256 and 1 - 2/1024; and just missed */
    {8, 0.9921875, 1}, {8, 0.992188, 0},
    {10, 0.998046875, 1}, {10, 0.99804688, 0},
};
/* clang-format on */

START_TEST(test_interval_ranks)
{
    const struct rank_case *row = &ranks[_i];
    int n = row->n, rank = row->rank;
    double *x = malloc((size_t)n * sizeof *x);

    ck_assert_ptr_nonnull(x);
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    /* shuffled, so that sorting is part of it */
    random_state = (uint64_t)_i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(random_unit() * (i + 1));
        double t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
    struct interval got = measure_interval(x, n, row->confidence);
    free(x);

    ck_assert_double_eq(got.middle, (n + 1) / 2.0);
    ck_assert_double_eq(got.low, rank ? rank : -INFINITY);
    ck_assert_double_eq(got.high, rank ? n + 1 - rank : INFINITY);
}
END_TEST

START_TEST(test_interval_with_nan)
{
    double x[15];

    for (int i = 0; i < 15; i++)
        x[i] = 1;
    struct interval same = measure_interval(x, 15, 0.99);
    ck_assert_double_eq(same.low, 1);
    ck_assert_double_eq(same.high, 1);

    x[4] = NAN;
    struct interval i = measure_interval(x, 15, 0.99);
    ck_assert(isnan(i.middle));
    ck_assert_double_eq(i.low, -INFINITY);
    ck_assert_double_eq(i.high, INFINITY);
    /* and nonsense for a confidence promises nothing */
    i = measure_interval(x + 5, 10, NAN);
    ck_assert_double_eq(i.low, -INFINITY);
    ck_assert_double_eq(i.high, INFINITY);
}
END_TEST

/* How often the interval of n draws covers the true median. The draws are
 * skewed, as timings are: 1 plus an exponential, median 1 + ln 2. */
static double coverage(int n, double confidence)
{
    enum { TRIALS = 20000, MOST = 32 };
    double x[MOST] = {0};
    int hits = 0;

    ck_assert_int_le(n, MOST);
    random_state = 20261120;
    for (int t = 0; t < TRIALS; t++) {
        for (int i = 0; i < n; i++)
            x[i] = 1 - log(1 - random_unit());
        struct interval got = measure_interval(x, n, confidence);
        hits += got.low <= 1 + log(2) && 1 + log(2) <= got.high;
    }
    return (double)hits / TRIALS;
}

START_TEST(test_interval_coverage)
{
    /* Exact values: 1 - 2 * sum of C(n,k)/2^n for k < rank. One rank up or
     * down would be .9648 or .9990 for the first, five margins away. */
    ck_assert_double_eq_tol(coverage(15, 0.99), 0.992615, 0.003);
    ck_assert_double_eq_tol(coverage(15, 0.95), 0.964844, 0.005);
    ck_assert_double_eq_tol(coverage(30, 0.99), 0.994777, 0.003);
    ck_assert_double_eq_tol(coverage(8, 0.5), 0.710938, 0.012);
}
END_TEST

static enum check_status decide(double low, double middle, double high)
{
    return measure_decide((struct interval){low, middle, high}, 0.85);
}

START_TEST(test_decide)
{
    double under = nextafter(0.85, 0);

    ck_assert_int_eq(decide(0.9, 0.95, 1), STATUS_PASS);
    ck_assert_int_eq(decide(0.5, 0.6, 0.7), STATUS_FAIL);
    ck_assert_int_eq(decide(0.8, 0.86, 0.9), STATUS_UNTOLD);
    /* the goal itself is reached */
    ck_assert_int_eq(decide(0.85, 0.9, 1), STATUS_PASS);
    ck_assert_int_eq(decide(0.85, 0.85, 0.85), STATUS_PASS);
    ck_assert_int_eq(decide(under, 0.9, 1), STATUS_UNTOLD);
    ck_assert_int_eq(decide(0.5, 0.6, 0.85), STATUS_UNTOLD);
    ck_assert_int_eq(decide(0.5, 0.6, under), STATUS_FAIL);
    /* too few pairs */
    ck_assert_int_eq(decide(-INFINITY, 2, INFINITY), STATUS_UNTOLD);
}
END_TEST

START_TEST(test_decide_nan)
{
    ck_assert_int_eq(decide(NAN, NAN, NAN), STATUS_UNTOLD);
    ck_assert_int_eq(decide(NAN, 0.6, 0.7), STATUS_UNTOLD);
    ck_assert_int_eq(decide(0.9, NAN, 1), STATUS_UNTOLD);
    ck_assert_int_eq(decide(0.5, NAN, 0.7), STATUS_UNTOLD);
    ck_assert_int_eq(decide(0.9, 0.95, NAN), STATUS_UNTOLD);
    ck_assert_int_eq(decide(-INFINITY, NAN, INFINITY), STATUS_UNTOLD);
    ck_assert_int_eq(measure_decide((struct interval){1, 1, 1}, NAN),
                     STATUS_UNTOLD);
}
END_TEST

/* ---- pairs and verdicts -------------------------------------------------- */

/* 2 cores; each thread's CPU time and run delay, in ms. */
static struct usage used(double wall, double cpu0, double delay0, double cpu1,
                         double delay1)
{
    struct snapshot before = {0}, after = {0};

    add(&before, 10, 0, 0);
    add(&before, 11, 0, 0);
    add(&after, 10, cpu0 / 1e3, delay0 / 1e3);
    add(&after, 11, cpu1 / 1e3, delay1 / 1e3);
    return measure_usage(&before, &after, wall / 1e3);
}

#define assert_ms(got, want) assert_near((got)*1e3, want)

START_TEST(test_pair_on_a_quiet_machine)
{
    struct usage even = used(10, 10, 0, 10, 0);
    struct usage half = used(20, 20, 0, 0, 0);

    struct pair p = measure_pair(&even, &even, 2);
    ck_assert(p.quiet);
    assert_ms(p.yours, 10);
    assert_ms(p.least, 10);
    assert_near(p.at_once, 2);
    p = measure_pair(&half, &even, 2);
    ck_assert(p.quiet); /* who sleeps has not waited for a core */
    assert_ms(p.least, 20);
    assert_near(p.at_once, 1);
}
END_TEST

/* The same work in blocks that threads fetch: one thread was without a core for
 * 5 ms, and the other did its part. Nothing says that this code is slow. */
START_TEST(test_pair_of_a_starved_thread)
{
    struct usage even = used(10, 10, 0, 10, 0);
    struct usage fetched = used(12.5, 12.5, 0, 7.5, 5);

    struct pair p = measure_pair(&fetched, &even, 2);
    ck_assert(!p.quiet);
    assert_ms(p.yours, 12.5);
    assert_ms(p.least, 8); /* of 10, which sharing a core makes dearer */
    /* and where thread 0 waited for thread 1, which had no core, and the other
     * way round */
    struct usage chain = used(18, 10, 4, 10, 4);
    p = measure_pair(&chain, &even, 2);
    assert_ms(p.yours, 14);
    assert_ms(p.least, 10); /* 18 - 8 */
}
END_TEST

START_TEST(test_pair_of_a_disturbed_ceiling)
{
    struct usage even = used(10, 10, 0, 10, 0);
    struct usage late = used(14, 10, 4, 10, 0);

    struct pair p = measure_pair(&even, &late, 2);
    ck_assert(!p.quiet);
    assert_ms(p.ceiling, 10);
    assert_ms(p.yours, 10);
}
END_TEST

/* 8 threads on 2 cores: that they wait for each other is their own doing. */
START_TEST(test_pair_of_many_threads)
{
    struct snapshot before = {0}, after = {0};

    for (int i = 0; i < 8; i++)
        add(&after, 10 + i, 2.5e-3, 10e-3);
    struct usage many = measure_usage(&before, &after, 12.5e-3);
    struct usage even = used(10, 10, 0, 10, 0), late = used(20, 10, 10, 10, 0);
    ck_assert_int_eq(many.workers, 8);
    struct pair p = measure_pair(&many, &even, 2);
    ck_assert(p.quiet);
    assert_ms(p.yours, 12.5);
    assert_ms(p.least, 12.5);
    p = measure_pair(&many, &late, 2); /* half was the neighbours' */
    assert_ms(p.yours, 10);
    assert_ms(p.least, 8);
}
END_TEST

/* Threads that were gone before their last reading: what they waited for a core
 * is not known, so it is no evidence, unless the ceiling had all cores. */
START_TEST(test_pair_of_unseen_threads)
{
    struct snapshot before = {0}, after = {0};

    before.process_ns = 1;
    add(&after, 10, 0.1e-3, 0);
    after.process_ns = 20100001;
    struct usage unseen = measure_usage(&before, &after, 20e-3);
    struct usage even = used(10, 10, 0, 10, 0), late = used(20, 10, 10, 10, 0);
    ck_assert(!unseen.delays_known);
    struct pair p = measure_pair(&unseen, &late, 2);
    ck_assert(!p.quiet);
    assert_ms(p.yours, 20);
    assert_ms(p.least, 8.04);
    p = measure_pair(&unseen, &even, 2);
    ck_assert(p.quiet);
    assert_ms(p.least, 20);
}
END_TEST

/* Without schedstat wall times stand in, and the process's CPU time tells that
 * the ceiling was held up and that serial code used one core. A serial sum was
 * measured at 85 to 90 % of such a ceiling. */
START_TEST(test_serial_without_schedstat)
{
    struct snapshot before = {.process_ns = 1};
    struct snapshot after = {.process_ns = 20000001};
    struct pair pair[30];

    struct usage serial = measure_usage(&before, &after, 20e-3);
    struct usage ceiling = measure_usage(&before, &after, 17.5e-3);
    for (int i = 0; i < 30; i++)
        pair[i] = measure_pair(&serial, &ceiling, 2);
    ck_assert(!pair[0].quiet);
    assert_near(pair[0].at_once, 1);
    struct verdict v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_UNTOLD);
    ck_assert_int_eq(v.why, WHY_IN_TURNS);
    /* even where it is as fast as a ceiling that had all cores */
    ceiling = measure_usage(&before, &after, 10e-3);
    ck_assert(measure_pair(&serial, &ceiling, 2).quiet);
    for (int i = 0; i < 30; i++)
        pair[i].quiet = true;
    v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_FAIL);
    ck_assert_int_eq(v.why, WHY_ONE_CORE);
}
END_TEST

START_TEST(test_quiet_pairs_decide_alone)
{
    struct pair pair[100];

    /* 20 quiet pairs say 0.5, 80 others 1.2 or, at best, 2 */
    for (int i = 0; i < 100; i++)
        pair[i] = i % 5 ? (struct pair){1, 0.6, 1.2, 1.9, false}
                        : (struct pair){2, 2, 1, 1.9, true};
    struct verdict v = measure_verdict(pair, 100, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_FAIL);
    ck_assert_int_eq(v.pairs, 20);
    assert_near(v.fraction.middle, 0.5);
    /* too few of them: all are looked at, and a fail needs them all */
    v = measure_verdict(pair, 70, 15, 2, 0.85);
    ck_assert_int_eq(v.pairs, 70);
    ck_assert_int_eq(v.status, STATUS_PASS);
    for (int i = 0; i < 70; i++)
        pair[i].yours = 2;
    v = measure_verdict(pair, 70, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_UNTOLD);
    /* what it may be at has the goal in it: else the sentence is absurd */
    ck_assert(v.fraction.high < 0.85);
    ck_assert(v.slowest < 0.85 && v.fastest >= 0.85 && isfinite(v.fastest));
}
END_TEST

/* 78 % of the ceiling fails on a quiet machine, and 60 % on any. */
START_TEST(test_busy_is_judged_with_care)
{
    struct pair pair[30];

    for (int i = 0; i < 30; i++)
        pair[i] = (struct pair){1.28, 1.28, 1, 1.9, i % 2 == 0};
    ck_assert_int_eq(measure_verdict(pair, 30, 15, 2, 0.85).status,
                     STATUS_FAIL);
    pair[0].quiet = false;
    ck_assert_int_eq(measure_verdict(pair, 30, 15, 2, 0.85).status,
                     STATUS_UNTOLD);
    for (int i = 0; i < 30; i++)
        pair[i].yours = pair[i].least = 1 / 0.6;
    ck_assert_int_eq(measure_verdict(pair, 30, 15, 2, 0.85).status,
                     STATUS_FAIL);
}
END_TEST

START_TEST(test_pass_needs_threads_together)
{
    struct pair pair[30];

    for (int i = 0; i < 30; i++)
        pair[i] = (struct pair){1, 1, 1, 1.02, false};
    struct verdict v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_UNTOLD);
    ck_assert_int_eq(v.why, WHY_IN_TURNS);
    for (int i = 0; i < 4; i++)
        pair[i].at_once = 1.6;
    v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_UNTOLD);
    pair[4].at_once = 1.6; /* five make an interval */
    v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_PASS);
    /* and when together they are slow, so they are */
    for (int i = 0; i < 5; i++)
        pair[i].yours = 2;
    v = measure_verdict(pair, 30, 15, 2, 0.85);
    ck_assert_int_eq(v.status, STATUS_UNTOLD);
}
END_TEST

START_TEST(test_few_pairs)
{
    struct pair slow = {10, 10, 1, 1.9, true}, fast = {1, 1, 1, 1.9, true};
    struct pair pair[15];

    for (int i = 0; i < 15; i++)
        pair[i] = fast;
    ck_assert_int_eq(measure_verdict(pair, 14, 15, 2, 0.85).status,
                     STATUS_UNTOLD);
    ck_assert_int_eq(measure_verdict(pair, 15, 15, 2, 0.85).status,
                     STATUS_PASS);
    for (int i = 0; i < 4; i++)
        pair[i] = slow;
    ck_assert_int_eq(measure_verdict(pair, 4, 15, 2, 0.85).status, STATUS_FAIL);
    ck_assert_int_eq(measure_verdict(pair, 5, 15, 2, 0.85).status,
                     STATUS_UNTOLD);
    ck_assert(isinf(measure_verdict(pair, 5, 15, 2, 0.85).fastest));
    /* slow by the clock, but perhaps only for want of a core */
    for (int i = 0; i < 4; i++)
        pair[i].least = 1;
    ck_assert_int_eq(measure_verdict(pair, 4, 15, 2, 0.85).status,
                     STATUS_UNTOLD);
}
END_TEST

/*
 * A machine in a model: calls of two threads on two cores that other programs
 * use as well, in steps of 0.1 ms. A core gives a turn of 3 ms to one after the
 * other of those who are ready on it. Where a thread is ready, it is put on a
 * core by chance. So one may starve while the other works, or both may have the
 * same core in turns.
 */
enum program {
    EVEN,      /* each thread does its half: the ceiling */
    FETCHED,   /* blocks that threads fetch: schedule(dynamic) */
    ORDERED,   /* blocks dealt out in turn, and each one's end in order */
    SERIAL,    /* one thread, the other sleeps */
    UNEVEN,    /* 3/4 of the work for one thread */
    LOCKED,    /* all under one lock */
    CONTENDED, /* a counter that all change: slow when both change it */
    PROGRAMS
};

enum { WORK = 160, BLOCK = 4, TURN = 30, MOST_STEPS = 100000 };

struct model {
    enum program program;
    int left[2];     /* steps that thread t has still to do itself */
    int pool;        /* steps that anyone may do */
    int block[2];    /* ORDERED: number of the block that it is at */
    int in_block[2]; /* steps left in it; 0: waits to end it */
    int ended;       /* blocks that have ended */
    double progress; /* CONTENDED: of the step */
};

static bool is_ready(const struct model *m, int t)
{
    switch (m->program) {
    case ORDERED:
        return m->block[t] * BLOCK < WORK &&
               (m->in_block[t] > 0 || m->ended == m->block[t]);
    case LOCKED: /* whose turn it is has the lock */
        return m->pool > 0 && (WORK - m->pool) / BLOCK % 2 == t;
    default:
        return m->left[t] > 0 || m->pool > 0;
    }
}

/* Thread t has a core for a step, both have one. */
static void do_step(struct model *m, int t, bool both)
{
    switch (m->program) {
    case ORDERED:
        if (m->in_block[t] > 0 && --m->in_block[t] > 0)
            return;
        if (m->ended == m->block[t]) {
            m->ended++;
            m->block[t] += 2;
            m->in_block[t] = BLOCK;
        }
        return;
    case CONTENDED:
        m->progress += both ? 0.2 : 1;
        if (m->progress >= 1) {
            m->progress -= 1;
            m->pool -= m->pool > 0;
        }
        return;
    default:
        if (m->left[t] > 0)
            m->left[t]--;
        else if (m->pool > 0)
            m->pool--;
    }
}

static struct model new_model(enum program program)
{
    struct model m = {
        .program = program, .block = {0, 1}, .in_block = {BLOCK, BLOCK}};

    if (program == EVEN)
        m.left[0] = m.left[1] = WORK / 2;
    else if (program == SERIAL)
        m.left[0] = WORK;
    else if (program == UNEVEN)
        m.left[0] = WORK - (m.left[1] = WORK / 4);
    else
        m.pool = WORK;
    return m;
}

/* One call beside so many busy loops. */
static struct usage modelled(enum program program, int loops)
{
    struct model m = new_model(program);
    int place[2] = {0, 0}, cpu[2] = {0, 0}, delay[2] = {0, 0}, steps = 0;
    bool was_ready[2] = {false, false};
    /* which of those on a core has it, and how long still */
    int turn[2], rest[2];

    for (int c = 0; c < 2; c++) {
        turn[c] = (int)(random_unit() * 8);
        rest[c] = 1 + (int)(random_unit() * TURN);
    }
    for (; steps < MOST_STEPS && (is_ready(&m, 0) || is_ready(&m, 1));
         steps++) {
        bool ready[2] = {is_ready(&m, 0), is_ready(&m, 1)}, runs[2] = {false};
        for (int t = 0; t < 2; t++) {
            if (ready[t] && !was_ready[t]) { /* woken: an idle core, or any */
                bool other_there = ready[!t] && was_ready[!t];
                place[t] = loops == 0 && other_there ? !place[!t]
                                                     : random_unit() < 0.5;
            }
            was_ready[t] = ready[t];
        }
        if (loops == 0 && ready[0] && ready[1])
            place[1] = !place[0];
        for (int c = 0; c < 2; c++) {
            /* on this core: our threads, and its share of the loops */
            int here = loops / 2 + (c < loops % 2), ours[2], n = 0;
            for (int t = 0; t < 2; t++)
                if (ready[t] && place[t] == c)
                    ours[n++] = t;
            if (n + here == 0)
                continue;
            if (--rest[c] <= 0) {
                turn[c]++;
                rest[c] = TURN;
            }
            int who = turn[c] % (n + here);
            if (who < n)
                runs[ours[who]] = true;
        }
        for (int t = 0; t < 2; t++) {
            cpu[t] += runs[t];
            delay[t] += ready[t] && !runs[t];
            if (runs[t])
                do_step(&m, t, runs[0] && runs[1]);
        }
    }
    ck_assert_int_lt(steps, MOST_STEPS);
    return used(steps / 10.0, cpu[0] / 10.0, delay[0] / 10.0, cpu[1] / 10.0,
                delay[1] / 10.0);
}

/* How often each verdict is given in so many gradings. */
static void grade_model(enum program program, int loops,
                        int verdicts[STATUS_COUNT])
{
    enum { GRADINGS = 100, PAIRS = 100 };
    struct pair pair[PAIRS];

    memset(verdicts, 0, STATUS_COUNT * sizeof *verdicts);
    random_state = (uint64_t)(program * 10 + loops);
    for (int g = 0; g < GRADINGS; g++) {
        struct verdict v = {.status = STATUS_UNTOLD};
        for (int n = 0; n < PAIRS && v.status == STATUS_UNTOLD;) {
            struct usage k = modelled(EVEN, loops);
            struct usage y = modelled(program, loops);
            pair[n++] = measure_pair(&y, &k, 2);
            if (n >= 4 && n % 2 == 0)
                v = measure_verdict(pair, n, 15, 2, 0.85);
        }
        verdicts[v.status]++;
    }
}

START_TEST(test_verdicts_on_a_modelled_machine)
{
    enum program program = (enum program)_i;
    bool right = program <= ORDERED;

    for (int loops = 0; loops <= 6; loops += loops < 3 ? 1 : 3) {
        int got[STATUS_COUNT];
        grade_model(program, loops, got);
        ck_assert_int_eq(got[right ? STATUS_FAIL : STATUS_PASS], 0);
        if (loops == 0)
            ck_assert_int_eq(got[right ? STATUS_PASS : STATUS_FAIL], 100);
        /* There is evidence on a busy machine, too. */
        if (program == SERIAL)
            ck_assert_int_eq(got[STATUS_FAIL], 100);
    }
}
END_TEST

/* ---- findings ------------------------------------------------------------ */

START_TEST(test_names)
{
    for (int i = 0; i < KIND_COUNT; i++)
        ck_assert_int_eq(kind_from_name(kind_names[i]), i);
    for (int i = 0; i < STATUS_COUNT; i++)
        ck_assert_int_eq(status_from_name(status_names[i]), i);
    ck_assert_int_eq(kind_from_name("race"), KIND_RACE);
    ck_assert_int_eq(status_from_name("untold"), STATUS_UNTOLD);
    ck_assert_int_eq(kind_from_name("Race"), -1);
    ck_assert_int_eq(kind_from_name(""), -1);
    ck_assert_int_eq(status_from_name("passed"), -1);
    ck_assert_int_eq(status_from_name(NULL), -1);
}
END_TEST

START_TEST(test_say)
{
    struct finding f = {.points = 1};

    finding_say(&f, "%d of %s", 3, "4");
    ck_assert_str_eq(finding_text(&f), "3 of 4");
    finding_say(&f, "%s, and more", finding_text(&f));
    ck_assert_str_eq(finding_text(&f), "3 of 4, and more");
    finding_say(&f, "%s", "");
    ck_assert_str_eq(finding_text(&f), "");
}
END_TEST

/* What is left of `fill` times 'a' followed by `tail`. */
static size_t said(struct finding *f, int fill, const char *tail)
{
    static char text[sizeof f->message + 1024];

    memset(text, 'a', sizeof text);
    ck_assert(fill >= 0 && (size_t)fill + strlen(tail) < sizeof text);
    strcpy(text + fill, tail);
    memset(f, 'x', sizeof *f);
    finding_say(f, "%s", text);
    ck_assert_ptr_nonnull(memchr(finding_text(f), 0, sizeof f->message));
    ck_assert_int_eq(strncmp(finding_text(f), text, strlen(finding_text(f))),
                     0);
    return strlen(finding_text(f));
}

START_TEST(test_say_cuts_between_characters)
{
    struct finding f;
    int room = sizeof f.message - 1;

    ck_assert_uint_eq(said(&f, room, ""), room);
    ck_assert_uint_eq(said(&f, room + 1, ""), room);
    ck_assert_uint_eq(said(&f, room + 500, ""), room);
    ck_assert_int_eq((unsigned char)((char *)&f.place)[0], 'x');

    /* 2, 3 and 4 bytes: whole if they fit, else not at all */
    static const char *const characters[] = {"\u00fc", "\u7ebf", "\U0001d11e"};
    for (int i = 0; i < 3; i++) {
        int bytes = i + 2;
        ck_assert_uint_eq(strlen(characters[i]), bytes);
        ck_assert_uint_eq(said(&f, room - bytes, characters[i]), room);
        for (int fit = 0; fit < bytes; fit++)
            ck_assert_uint_eq(said(&f, room - fit, characters[i]), room - fit);
        /* one that fits, and more after it */
        char two[16];
        snprintf(two, sizeof two, "%sz", characters[i]);
        ck_assert_uint_eq(said(&f, room - bytes, two), room);
    }
    /* not UTF-8: a ? for each byte */
    finding_say(&f, "%s", "a\x80\x80");
    ck_assert_str_eq(finding_text(&f), "a??");
}
END_TEST

/* ---- all together -------------------------------------------------------- */

static TCase *add_case(Suite *s, const char *name)
{
    TCase *c = tcase_create(name);

    /* never reached, except by a test that waits for what does not come */
    tcase_set_timeout(c, 60);
    suite_add_tcase(s, c);
    return c;
}

static Suite *measure_suite(void)
{
    Suite *s = suite_create("measure");
    TCase *c;

    c = add_case(s, "cores");
    tcase_add_test(c, test_quota_rounds_down);
    tcase_add_test(c, test_cores_follow_affinity_and_quota);
    tcase_add_test(c, test_cores_with_more_than_1024_cpus);
    tcase_add_test(c, test_cores_without_affinity);
    tcase_add_test(c, test_cores_when_pinned);
    tcase_add_test(c, test_quota_v2);
    tcase_add_test(c, test_quota_v2_nested);
    tcase_add_test(c, test_quota_v1);
    tcase_add_test(c, test_quota_hybrid);
    tcase_add_test(c, test_quota_missing);

    c = add_case(s, "threads");
    tcase_add_test(c, test_delay_counts);
    tcase_add_test(c, test_has_delay_as_the_kernel_says);
    tcase_add_test(c, test_snapshot_of_threads);
    tcase_add_test(c, test_snapshot_tells_cpu_from_delay);
    tcase_add_test(c, test_update_keeps_ended_and_adds_new);
    tcase_add_test(c, test_figures_grow);
    tcase_add_test(c, test_gone_process);
    tcase_add_test(c, test_update_when_full);
    tcase_add_test(c, test_update_of_a_reused_number);
    tcase_add_test(c, test_asleep);
    tcase_add_test(c, test_now_does_not_go_back);

    c = add_case(s, "counted");
    tcase_add_test(c, test_counted_takes_neighbours_out);
    tcase_add_test(c, test_cpu_of_all_threads);
    tcase_add_test(c, test_counted_keeps_own_waiting);
    tcase_add_test(c, test_counted_floor_one_thread);
    tcase_add_test(c, test_counted_floor_all_cores);
    tcase_add_test(c, test_counted_floor_sees_ended_threads);
    tcase_add_test(c, test_workers);
    tcase_add_test(c, test_quartile);
    tcase_add_test(c, test_counted_new_and_ended_threads);
    tcase_add_test(c, test_counted_reused_number);
    tcase_add_test(c, test_counted_without_schedstat);

    c = add_case(s, "statistics");
    tcase_add_test(c, test_median);
    tcase_add_test(c, test_median_of_odd_values);
    tcase_add_loop_test(c, test_interval_ranks, 0,
                        sizeof ranks / sizeof *ranks);
    tcase_add_test(c, test_interval_with_nan);
    tcase_add_test(c, test_interval_coverage);
    tcase_add_test(c, test_decide);
    tcase_add_test(c, test_decide_nan);

    c = add_case(s, "verdicts");
    tcase_add_test(c, test_pair_on_a_quiet_machine);
    tcase_add_test(c, test_pair_of_a_starved_thread);
    tcase_add_test(c, test_pair_of_a_disturbed_ceiling);
    tcase_add_test(c, test_pair_of_many_threads);
    tcase_add_test(c, test_pair_of_unseen_threads);
    tcase_add_test(c, test_serial_without_schedstat);
    tcase_add_test(c, test_quiet_pairs_decide_alone);
    tcase_add_test(c, test_busy_is_judged_with_care);
    tcase_add_test(c, test_pass_needs_threads_together);
    tcase_add_test(c, test_few_pairs);
    tcase_add_loop_test(c, test_verdicts_on_a_modelled_machine, EVEN, PROGRAMS);

    c = add_case(s, "findings");
    tcase_add_test(c, test_names);
    tcase_add_test(c, test_say);
    tcase_add_test(c, test_say_cuts_between_characters);
    return s;
}

int main(void)
{
    /* Here, not in a fixture: a failed test skips its fixture's end. */
    make_folder();
    SRunner *runner = srunner_create(measure_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_folder();
    return failed != 0;
}
