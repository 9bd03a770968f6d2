/*
 * simt_say_race.c - see simt_say.h: two that touch the same memory and that
 * nothing orders: threads, stores and changes, streams.
 */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
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
        said_put(text, size, SAY(part_threads_same_block), wa.thread, wb.thread,
                 wa.block);
    else
        said_put(text, size, SAY(part_threads_different_blocks), wa.thread,
                 wa.block, wb.thread, wb.block);
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
        return SAY(part_changes_it_atomically);
    return writes(s) ? SAY(part_writes_it) : SAY(part_reads_it);
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
            said_put(part[i], sizeof part[i],
                     one_block ? SAY(part_access) : SAY(part_access_with_block),
                     line, does(s), w.thread, w.block);
        else
            said_put(part[i], sizeof part[i],
                     one_block ? SAY(part_named_access)
                               : SAY(part_named_access_with_block),
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
    finding_add(f, SAY(lock_without_fence), at.thread, at.block, object,
                line[0], other.thread, other.block, line[1]);
    finding_add(f, "%s", SAY(needs_fence_after_lock));
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
        said_put(r.object, sizeof r.object, SAY(part_same_element_of),
                 raw->object.name);
    else if (!r.named)
        said_put(r.object, sizeof r.object, "%s", SAY(part_same_element));
    both(raw, other_first(raw), r.who, sizeof r.who);
    simt_line_of(f, &raw->at, r.where, sizeof r.where);
    race_lines(raw, f, r.name, r.named, r.lines, sizeof r.lines);
    return r;
}

static void say_what_races(const struct simt_raw *raw, const struct race *r,
                           struct finding *f)
{
    if (r->in_block)
        finding_add(f, SAY(race_block_scope_atomic), r->who, r->object,
                    r->line ? r->where : r->lines);
    else if (r->lost && r->update)
        finding_add(f, SAY(race_lost_update), r->who, r->object, r->where);
    else if (r->lost)
        finding_add(f, SAY(race_both_write), r->who, r->object, r->where);
    else if (r->line && *r->name[0] && *r->name[1] &&
             strcmp(r->name[0], r->name[1]))
        finding_add(f, SAY(race_write_and_read_names), r->who, r->object,
                    r->where, r->name[!writes(&raw->at)],
                    r->name[writes(&raw->at)]);
    else if (r->line)
        finding_add(f, SAY(race_write_and_read), r->who, r->object, r->where);
    else if (r->one_block && !r->mixed)
        finding_add(f, SAY(race_without_barrier), r->who, r->object, r->lines);
    else
        finding_add(f, SAY(race_unordered), r->who, r->object, r->lines);
}

/* A kernel, and the one that has launched it. */
static void say_parent(const struct simt_raw *raw, struct finding *f)
{
    const struct simt_scene v = simt_look_at(raw, f);
    char line[100];

    simt_line_of(f, &raw->other, line, sizeof line);
    finding_add(f, SAY(race_with_parent_kernel), v.text, simt_kernel_of(raw),
                simt_verb_of(&raw->other), line);
    finding_add(f, SAY(kernel_cannot_wait_for_child));
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
        said_put(object, sizeof object, "%s", SAY(part_a_place));
    simt_line_of(f, &raw->at, line[0], sizeof line[0]);
    simt_line_of(f, &raw->other, line[1], sizeof line[1]);
    finding_add(f, SAY(race_store_and_atomic), at.thread, at.block, object,
                line[0], other.thread, other.block, line[1]);
    finding_add(f, "%s",
                simt_in_shared(raw) ? SAY(store_first_then_barrier)
                                    : SAY(store_before_launch));
}

/* ---- streams, and copies beside a thread -------------------------------- */

/* "cudaMemcpyAsync() at line 7", "the kernel add, launched at line 9" */
static void work_name(const struct finding *f, const struct simt_party *s,
                      const char *what, char *text, size_t size)
{
    char line[100];

    simt_line_of(f, s, line, sizeof line);
    said_put(text, size,
             strcmp(s->op, "launch") ? SAY(part_call_at)
                                     : SAY(part_kernel_launched_at),
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
    finding_add(f, SAY(default_stream_other_device), at ? second : first,
                device[at ? 2 : 1], device[0]);
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
        said_put(memory, sizeof memory, SAY(part_memory_from_line),
                 raw->object.made.place.line);
    else
        said_put(memory, sizeof memory, "%s", SAY(part_same_memory));
    finding_add(f, SAY(race_between_streams), first, second, raw->object.offset,
                memory);
    if (say_other_device(raw, first, second, f))
        return;
    finding_add(f, "%s", SAY(streams_need_order));
}

void simt_say_loose(const struct simt_raw *raw, struct finding *f)
{
    char what[400];

    work_name(f, &raw->at, raw->text, what, sizeof what);
    finding_add(f, SAY(not_waited_for_stream), what);
}

void simt_say_unwaited_copy(const struct simt_raw *raw, struct finding *f)
{
    struct simt_who w = simt_who_is(raw, &raw->at);
    char line[100];

    simt_line_of(f, &raw->at, line, sizeof line);
    if (raw->has_other) {
        char reads[100];

        simt_line_of(f, &raw->other, reads, sizeof reads);
        finding_add(f, SAY(async_copy_read_before_wait), w.thread, w.block,
                    line, reads);
        return;
    }
    finding_add(f, SAY(not_waited_for_async_copy), w.thread, w.block, line);
}
