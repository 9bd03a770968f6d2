/*
 * exchange.c - see exchange.h. There is one wait at a time: its readings of run
 * delays begin with wait_begin(), and judge_exchange() begins one itself.
 */
#define _GNU_SOURCE
#include "judge/exchange.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- the time that a process had ------------------------------------- */

static struct {
    double since, last; /* the two readings; 0: none yet */
    double begun;       /* when the last one began */
    double looked;      /* when it was last seen whether all slept ... */
    double asleep;      /* ... which they did for so long */
    enum late why;      /* of the last question whether it is over ... */
    double cpu;         /* ... and what processor time it had by then */
    struct snapshot before, after;
} wait_;

void wait_begin(void)
{
    wait_.since = wait_.looked = wait_.asleep = 0;
}

/* False if there are no run delays to be read here. */
static bool first_reading(pid_t pid)
{
    bool known = measure_snapshot(pid, &wait_.before) == 0;

    if (!known)
        wait_.before.n = 0;
    wait_.after = wait_.before;
    wait_.since = wait_.last = wait_.begun = measure_now();
    return known;
}

/* Returns how long no one may have looked at a thread: since the beginning of
 * the reading before. */
static double next_reading(pid_t pid)
{
    double before = wait_.begun;

    wait_.begun = measure_now();
    measure_update(pid, &wait_.after);
    wait_.last = measure_now();
    return wait_.last - before;
}

/* What was seen at one moment stands for the time since the one before, but not
 * for much of it: we may have been without a core ourselves. */
static void look_if_asleep(pid_t pid, double begin, double now)
{
    const double most = 0.2;

    if (measure_asleep(pid))
        wait_.asleep += fmin(now - (wait_.looked ? wait_.looked : begin), most);
    wait_.looked = now;
}

static struct late_reading reading(double begin)
{
    const double now = measure_now();
    const struct usage u =
        measure_usage(&wait_.before, &wait_.after, now - begin);

    return (struct late_reading){.known = wait_.after.n > 0,
                                 .wall = now - begin,
                                 .cpu = u.cpu,
                                 .cpu_most = u.cpu_most,
                                 .delay_all = u.delay_all,
                                 .asleep = wait_.asleep,
                                 .workers = u.workers,
                                 .team = student.team,
                                 .cores = measure_cores(NULL, NULL)};
}

double wait_counted(double begin)
{
    const struct late_reading r = reading(begin);

    return wait_.since ? late_own_time(&r) : r.wall;
}

enum late wait_why(double *cpu)
{
    *cpu = wait_.cpu;
    return wait_.why;
}

bool wait_is_over(pid_t pid, double begin, double limit)
{
    const double now = measure_now(), pause = fmin(0.05, limit / 4);

    if (!wait_.since)
        first_reading(pid);
    else if (now - wait_.last > pause)
        next_reading(pid);
    if (!wait_.looked || now - wait_.looked > pause)
        look_if_asleep(pid, begin, now);
    if (now - begin < limit)
        return false;

    const struct late_reading r = reading(begin);

    wait_.cpu = r.cpu;
    wait_.why = late_is(&r, limit);
    return wait_.why != LATE_NOT;
}

/* ---- what it says ---------------------------------------------------- */

/* Whether a program that has not said anything yet, in whatever process that is
 * by now, has had its time. */
static bool is_late_to_begin(pid_t group, struct late_reading *r, double begin,
                             double limit)
{
    const double now = measure_now();
    bool asleep;

    if (measure_group(group, &r->cpu, &asleep) && asleep)
        r->asleep += fmin(now - begin - r->wall, 0.5);
    r->cpu_most = wait_.cpu = r->cpu;
    r->wall = now - begin;
    wait_.why = late_is(r, limit);
    return wait_.why != LATE_NOT;
}

bool exchange_hello(struct sandbox *s, double seconds)
{
    struct late_reading r = {.known = true, .team = 1, .cores = 1};
    const double begin = measure_now();
    struct reply hello;
    union {
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
        struct cmsghdr align;
    } control;
    struct iovec io = {&hello, sizeof hello};
    struct msghdr m = {.msg_iov = &io,
                       .msg_iovlen = 1,
                       .msg_control = &control,
                       .msg_controllen = sizeof control};
    struct pollfd p = {s->control, POLLIN, 0};

    wait_.why = LATE_NOT;
    while (poll(&p, 1, 10) == 0) {
        sandbox_drain(s);
        if (measure_now() - begin - r.wall > 0.2 &&
            is_late_to_begin(s->child, &r, begin, seconds))
            return false;
    }
    if (recvmsg(s->control, &m, 0) != sizeof hello || hello.type != REPLY_HELLO)
        return false;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
        struct ucred who;
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_CREDENTIALS)
            continue;
        memcpy(&who, CMSG_DATA(c), sizeof who);
        s->inside = who.pid;
    }
    /* Root may attach another process's number. Without bubblewrap the program
     * is our own child, or compute-sanitizer's, in a session of its own. */
    if (!s->bwrap && getsid(s->inside) != s->child)
        s->inside = 0;
    return s->inside > 0;
}

