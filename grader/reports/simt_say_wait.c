/*
 * simt_say_wait.c - see simt_say.h: barriers, warps and tiles that not all come
 * to who have to, and loops that do not end.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "reports/simt_branch.h"

/* "thread 16 waits at line 30", what the other side of a barrier does. */
static void where_other_is(const struct simt_raw *raw, const struct finding *f,
                           char *text, size_t size)
{
    struct simt_who w = simt_who_is(raw, &raw->other);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    if (raw->other.ended && !simt_same_tuple(raw->at.block, raw->other.block))
        snprintf(text, size, _("thread %s of block %s has left the kernel"),
                 w.thread, w.block);
    else if (raw->other.ended)
        snprintf(text, size, _("thread %s has left the kernel"), w.thread);
    else if (!strcmp(raw->other.op, "barrier") &&
             (raw->kind == SIMT_KIND_MATRIX ||
              raw->kind == SIMT_KIND_WARP_MASK))
        snprintf(text, size, _("thread %s waits in the __syncthreads() at %s"),
                 w.thread, line);
    else if (!strcmp(raw->other.op, "barrier") &&
             simt_same_line(&raw->at.place, &raw->other.place))
        snprintf(text, size, _("thread %s waits in another one on that line"),
                 w.thread);
    else if (!strcmp(raw->other.op, "barrier"))
        snprintf(text, size, _("thread %s waits in the one at %s"), w.thread,
                 line);
    else if (!strcmp(raw->other.op, "warp"))
        snprintf(text, size, _("thread %s waits for lanes of its warp at %s"),
                 w.thread, line);
    else
        snprintf(text, size, _("thread %s is at %s"), w.thread, line);
}

void simt_say_barrier(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], other[200] = "";

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->has_other)
        where_other_is(raw, f, other, sizeof other);
    if (!strcmp(raw->text, "grid")) {
        finding_add(
            f,
            raw->has_other
                ? _("Thread %s of block %s waits in the grid.sync() at %s, but "
                    "%s.")
                : _("Thread %s of block %s waits in the grid.sync() at %s%s."),
            w.thread, w.block, line, other);
        finding_add(
            f, "%s",
            _("All threads of all blocks must come to each grid.sync(): do not "
              "return before it, and move it out of the if or the loop that "
              "only some of them enter."));
        return;
    }
    if (!raw->has_other)
        finding_add(
            f,
            _("Thread %s of block %s waits in the __syncthreads() at %s, which "
              "not all threads of the block reach."),
            w.thread, w.block, line);
    else
        finding_add(
            f,
            _("Thread %s of block %s waits in the __syncthreads() at %s, but "
              "%s."),
            w.thread, w.block, line, other);
    if (raw->note) {
        finding_add(
            f, "%s",
            _("Since Volta (2017) a barrier waits for the threads that have "
              "not ended, and this is right; before, it was not. What the "
              "others were to do for the block, such as writing an element of "
              "shared memory, nobody does."));
        return;
    }
    simt_say_branch(raw, f);
    finding_add(
        f, "%s",
        raw->other.ended
            ? _("All threads of a block must come to each __syncthreads(): do "
                "not return before it or leave its loop before the others do, "
                "and do not put it inside an if that only some of them enter.")
            : _("All threads of a block must come to the same "
                "__syncthreads(): move it out of the if or the loop that only "
                "some of them enter."));
}

void simt_say_deadlock(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char where[240], other[200];
    bool warp = !strcmp(raw->at.op, "warp");

    simt_where(f, &raw->at, where, sizeof where);
    finding_add(f, _("No thread of block %s can go on: thread %s waits at %s."),
                w.block, w.thread, where);
    if (raw->has_other) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(f, _("Meanwhile, %s."), other);
    }
    if (*raw->text)
        finding_add(f, "%s", raw->text);
    if (warp)
        simt_say_branch(raw, f);
    if (warp)
        finding_add(
            f, "%s",
            _("All lanes that the mask names must make this call; 0xffffffff "
              "names all 32 of the warp, those that skip an if included."));
    else
        finding_add(
            f, "%s",
            _("Look at what each of them waits for, and who was to do it."));
}

void simt_say_lock_order(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_who at = simt_who_is(raw, &raw->at);
    const struct simt_who other = simt_who_is(raw, &raw->other);
    char line[2][100];

    simt_line_of(f, &raw->at, line[0], sizeof line[0]);
    simt_line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(f,
                _("Locks are taken in two orders: thread %s of block %s waits "
                  "for one at %s while it has another, and thread %s of block "
                  "%s waits at %s the other way round. If both come there at "
                  "once, each waits for the other for ever, even if it went "
                  "well this time."),
                at.thread, at.block, line[0], other.thread, other.block,
                line[1]);
    finding_add(f, "%s",
                _("Let all threads take the locks in the same order, such as "
                  "the one with the smaller index first."));
}

