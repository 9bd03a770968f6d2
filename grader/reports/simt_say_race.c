/*
 * simt_say_race.c - see simt_say.h: two that touch the same memory and that
 * nothing orders: threads, stores and changes, streams.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "reports/simt_mend.h"

/* ---- two threads -------------------------------------------------------- */

/* What two sides of a race touch, if the source tells: "`s[4]`". */
static void race_object(const struct simt_raw *raw, char name[2][NAME],
                        char *text, size_t size)
{
    const struct simt_party *side[2] = {&raw->at, &raw->other};
    bool array[2];

    for (int i = 0; i < 2; i++) {
        char base[NAME];
        simt_name_access(side[i], raw->object.name, name[i], NAME);
        simt_base_of(name[i], base, sizeof base);
        const char *bracket = strchr(name[i], '[');
        /* one index, nothing before or after it: the element's number is that
         * of the source */
        array[i] = bracket && *raw->object.name &&
                   strcmp(base, raw->object.name) == 0 &&
                   (size_t)(bracket - name[i]) == strlen(base) &&
                   !strchr(bracket + 1, '[') &&
                   bracket[strlen(bracket) - 1] == ']';
    }
    int64_t element = simt_element_of(raw, name[0]);
    if (array[0] && array[1] && raw->object.offset >= 0 && element &&
        raw->object.offset % element == 0)
        snprintf(text, size, "`%s[%" PRId64 "]`", raw->object.name,
                 raw->object.offset / element);
    else if (*name[0] && !strcmp(name[0], name[1]))
        snprintf(text, size, "`%s`", name[0]);
    else if (*raw->object.name && raw->object.bytes == element)
        snprintf(text, size, "`%s`", raw->object.name);
    else
        *text = '\0';
}

static bool writes(const struct simt_party *s)
{
    return strcmp(s->op, "read") != 0;
}

/* "Threads 3 and 4 of block 0", "Thread 0 of block 0 and thread 0 of block 1".
 */
static void both(const struct simt_raw *raw, bool swap, char *text, size_t size)
{
    const struct simt_party *a = swap ? &raw->other : &raw->at;
    const struct simt_party *b = swap ? &raw->at : &raw->other;
    struct simt_who wa = simt_who_is(raw, a), wb = simt_who_is(raw, b);

    if (simt_same_tuple(a->block, b->block))
        snprintf(text, size, _("Threads %s and %s of block %s"), wa.thread,
                 wb.thread, wa.block);
    else
        snprintf(text, size,
                 _("Thread %s of block %s and thread %s of block %s"),
                 wa.thread, wa.block, wb.thread, wb.block);
}

/* Whether the thread of `other` comes before that of `at` as people count. */
static bool other_first(const struct simt_raw *raw)
{
    for (int i = 2; i >= 0; i--)
        if (raw->at.block[i] != raw->other.block[i])
            return raw->other.block[i] < raw->at.block[i];
    for (int i = 2; i >= 0; i--)
        if (raw->at.thread[i] != raw->other.thread[i])
            return raw->other.thread[i] < raw->at.thread[i];
    return false;
}

static const char *does(const struct simt_party *s)
{
    if (!strcmp(s->op, "atomic"))
        return _("changes it atomically");
    return writes(s) ? _("writes it") : _("reads it");
}

/* ": line 22 writes it (thread 4), line 25 reads it (thread 3)" */
static void race_lines(const struct simt_raw *raw, const struct finding *f,
                       char name[2][NAME], bool named, char *text, size_t size)
{
    const struct simt_party *side[2] = {&raw->at, &raw->other};
    char part[2][300], line[100];
    int first = 0;

    /* in the order of the lines; else the write first */
    if (raw->other.place.line &&
        (!raw->at.place.line || raw->other.place.line < raw->at.place.line))
        first = 1;
    for (int i = 0; i < 2; i++) {
        const struct simt_party *s = side[i ^ first];
        struct simt_who w = simt_who_is(raw, s);
        bool one_block = simt_same_tuple(raw->at.block, raw->other.block);

        simt_line_of(f, s, line, sizeof line);
        if (named || !*name[i ^ first])
            snprintf(part[i], sizeof part[i],
                     one_block ? _("%s %s (thread %s)")
                               : _("%s %s (thread %s of block %s)"),
                     line, does(s), w.thread, w.block);
        else
            snprintf(part[i], sizeof part[i],
                     one_block ? _("%s %s `%s` (thread %s)")
                               : _("%s %s `%s` (thread %s of block %s)"),
                     line, simt_verb_of(s), name[i ^ first], w.thread, w.block);
    }
    snprintf(text, size, "%s, %s", part[0], part[1]);
}

