/*
 * blame_words.c - see blame_words.h. First what a line's worst request looks
 * like, then the sentences.
 */
#include "judge/blame_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "reports/around.h"

enum { SECTOR = 32, WORD = 4, LANES = 32, BANKS = 32 };

/* ---- the worst request -------------------------------------------------- */

/* Bytes from each lane that takes part to the next one that does, if that is
 * the same for nearly all: where a row ends it may be another. 0 if it is not.
 */
static int64_t step_of(const struct simt_request *q)
{
    int64_t step[LANES], best = 0;
    int n = 0, most = 0, before = -1;

    for (int i = 0; q->known && i < LANES; i++) {
        if (!(q->mask >> i & 1))
            continue;
        if (before >= 0)
            step[n++] = q->offset[i] - q->offset[before];
        before = i;
    }
    for (int i = 0; i < n; i++) {
        int same = 0;

        for (int k = 0; k < n; k++)
            same += step[k] == step[i];
        if (same > most) {
            most = same;
            best = step[i];
        }
    }
    return 4 * most >= 3 * n ? best : 0;
}

/* Bytes between the two lanes that lie nearest to each other; into *together
 * how many different elements the fullest sector has. */
static int64_t nearest_of(const struct simt_request *q, int *together)
{
    int64_t nearest = INT64_MAX;

    *together = 0;
    for (int i = 0; q->known && i < LANES; i++) {
        int here = 0;

        for (int k = 0; k < LANES; k++) {
            bool same = false; /* another lane has it, too */

            for (int j = 0; j < k; j++)
                same |= q->mask >> j & 1 && q->offset[j] == q->offset[k];
            here += q->mask >> i & q->mask >> k & 1 && !same &&
                    q->offset[k] / SECTOR == q->offset[i] / SECTOR;
        }
        *together = here > *together ? here : *together;
    }

    for (int i = 0; q->known && i < LANES; i++)
        for (int k = 0; k < LANES; k++) {
            const int64_t off = q->offset[k] - q->offset[i];

            if (q->mask >> i & q->mask >> k & 1 && off > 0 && off < nearest)
                nearest = off;
        }
    return nearest;
}

/* How many different words some lanes want of one bank at once. Lanes that take
 * two or four words each go by halves or quarters of the warp. */
static int in_one_bank(const struct simt_request *q)
{
    const int words = q->bytes > WORD ? q->bytes / WORD : 1;
    const int together = LANES / words;
    int most = 0;

    if (!q->known || words > 4)
        return 0;
    for (int from = 0; from < LANES; from += together)
        for (int bank = 0; bank < BANKS; bank++) {
            int64_t word[LANES * 4];
            int n = 0;

            for (int k = 0; k < together * words; k++) {
                const int lane = from + k / words;
                const int64_t w = q->offset[lane] / WORD + k % words;
                int i = 0;

                if (!(q->mask >> lane & 1) || w % BANKS != bank)
                    continue;
                while (i < n && word[i] != w)
                    i++;
                if (i == n)
                    word[n++] = w;
            }
            most = n > most ? n : most;
        }
    return most;
}

/* By how many words, whole elements of the lanes, rows of `words` would have to
 * be longer, so that the lanes of q use different banks. 0: that does not help.
 */
static int longer_by(const struct simt_request *q, int64_t words)
{
    const int element = q->bytes > WORD ? q->bytes / WORD : 1;
    int64_t first = INT64_MAX;

    for (int i = 0; i < LANES; i++)
        if (q->mask >> i & 1 && q->offset[i] < first)
            first = q->offset[i];
    for (int more = element; more < 8 * element; more += element) {
        struct simt_request longer = *q;

        for (int i = 0; i < LANES; i++)
            longer.offset[i] +=
                (q->offset[i] - first) / (words * WORD) * (int64_t)more * WORD;
        if (in_one_bank(&longer) <= 1)
            return more;
    }
    return 0;
}

/* Whether the lanes touch whole rows of bytes, of which some take a sector more
 * than they would if they began with one. */
