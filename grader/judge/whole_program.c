/*
 * whole_program.c - see judge.h: the labs whose answer is a program of its own.
 * It runs to its end; its threads are looked at just before.
 */
#define _GNU_SOURCE
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "judge/builds.h"
#include "judge/closer.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/outcome.h"
#include "judge/start.h"
#include "judge/watch.h"

/* Bytes that a thread has written anywhere, as the kernel counts; of the whole
 * process, those that have ended among them, if tid is 0. -1: not counted. */
static int64_t bytes_written(pid_t pid, pid_t tid)
{
    char path[96], line[64];
    long long bytes = -1;

    if (tid)
        snprintf(path, sizeof path, "/proc/%d/task/%d/io", (int)pid, (int)tid);
    else
        snprintf(path, sizeof path, "/proc/%d/io", (int)pid);
    FILE *f = fopen(path, "re");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "wchar: %lld", &bytes) == 1)
            break;
    if (f)
        fclose(f);
    return bytes;
}

static int threads_now(pid_t pid)
{
    struct snapshot *s = calloc(1, sizeof *s);
    int n = s && measure_snapshot(pid, s) == 0 ? s->n : 0;

    free(s);
    return n;
}

/* The threads of the program, if they are more than before, and how much they
 * have written since it had written `before` bytes. Those that have ended count
 * as one. */
static void count_threads(pid_t pid, int64_t before, struct judge_run *run)
{
    static struct snapshot snapshot; /* large */
    struct snapshot *s = &snapshot;
    int64_t ended;

    if (measure_snapshot(pid, s) != 0)
        own_trouble("/proc/PID/task");
    if (run->threads < s->n)
        run->threads = s->n;
    ended = bytes_written(pid, 0) - before;
    for (int i = 0; i < s->n && before >= 0; i++) {
        int64_t bytes = bytes_written(pid, s->thread[i].tid) -
                        (s->thread[i].tid == pid ? before : 0);
        run->written += bytes;
        ended -= bytes;
        if (bytes > run->most_written)
            run->most_written = bytes;
    }
    if (before < 0)
        return;
    run->written += ended;
    if (ended > run->most_written)
        run->most_written = ended;
}

/* Let it run to its end, or to its limit. When it says that it is about to exit
 * its threads are looked at, and it is asked for the end mark. False if it
 * prints too much. */
static bool follow(struct judge_run *run, int64_t before, double begin,
                   double limit)
{
    struct sandbox *box = &student.box;
    struct request end = {0};
    struct reply bye = {0};
    bool fits = true;

    wait_begin();
    while (fits && !wait_is_over(box->inside, begin, limit)) {
        struct pollfd fds[3] = {{box->control, POLLIN, 0},
                                {box->output_fd, POLLIN, 0},
                                {box->report_fd, POLLIN, 0}};
        poll(fds, 3, 20);
        fits = sandbox_drain(box);
        if (!fds[0].revents)
            continue;
        if (recv(box->control, &bye, sizeof bye, MSG_DONTWAIT) != sizeof bye)
            break;
        if (end.secret) {
            student.marked = mark_came(&end, &bye);
            break;
        }
        count_threads(box->inside, before, run);
        mark_ask(&end);
        if (send(box->control, &end, sizeof end, MSG_NOSIGNAL) != sizeof end)
            break;
    }
    close(box->control);
    box->control = -1;
    return fits;
}

const struct judge_run *judge_run_program(enum build build, int threads)
{
    static const struct request whole = {.function = "main"};
    static const struct reply none;
    static struct judge_run run;
    static char output[SANDBOX_OUTPUT_KEPT + 1];
    struct sandbox *box = &student.box;
    struct sandbox_options o;
    double limit = build_call_limit(build), begin;
    int64_t before;

    judge_finish();
    build = closer_build(build_filled(build));
    start_requires(build);
    o = build_options(build, threads);
    o.hold_output = true;
    start_process(&o, build, true, SAY(part_startup_before_main));
    before = bytes_written(box->inside, 0);
    run = (struct judge_run){.output = output, .written = before < 0 ? -1 : 0};
    /* Its first write blocks: time for all threads of the first parallel
     * region to come to work before one of them can do it all. They may be
     * gone at the end, or be another region's. */
    usleep(20000);
    run.threads = run.at_first = threads_now(box->inside);
    sandbox_release(box);
    begin = measure_now();
    if (!follow(&run, before, begin, limit))
        judge_outcome(CALL_FLOOD, &whole, &none, limit);
    const double end = measure_now(), rest = fmax(begin + limit - end, 2);

    wait_begin();
    while (!sandbox_wait(box, 0.1))
        if (wait_is_over(box->inside, end, rest))
            judge_outcome(CALL_LATE, &whole, &none, limit);
    run.exit_code = box->exit_code;
    if (run.exit_code > 128)
        outcome_gone("main()");
    run.length = box->output.length;
    if (box->output.bytes)
        memcpy(output, box->output.bytes, run.length);
    output[run.length] = '\0';
    return &run;
}
