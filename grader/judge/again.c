/*
 * again.c - see again.h. The student's process of the test waits meanwhile; the
 * test goes on with it as if nothing had been.
 */
#define _GNU_SOURCE
#include "judge/again.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/source.h"
#include "judge/builds.h"
#include "judge/call.h"
#include "judge/exchange.h"
#include "judge/memory.h"
#include "judge/past.h"
#include "judge/state.h"

enum { TRIES = 3, ROUNDS = 2 };
#define QUICK 0.5 /* seconds of a call that is made again */
#define LIMIT 5   /* seconds of one that is never back */

/* ---- trying ----------------------------------------------------------------
 */

enum came { CAME_RIGHT, CAME_WRONG, CAME_NOT };

/* A wrong result, to know it again. */
static uint64_t mark_of(const struct judge_value *v)
{
    return hash_add(HASH_START ^ (uint64_t)v->i, judge_arenas()[REGION_OUT],
                    (size_t)memory_used(REGION_OUT));
}

struct question {
    again_right *right;
    const void *about;
    uint64_t mark; /* of the first wrong result */
    bool differs;  /* another wrong result has another one */
};

static enum came call_all(struct question *ask, struct peer *peer)
{
    struct request q;
    struct reply reply = {0};
    struct timing t = {0};
    struct judge_value got = {0};
    int n_past;
    const struct past *past = past_calls(&n_past);

    memcpy(judge_arenas()[REGION_OUT], past[0].bytes, past[0].n);
    for (int i = 0; i < n_past; i++) {
        const struct call *call = &past[i].call;

        judge_request(&q, call->function, call->returns, &call->args);
        if (judge_exchange(peer, &q, &reply, LIMIT, &t) != CALL_DONE ||
            reply.type != REPLY_DONE)
            return CAME_NOT;
        got = judge_got(&q, &reply, 0);
    }
    if (ask->right(ask->about, &got))
        return CAME_RIGHT;
    const uint64_t mark = mark_of(&got);
    ask->differs |= ask->mark && ask->mark != mark;
    ask->mark = mark;
    return CAME_WRONG;
}

/* In a new process with a team of so many, of which OpenMP gives `limit` (0:
 * all), the calls are made n times. */
static void try_in_new_process(struct question *ask, int team, int limit, int n,
                               enum came *came)
{
    struct sandbox_options o = build_options(student.build, team);
    struct sandbox box;

    for (int i = 0; i < n; i++)
        came[i] = CAME_NOT;
    o.thread_limit = limit;
    memory_give(&o);
    if (sandbox_start(&o, &box) == 0 && exchange_hello(&box, LIMIT)) {
        struct peer peer = {box.inside, box.control, &box};

        kill(peer.pid, SIGSTOP);
        for (int i = 0; i < n; i++) {
            came[i] = call_all(ask, &peer);
            if (came[i] == CAME_NOT)
                break;
        }
        kill(peer.pid, SIGCONT);
    }
    sandbox_end(&box);
}

static bool can_be_made_again(void)
{
    int n_past;
    const struct past *past = past_calls(&n_past);

    return n_past && past[0].whole && past[n_past - 1].whole &&
           past[0].n <= (size_t)memory_used(REGION_OUT) && student.running &&
           student.idle && !student.device && !judge.gpu && !judge.closer &&
           !judge.quick && !student.timed && !student.refuses &&
           !student.made_up && !student.long_call && !student.wide &&
           !student.woken && !student.reply.withheld && student.took <= QUICK &&
           !build_is_detector(student.build);
}

/* ---- saying -------------------------------------------------------------- */

/* What `find` finds in the function that was called: a line; 0. */
static int line_in_called(int (*find)(const char *path, const char *function))
{
    int n;
    const struct past *past = past_calls(&n);

    if (n)
        past += n - 1;
    return n ? find(judge.source, past->call.function) : 0;
}

/* joins: the line of a reduction of its own, which says how parts are joined;
 * outside: that of omp_get_num_threads() outside of the regions; 0. */
static const char *sentence(enum again_sentence which, int joins, int outside)
{
    switch (which) {
    case AGAIN_TEAM:
        return SAY(wrong_with_fewer_threads);
    case AGAIN_LEFT:
        return SAY(wrong_in_second_call);
    case AGAIN_NOW_AND_THEN:
        return SAY(result_depends_on_timing);
    case AGAIN_NEW:
        return SAY(right_in_new_program);
    case AGAIN_SHARING:
        if (outside)
            return SAY(serial_right_team_size_outside);
        if (joins)
            return SAY(serial_right_declare_reduction);
        return SAY(serial_right_sharing_wrong);
    case AGAIN_ORDER:
        if (joins)
            return SAY(serial_right_varying_reduction);
        return SAY(serial_right_varying_result);
    case AGAIN_ALONE:
        return joins ? SAY(serial_wrong_reduction_start)
                     : SAY(serial_wrong_not_sharing);
    default:
        return "";
    }
}