/* Stop the peer and see it stopped, so that nothing goes on behind our back
 * while the answer is looked at. */
static void stop(const struct peer *p)
{
    char path[64], line[512];

    if (kill(p->pid, SIGSTOP) != 0)
        return;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)p->pid);
    for (int tries = 0; tries < 200; tries++) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t n = fd < 0 ? 0 : read(fd, line, sizeof line - 1);
        if (fd >= 0)
            close(fd);
        if (n <= 0)
            return;
        line[n] = '\0';
        const char *state = strrchr(line, ')');
        if (!state || state[2] == 'T' || state[2] == 'Z')
            return;
        usleep(20);
    }
}

static double now_realtime(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Read one reply. *sent gets the moment at which the other side sent it, on
 * the realtime clock, as the kernel stamped it (SO_TIMESTAMPNS); 0 if it did
 * not. On a busy machine we may get to run only milliseconds later, and that
 * wait is not the student's. */
static ssize_t receive(int control, struct reply *reply, double *sent)
{
    union {
        char bytes[CMSG_SPACE(sizeof(struct ucred)) +
                   CMSG_SPACE(sizeof(struct timespec))];
        struct cmsghdr align;
    } extra;
    struct iovec io = {reply, sizeof *reply};
    struct msghdr m = {.msg_iov = &io,
                       .msg_iovlen = 1,
                       .msg_control = &extra,
                       .msg_controllen = sizeof extra};
    ssize_t n = recvmsg(control, &m, MSG_DONTWAIT);

    *sent = 0;
    for (struct cmsghdr *c = n > 0 ? CMSG_FIRSTHDR(&m) : NULL; c;
         c = CMSG_NXTHDR(&m, c)) {
        struct timespec t;
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS)
            continue;
        memcpy(&t, CMSG_DATA(c), sizeof t);
        *sent = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
    }
    return n;
}

/* The seconds from `begin` until the reply was sent; until `end`, when it was
 * seen, if the stamps are of no use. */
static double wall_time(double begin, double end, double begin_realtime,
                        double sent)
{
    /* nonsense if the realtime clock was set just now: back, and it has gone
     * less far than the other, or on, and that was later */
    double passed = measure_now() - begin;
    bool set_back = now_realtime() - begin_realtime < passed - 1e-4;

    if (!set_back && sent > begin_realtime &&
        sent - begin_realtime < end - begin)
        return sent - begin_realtime;
    return end - begin;
}

enum outcome judge_exchange(struct peer *p, const struct request *q,
                            struct reply *reply, double limit, struct timing *t)
{
    enum outcome outcome = CALL_LATE;
    double begin, begin_realtime, end, sent = 0;
    int on = 1;

    setsockopt(p->control, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    wait_begin();
    bool known = t->sample && first_reading(p->pid);
    t->begin = begin = end = measure_now();
    begin_realtime = now_realtime();
    kill(p->pid, SIGCONT);
    if (send(p->control, q, sizeof *q, MSG_NOSIGNAL) != sizeof *q)
        return CALL_GONE;
    for (;;) {
        struct pollfd fds[3] = {{p->control, POLLIN, 0},
                                {p->box ? p->box->output_fd : -1, POLLIN, 0},
                                {p->box ? p->box->report_fd : -1, POLLIN, 0}};
        int ready = poll(fds, 3, t->sample ? 4 : limit < 1 ? 20 : 100);
        end = measure_now();
        if (!fds[0].revents && end - begin > fmin(0.1, limit / 4) &&
            wait_is_over(p->pid, begin, limit))
            break;
        if (fds[0].revents) {
            ssize_t n = receive(p->control, reply, &sent);
            outcome = n == sizeof *reply && reply->number == q->number
                          ? CALL_DONE
                      : n > 0 ? CALL_GARBAGE
                              : CALL_GONE;
        }
        /* The last reading comes before stop(): to stop, each thread has to
         * get a core once more, and that wait is not the call's. */
        if (t->sample)
            t->blind = fmax(t->blind, next_reading(p->pid));
        if (fds[0].revents)
            break;
        if (ready > 0 && p->box && !sandbox_drain(p->box)) {
            outcome = CALL_FLOOD;
            break;
        }
    }
    if (outcome == CALL_GONE)
        return outcome;
    stop(p);
    if (t->sample) {
        if (!known)
            wait_.after.n = 0;
        t->wall = wall_time(begin, end, begin_realtime, sent);
        t->used = measure_usage(&wait_.before, &wait_.after, t->wall);
        t->threads = wait_.after.n;
        t->busy = measure_busy(&wait_.before, &wait_.after, 1e-3);
    }
    if (p->box && outcome == CALL_DONE && !sandbox_drain(p->box))
        outcome = CALL_FLOOD;
    return outcome;
}