void simt_say_endless(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    struct simt_party at = raw->at;
    char line[100], code[CODE];

    /* A turn ends at a bracket; its loop says more where it begins. */
    if (raw->loop && at.place.line) {
        f->place.line = at.place.line = raw->loop;
        f->place.column = 0;
    }
    simt_line_of(f, &at, line, sizeof line);
    simt_quote(&at, code, sizeof code);
    /* Whether one that still runs ends some time, nobody knows. */
    if (raw->seconds >= 1)
        finding_add(
            f,
            _("The kernel `%s` does not end within %.0f seconds: thread %s of "
              "block %s is still at %s."),
            simt_kernel_of(raw), raw->seconds, w.thread, w.block, line);
    else
        finding_add(
            f,
            _("The kernel `%s` does not end: thread %s of block %s goes round "
              "at %s, and nothing changes any more."),
            simt_kernel_of(raw), w.thread, w.block, line);
    finding_add(
        f,
        *code ? _("Look at what ends the loop there: `%s`. If it waits for "
                  "another thread, ask whether that one can get on.")
              : _("Look at what ends the loop there%s. If it waits for another "
                  "thread, ask whether that one can get on."),
        code);
    if (raw->seconds >= 1)
        finding_add(f, _("If it only has very many turns, ask who else could "
                         "do a part of them."));
}

void simt_say_warp_mask(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100], other[200], where[240];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (!strncmp(raw->text, "waits ", 6)) {
        simt_where(f, &raw->at, where, sizeof where);
        where_other_is(raw, f, other, sizeof other);
        finding_add(
            f,
            _("Thread %s of block %s waits at %s for lanes of its warp that "
              "the mask names and that do not come: %s."),
            w.thread, w.block, where, other);
        simt_say_branch(raw, f);
        finding_add(
            f, "%s",
            _("Name in the mask only the lanes that make this call, or let all "
              "that it names make it: move it out of the if or the loop that "
              "only some of them enter."));
        return;
    }
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(
            f, _("Thread %s of block %s calls a warp function at %s and %s."),
            w.thread, w.block, line, raw->text);
    else
        finding_add(
            f, _("Thread %s of block %s calls a warp function at %s, but %s."),
            w.thread, w.block, line,
            *raw->text ? raw->text : _("its own lane is not in the mask"));
    simt_say_branch(raw, f);
    if (!strncmp(raw->text, "reads ", 6))
        finding_add(f, "%s",
                    _("What it gets is undefined: read only from lanes that "
                      "make the same call and that the mask names."));
    else
        finding_add(
            f, "%s",
            _("The mask names the lanes that make this very call together; "
              "0xffffffff if all 32 do."));
}

static const struct simt_advice of_tiles[] = {
    {"is no multiple of 16",
     N_("It counts elements, from the start of one to that of the next. "
        "Let it be a multiple of 16 bytes: 8 of half, 4 of float, 16 of "
        "char.")},
    {"which it has to be",
     N_("Begin at a whole tile. A __shared__ array takes an "
        "__align__(32).")},
    {"they ",
     N_("The leading dimension is how long a row of the whole array is, or "
        "a column if it is stored by columns. Does the layout fit the "
        "array?")},
    {"neither loaded nor filled",
     N_("What it holds is undefined. Load it with load_matrix_sync(), or "
        "begin a sum with fill_fragment(c, 0).")},
    {"threads only", N_("Launch blocks of a multiple of 32 threads.")},
};

/* Tensor cores. What is wrong is in the device's own words, which know the
 * figures. */
void simt_say_matrix(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char where[240], other[200];

    simt_where(f, &raw->at, where, sizeof where);
    if (!strncmp(raw->text, "not all", 7)) {
        where_other_is(raw, f, other, sizeof other);
        finding_add(
            f,
            _("Not all lanes of a warp make the call at %s: thread %s of "
              "block %s does, but %s."),
            where, w.thread, w.block, other);
        finding_add(
            f, "%s",
            _("A function of wmma takes all 32 lanes of a warp, in one and the "
              "same call. Move it out of the if or the loop that only some of "
              "them enter, or let the condition be the same for all 32."));
        return;
    }
    if (!strncmp(raw->text, "passes", 6)) {
        finding_add(f, _("In the call at %s, thread %s of block %s %s."), where,
                    w.thread, w.block, raw->text);
        finding_add(
            f, "%s",
            _("All 32 lanes pass the same: where the tile begins, and not what "
              "would be a lane's own part of it."));
        return;
    }
    finding_add(f, _("At %s, %s."), where, raw->text);
    simt_advise(f, raw->text, of_tiles, sizeof of_tiles / sizeof *of_tiles);
}

void simt_say_no_grid_sync(const struct simt_raw *raw, struct finding *f)
{
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    finding_add(
        f,
        _("grid.sync() at %s waits for all blocks, which works in a kernel "
          "that "
          "was launched with cudaLaunchCooperativeKernel(). With <<<...>>> it "
          "ends the kernel with an error."),
        line);
}