/* In one of a grading's checks: in the others it would say nothing new. */
static void say(enum again_sentence which, int number, char *text, size_t size)
{
    int *said =
        &judge.table->said_again[which == AGAIN_ORDER ? AGAIN_SHARING : which];
    int joins, outside = 0;

    if (*said && *said != judge.current + 1)
        return;
    *said = judge.current + 1;
    joins = line_in_called(source_own_reduction);
    if (which == AGAIN_SHARING && !joins)
        outside = line_in_called(source_team_outside);
    if (which == AGAIN_SHARING)
        number = joins ? joins : outside;
    said_put(text, size, sentence(which, joins, outside), number, joins);
}

static enum again_sentence one_thread(struct question *ask, bool exact)
{
    const bool differs = ask->differs;
    enum came came;
    int n_past;

    try_in_new_process(ask, 1, 0, 1, &came);
    if (came == CAME_RIGHT)
        return exact && differs ? AGAIN_ORDER : AGAIN_SHARING;
    /* What a check has done between its calls may be missing. */
    past_calls(&n_past);
    return came == CAME_WRONG && n_past == 1 ? AGAIN_ALONE : AGAIN_NOTHING;
}

/* The call as it was made, as the first one of a program and as the second;
 * then by one thread. */
static enum again_sentence look_again(struct question *ask, bool exact)
{
    int first_right = 0, first_wrong = 0, second_wrong = 0;

    for (int i = 0; i < TRIES; i++) {
        enum came came[ROUNDS];

        try_in_new_process(ask, student.team, student.limit, ROUNDS, came);
        first_right += came[0] == CAME_RIGHT;
        first_wrong += came[0] == CAME_WRONG;
        second_wrong += came[1] == CAME_WRONG;
    }
    if (first_right == TRIES)
        return second_wrong == TRIES                 ? AGAIN_LEFT
               : second_wrong                        ? AGAIN_NOW_AND_THEN
               : student.calls > 1 && !student.mixed ? AGAIN_NEW
                                                     : AGAIN_NOTHING;
    if (first_right + first_wrong < TRIES)
        return AGAIN_NOTHING;
    if (!judge_is_cuda() && student.team > 1)
        return one_thread(ask, exact);
    return first_right ? AGAIN_NOW_AND_THEN : AGAIN_NOTHING;
}

/* With all of the team it is right, and only with fewer it is not. */
static enum again_sentence look_at_team(struct question *ask)
{
    enum came came;

    if (!student.limit || student.limit >= student.team)
        return AGAIN_NOTHING;
    try_in_new_process(ask, student.team, 0, 1, &came);
    if (came != CAME_RIGHT)
        return AGAIN_NOTHING;
    try_in_new_process(ask, student.team, student.limit, 1, &came);
    return came == CAME_WRONG ? AGAIN_TEAM : AGAIN_NOTHING;
}

bool again_say(again_right *right, const void *about, bool exact, bool known,
               char *text, size_t size)
{
    struct question ask = {right, about, 0, false};
    const struct student kept = student;
    const size_t used = (size_t)memory_used(REGION_OUT);
    enum again_sentence which;
    char *after;

    *text = '\0';
    if (!can_be_made_again() || !(after = malloc(used + 1)))
        return false;
    memcpy(after, judge_arenas()[REGION_OUT], used);
    which = look_at_team(&ask);
    if (which == AGAIN_NOTHING && !known)
        which = look_again(&ask, exact);
    memcpy(judge_arenas()[REGION_OUT], after, used);
    free(after);
    student = kept;
    say(which,
        which == AGAIN_TEAM || which == AGAIN_ORDER ? student.team
                                                    : TRIES * ROUNDS,
        text, size);
    return *text;
}

const void *again_find(const void *number, size_t size)
{
    const char *bytes = judge_arenas()[REGION_OUT], *found = NULL;
    int n_past;
    const struct past *past = past_calls(&n_past);

    if (!n_past || !past[n_past - 1].whole)
        return NULL;
    for (size_t i = 0; i + size <= past[n_past - 1].n; i += size)
        if (!memcmp(bytes + i, number, size)) {
            if (found || !memory_buffer_of(bytes + i))
                return NULL;
            found = bytes + i;
        }
    return found;
}