static bool begins_within_a_sector(const struct simt_request *q)
{
    bool found = false;

    for (int i = 0; i < LANES;) {
        int64_t first = q->offset[i], end = first + q->bytes;

        if (!(q->mask >> i++ & 1))
            continue;
        for (; i < LANES && q->mask >> i & 1 && q->offset[i] == end; i++)
            end += q->bytes;
        if (end - first < SECTOR)
            return false;
        found |= first % SECTOR + (end - first - 1) % SECTOR >= SECTOR;
    }
    return found;
}

/* In how many pieces of neighbours the lanes touch memory, if all are of the
 * same `*bytes`, which are more than those of one lane. Else 0. */
static int pieces_of(const struct simt_request *q, int64_t *bytes)
{
    int64_t at[LANES], end = 0, length = 0;
    int n = 0, pieces = 0;

    for (int i = 0; q->known && i < LANES; i++) {
        int k = n;

        if (!(q->mask >> i & 1))
            continue;
        for (; k > 0 && at[k - 1] > q->offset[i]; k--)
            at[k] = at[k - 1];
        at[k] = q->offset[i];
        n++;
    }
    *bytes = 0;
    for (int i = 0; i < n; i++, length += q->bytes, end += q->bytes) {
        if (i > 0 && at[i] == end)
            continue;
        if (i > 0 && *bytes && length != *bytes)
            return 0;
        *bytes = i > 0 ? length : 0;
        end = at[i];
        length = 0;
        pieces++;
    }
    return pieces > 1 && length == *bytes && length > q->bytes ? pieces : 0;
}

/* ---- sentences ---------------------------------------------------------- */

void blame_add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, "%s", more);
}

/* " `a[i]` in this line alone accounts for 65536" */
void blame_say_share(const struct simt_line *l, enum judge_count count,
                     char *text, size_t size)
{
    const int64_t n = count_of(count, &l->counts);

    if (*l->name)
        said_put(text, size, SAY(part_named_line_share), l->name, n);
    else
        said_put(text, size, SAY(part_line_share), n);
}

/* Each lane on its own. */
static void say_lanes_apart(const struct simt_line *l, int64_t step, char *text,
                            size_t size)
{
    int together;
    const int64_t nearest = nearest_of(&l->worst, &together);
    char look[400], distance[200] = "";

    if (nearest > l->worst.bytes && nearest < SECTOR && together > 1 &&
        nearest != (step < 0 ? -step : step))
        said_put(distance, sizeof distance, SAY(part_nearest_threads_distance),
                 nearest, together);
    else if (step > l->worst.bytes || -step > l->worst.bytes)
        said_put(distance, sizeof distance, SAY(part_next_thread_distance),
                 step < 0 ? -step : step);
    said_put(look, sizeof look,
             l->access == SIMT_LOADS ? SAY(uncoalesced_read)
                                     : SAY(uncoalesced_write),
             distance);
    blame_add(text, size, look);
}

/* Lanes that lie apart: in which pattern? */
void blame_say_apart(const struct simt_line *l, enum simt_access goal,
                     char *text, size_t size)
{
    const int64_t step = step_of(&l->worst);
    int64_t piece = 0;
    const int pieces = pieces_of(&l->worst, &piece);
    char look[300];

    said_put(look, sizeof look, SAY(part_sectors_needed),
             l->counts.ideal_sectors);
    blame_add(text, size, look);
    if (begins_within_a_sector(&l->worst)) {
        blame_add(text, size, SAY(coalesced_but_misaligned));
        return;
    }
    if (pieces && piece < SECTOR) {
        said_put(look, sizeof look,
                 l->access == SIMT_LOADS ? SAY(uncoalesced_read_pieces)
                                         : SAY(uncoalesced_write_pieces),
                 pieces, piece);
        blame_add(text, size, look);
    } else
        say_lanes_apart(l, step, text, size);
    if (goal == SIMT_ANY_OP)
        blame_add(text, size, SAY(reads_and_writes_together));
}

/* That is not all. */
void blame_say_too(bool again, char *text, size_t size)
{
    blame_add(text, size,
              again ? SAY(repeated_read_as_well)
                    : SAY(repeated_access_as_well));
}