/* `x += 1` by two threads: the source names the same on both sides. */
static bool is_update(const struct simt_raw *raw, char name[2][NAME])
{
    return writes(&raw->at) != writes(&raw->other) && *name[0] &&
           !strcmp(name[0], name[1]);
}

/* raw->at has read under a lock what raw->other has written under it. */
static void say_no_acquire(const struct simt_raw *raw, struct finding *f,
                           const char *object)
{
    struct simt_who at = simt_who_is(raw, &raw->at),
                    other = simt_who_is(raw, &raw->other);
    char line[2][100];

    simt_line_of(f, &raw->at, line[0], sizeof line[0]);
    simt_line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(
        f,
        _("Thread %s of block %s reads %s at %s under a lock, with no "
          "__threadfence() behind the taking of the lock. So it may read what "
          "was there before thread %s of block %s had the lock (%s)."),
        at.thread, at.block, object, line[0], other.thread, other.block,
        line[1]);
    finding_add(
        f, "%s",
        _("Put a __threadfence() behind the loop that takes the lock, before "
          "anything is read that it guards."));
}

static struct race race_of(const struct simt_raw *raw, const struct finding *f)
{
    const bool atomic[2] = {!strcmp(raw->at.op, "atomic"),
                            !strcmp(raw->other.op, "atomic")};
    struct race r = {
        .one_block = simt_same_tuple(raw->at.block, raw->other.block),
        .line = simt_same_line(&raw->at.place, &raw->other.place),
        .mixed = atomic[0] != atomic[1],
        .in_block = atomic[0] && atomic[1],
    };

    race_object(raw, r.name, r.object, sizeof r.object);
    r.update = is_update(raw, r.name);
    r.lost = r.line && (r.update || (writes(&raw->at) && writes(&raw->other)));
    r.named = *r.object;
    if (!r.named && *raw->object.name)
        snprintf(r.object, sizeof r.object, _("the same element of `%s`"),
                 raw->object.name);
    else if (!r.named)
        snprintf(r.object, sizeof r.object, "%s", _("the same element"));
    both(raw, other_first(raw), r.who, sizeof r.who);
    simt_line_of(f, &raw->at, r.where, sizeof r.where);
    race_lines(raw, f, r.name, r.named, r.lines, sizeof r.lines);
    return r;
}

static void say_what_races(const struct simt_raw *raw, const struct race *r,
                           struct finding *f)
{
    if (r->in_block)
        finding_add(
            f,
            _("%s both change %s, %s, with an atomic function that "
              "ends in _block, or whose scope is a block or a cluster of "
              "blocks. That is one step for the threads of its own "
              "block only, so one of the changes may get lost."),
            r->who, r->object, r->line ? r->where : r->lines);
    else if (r->lost && r->update)
        finding_add(f,
                    _("%s both read, change and write %s at %s, and nothing "
                      "orders them, so one of the changes gets lost."),
                    r->who, r->object, r->where);
    else if (r->lost)
        finding_add(f,
                    _("%s both write %s at %s, and nothing orders the two "
                      "writes, so one of them gets lost."),
                    r->who, r->object, r->where);
    else if (r->line && *r->name[0] && *r->name[1] &&
             strcmp(r->name[0], r->name[1]))
        finding_add(f,
                    _("%s touch %s at %s: one writes `%s` while the other "
                      "reads `%s`, and nothing orders the two."),
                    r->who, r->object, r->where, r->name[!writes(&raw->at)],
                    r->name[writes(&raw->at)]);
    else if (r->line)
        finding_add(f,
                    _("%s both touch %s at %s: one writes it while the other "
                      "reads it, and nothing orders the two."),
                    r->who, r->object, r->where);
    else if (r->one_block && !r->mixed)
        finding_add(f,
                    _("%s both touch %s: %s, and no __syncthreads() lies "
                      "between them."),
                    r->who, r->object, r->lines);
    else
        finding_add(f, _("%s both touch %s: %s, and nothing orders the two."),
                    r->who, r->object, r->lines);
}

/* A kernel, and the one that has launched it. */
static void say_parent(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_scene v = simt_look_at(raw, f);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    finding_add(f,
                _("%s, and the kernel that launched `%s` %s the same place at "
                  "%s, behind the launch, with nothing that orders the two."),
                v.text, simt_kernel_of(raw), simt_verb_of(&raw->other), line);
    finding_add(f,
                _("A kernel cannot wait for those that it launches: do that "
                  "before the launch, or in a kernel that is launched behind "
                  "it, as cudaStreamTailLaunch does."));
}

void simt_say_race(const struct simt_raw *raw, struct finding *f)
{
    const struct race r = race_of(raw, f);

    if (!strcmp(raw->text, "the kernel that launched it")) {
        say_parent(raw, f);
        return;
    }
    if (*raw->text) {
        say_no_acquire(raw, f, r.object);
        return;
    }
    say_what_races(raw, &r, f);
    simt_mend_race(raw, &r, f);
}