/* Threads of a warp that take part, on average. */
static uint64_t lanes_each(const struct simt_line *l)
{
    const struct simt_counts *c = &l->counts;
    const uint64_t lanes =
        c->requests ? (c->lanes + c->requests / 2) / c->requests : 0;

    return lanes ? lanes : 1;
}

/* Requests of few lanes. */
void blame_say_lone(const struct simt_line *l, char *text, size_t size)
{
    char look[400];

    said_put(look, sizeof look,
             l->access == SIMT_LOADS ? SAY(uncoalesced_read_few_threads)
                                     : SAY(uncoalesced_write_few_threads),
             lanes_each(l));
    blame_add(text, size, look);
}

/* The line where threads go on by those of one block only; 0: none. */
static int short_step(const struct simt_line *l)
{
    struct around a;
    int line, direction;

    if (!l->place.line || !around_read(&a, l->place.file))
        return 0;
    line = around_short_step(&a, l->place.line, &direction);
    around_free(&a);
    return line;
}

/* The same memory again, by one line. */
void blame_say_again(const struct simt_line *l, char *text, size_t size)
{
    const int step = short_step(l);
    char look[300];

    if (step) {
        said_put(look, sizeof look, SAY(stride_of_one_block), step);
        blame_add(text, size, look);
        return;
    }
    blame_add(text, size,
              l->access == SIMT_STORES    ? SAY(repeated_write)
              : l->access == SIMT_ATOMICS ? SAY(repeated_atomic)
                                          : SAY(repeated_read));
}

int blame_turns(const struct simt_line *l)
{
    struct around a;
    int line;

    if (!l->place.line || !around_read(&a, l->place.file))
        return 0;
    line = around_same_each_turn(&a, l->place.line, l->name);
    around_free(&a);
    return line;
}

void blame_say_each_turn(int loop, char *text, size_t size)
{
    char look[300];

    said_put(look, sizeof look, SAY(repeated_write_in_loop), loop);
    blame_add(text, size, look);
}

/* A little more than all of it once. */
void blame_say_edges(char *text, size_t size)
{
    blame_add(text, size, SAY(repeated_read_at_edges));
}

/* Whether the line exchanges, and does not add. */
static bool takes_lock(const struct simt_line *l)
{
    char line[1024];

    return source_line(l->place.file, l->place.line, line, sizeof line) &&
           (strstr(line, "atomicCAS") || strstr(line, "atomicExch"));
}

/* The same array in another line. */
void blame_say_touched_again(const struct simt_line *again,
                             enum judge_count count, char *text, size_t size)
{
    const int64_t n = count_of(count, &again->counts);
    char look[400];

    said_put(look, sizeof look,
             again->access == SIMT_LOADS    ? SAY(repeated_read_at_line)
             : again->access == SIMT_STORES ? SAY(repeated_write_at_line)
             : takes_lock(again)            ? SAY(repeated_lock_at_line)
                                            : SAY(repeated_atomic_at_line),
             again->place.line, again->array, n);
    blame_add(text, size, look);
}

/* The array of `l` is one that its kernel writes. */
void blame_say_read_back(char *text, size_t size)
{
    blame_add(text, size, SAY(repeated_read_of_output));
}

/* All lanes of a warp read one element at a time. */
void blame_say_for_all(char *text, size_t size)
{
    blame_add(text, size, SAY(repeated_read_by_whole_warp));
}

/* All of the other lines may be needed; then this one has too much. */
void blame_say_rest(const struct simt_line *most, int64_t left, char *text,
                    size_t size)
{
    char look[400], name[120] = "";

    if (*most->name)
        said_put(name, sizeof name, SAY(part_name_at), most->name);
    said_put(look, sizeof look, SAY(sectors_left_for_line), name,
             most->place.line, most->counts.sectors, left);
    blame_add(text, size, look);
}

/* Nothing tells which of two lines has too much. */
void blame_say_second(const struct simt_line *second, char *text, size_t size)
{
    char look[300];

    said_put(look, sizeof look, SAY(second_line_share), second->place.line,
             count_of(COUNT_SECTORS, &second->counts));
    blame_add(text, size, look);
}

/* ---- the other counts --------------------------------------------------- */

/* How many words a row of that array has, where they do not fill all banks; 0:
 * it is not known, or they do. */
static long odd_row(const struct simt_line *l, char base[60])
{
    const int words = l->worst.bytes > WORD ? l->worst.bytes / WORD : 1;
    long length[2] = {0, 0};
    struct around a;

    snprintf(base, 60, "%.*s", (int)strcspn(l->name, "["), l->name);
    if (!*base || !l->place.line || !around_read(&a, l->place.file))
        return 0;
    if (!around_rows(&a, base, length))
        length[1] = 0;
    around_free(&a);
    return length[1] * words % BANKS ? length[1] * words : 0;
}

/* Bank conflicts. Rows one word longer help where threads step from row to
 * row; where they step over words in between, neighbouring words do. */
void blame_say_conflicts(const struct simt_line *l, char *text, size_t size)
{
    const int64_t step = step_of(&l->worst);
    const int64_t words = (step < 0 ? -step : step) / WORD;
    const int lanes = in_one_bank(&l->worst);
    const int element = l->worst.bytes > WORD ? l->worst.bytes / WORD : 1;
    char look[400], base[60];
    long row;
    int more;

    /* with an odd number of words between them all banks are different */
    if (words * WORD <= l->worst.bytes || words % 2 || lanes < 2 ||
        step % WORD) {
        blame_add(text, size, SAY(bank_conflict));
        row = odd_row(l, base);
        if (row) {
            said_put(look, sizeof look, SAY(bank_conflict_two_rows), base, row,
                     BANKS);
            blame_add(text, size, look);
        }
        return;
    }
    said_put(look, sizeof look, SAY(bank_conflict_stride), words, lanes);
    blame_add(text, size, look);
    more = longer_by(&l->worst, words);
    if (!strstr(l->name, "]["))
        blame_add(text, size,
                  more / element % 2 ? SAY(bank_conflict_odd_distance)
                                     : SAY(bank_conflict_neighbours));
    else if (more == 0)
        blame_add(text, size, SAY(bank_conflict_row_neighbours));
    else if (more == 1)
        blame_add(text, size, SAY(bank_conflict_pad_one));
    else {
        said_put(look, sizeof look, SAY(bank_conflict_pad_words), more);
        blame_add(text, size, look);
    }
}

void blame_say_idle(const struct simt_line *l, char *text, size_t size)
{
    char look[400];

    said_put(look, sizeof look, SAY(partial_warps), l->counts.requests,
             l->counts.ideal_requests);
    blame_add(text, size, look);
}

void blame_say_passes(const struct simt_line *l, char *text, size_t size)
{
    blame_add(text, size,
              takes_lock(l) ? SAY(atomic_lock_once_per_block)
              : 2 * simt_waste(&l->counts, SIMT_CONTENTION) >= l->counts.passes
                  ? SAY(atomic_same_address_in_warp)
              : l->counts.requests > 1 && l->counts.lanes == l->counts.requests
                  ? SAY(atomic_by_one_thread)
                  : SAY(atomic_add_up_before));
}

void blame_say_requests(const struct simt_line *l, int64_t most, char *text,
                        size_t size)
{
    enum { FEW = 24 }; /* of 32 */
    char look[300];

    if (most == 0)
        said_put(look, sizeof look, "%s", SAY(access_not_needed));
    else if (lanes_each(l) < FEW)
        said_put(look, sizeof look, SAY(partial_warps_per_request),
                 lanes_each(l));
    else
        said_put(look, sizeof look, "%s",
                 l->where == SIMT_IN_SHARED ? SAY(shared_memory_overused)
                                            : SAY(repeated_requests_by_warps));
    blame_add(text, size, look);
}

void blame_say_lanes(const struct simt_line *l, char *text, size_t size)
{
    blame_add(text, size,
              l->access == SIMT_ATOMICS ? SAY(atomic_only_when_needed)
                                        : SAY(repeated_access));
}

void blame_say_kernel(enum judge_count count, char *text, size_t size)
{
    if (count == COUNT_BARRIERS)
        blame_add(text, size, SAY(barrier_in_loop));
    else if (count == COUNT_LAUNCHES)
        blame_add(text, size, SAY(launches_not_needed));
}