void simt_say_order(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_who at = simt_who_is(raw, &raw->at);
    const struct simt_who other = simt_who_is(raw, &raw->other);
    char name[2][NAME], object[NAME + 30], line[2][100];

    race_object(raw, name, object, sizeof object);
    if (!*object && *name[0])
        snprintf(object, sizeof object, "`%s`", name[0]);
    else if (!*object)
        snprintf(object, sizeof object, "%s", _("a place"));
    simt_line_of(f, &raw->at, line[0], sizeof line[0]);
    simt_line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(
        f,
        _("Thread %s of block %s stores into %s at %s without a look at what "
          "it has, and thread %s of block %s changes it at %s. Nothing orders "
          "the two: where the change comes first, it is lost."),
        at.thread, at.block, object, line[0], other.thread, other.block,
        line[1]);
    finding_add(
        f, "%s",
        simt_in_shared(raw)
            ? _("Store first, and put a __syncthreads() between them.")
            : _("Blocks run in any order, and both being atomic does not "
                "help: set it before the launch, with cudaMemset() or a launch "
                "of its own."));
}

/* ---- streams, and copies beside a thread -------------------------------- */

/* "cudaMemcpyAsync() at line 7", "the kernel add, launched at line 9" */
static void work_name(const struct finding *f, const struct simt_party *s,
                      const char *what, char *text, size_t size)
{
    char line[100];

    simt_line_of(f, s, line, sizeof line);
    snprintf(text, size,
             strcmp(s->op, "launch") ? _("%s() at %s")
                                     : _("the kernel %s, launched at %s"),
             what, line);
}

/* One is in a default stream, but not that of the memory's device. */
static bool say_other_device(const struct simt_raw *raw, const char *first,
                             const char *second, struct finding *f)
{
    const int64_t *device = raw->devices;
    const bool at = device[2] != device[0];

    if (!at && device[1] == device[0])
        return false;
    finding_add(f,
                _("%s is in the default stream of device %" PRId64
                  ", which is current there, and the memory is device %" PRId64
                  "'s. A default stream waits for its own device only: is "
                  "cudaSetDevice() missing before it?"),
                at ? second : first, device[at ? 2 : 1], device[0]);
    return true;
}

void simt_say_overlap(const struct simt_raw *raw, struct finding *f)
{
    char first[400], second[400], memory[100];

    work_name(f, &raw->other, raw->array, first, sizeof first);
    work_name(f, &raw->at, raw->text, second, sizeof second);
    if (*raw->object.name)
        snprintf(memory, sizeof memory, "`%s`", raw->object.name);
    else if (raw->object.made.place.line)
        snprintf(memory, sizeof memory, _("the memory from line %d"),
                 raw->object.made.place.line);
    else
        snprintf(memory, sizeof memory, "%s", _("the same memory"));
    finding_add(
        f,
        _("Two streams at once: %s, and %s, may be done at the same time, as "
          "nothing orders them. Both touch byte %" PRId64 " of %s, and one of "
          "them changes it."),
        first, second, raw->object.offset, memory);
    if (say_other_device(raw, first, second, f))
        return;
    finding_add(
        f, "%s",
        _("Use one stream for both, or let the second one's stream wait: "
          "cudaEventRecord() behind the first, cudaStreamWaitEvent() before "
          "the second. Or is it memory that each stream should have for "
          "itself?"));
}

void simt_say_loose(const struct simt_raw *raw, struct finding *f)
{
    char what[400];

    work_name(f, &raw->at, raw->text, what, sizeof what);
    finding_add(
        f,
        _("Not waited for: %s. It may still be at work when your function has "
          "returned, and later: its stream was made with "
          "cudaStreamNonBlocking, so that the caller's work in the default "
          "stream does not wait for it. cudaStreamSynchronize() waits; the "
          "default stream, or one from cudaStreamCreate(), needs no waiting."),
        what);
}

void simt_say_unwaited_copy(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->has_other) {
        char reads[100];

        simt_line_of(f, &raw->other, reads, sizeof reads);
        finding_add(
            f,
            _("Not waited for: what thread %s of block %s copies "
              "asynchronously at %s is read at %s, and before that the thread "
              "has not waited for this batch of copies, or the reader not for "
              "the thread. __pipeline_wait_prior(n) waits for all batches that "
              "were committed but the last n; a barrier comes behind it."),
            w.thread, w.block, line, reads);
        return;
    }
    finding_add(
        f,
        _("Not waited for: thread %s of block %s copies asynchronously at %s "
          "and never waits. The copy goes on beside the thread, so what it "
          "brings may not be there yet when it is read, barrier or not. "
          "cg::wait(), or __pipeline_wait_prior(), waits."),
        w.thread, w.block, line);
}
