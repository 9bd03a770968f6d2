/*
 * blame.c - see blame.h. First how much of a line's traffic is waste of which
 * kind, then which line is to blame. blame_words.c has the sentences.
 *
 * The line that has most of something may be the one that needs it. So lines
 * are compared by what they could spare. Three kinds of waste are told apart,
 * because each is mended in another way: lanes of a request that lie apart,
 * requests of few lanes, and, where neither explains it, the same memory again.
 */
#include "judge/blame.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "judge/blame_words.h"

enum { SECTOR = 32 };

/* ---- kinds of waste ----------------------------------------------------- */

/* Sectors beyond those that the lanes of each request would need side by side.
 */
static int64_t apart(const struct simt_line *line)
{
    return (int64_t)simt_waste(&line->counts, SIMT_SECTORS);
}

/* Sectors beyond those that all its lanes would need in full requests: lone
 * threads take a sector each for a few bytes. 0 if there are no such. */
static int64_t lone(const struct simt_line *line)
{
    const struct simt_counts *c = &line->counts;
    uint64_t filled =
        (c->lanes * (uint64_t)line->worst.bytes + SECTOR - 1) / SECTOR;

    /* Accesses of a line may be of several sizes, so only if it is plain. */
    if (line->worst.bytes <= 0 || c->sectors <= 2 * filled)
        return 0;
    return (int64_t)(c->sectors - filled);
}

/* Sectors that all lanes of a warp read for one element: beyond those that hold
 * these elements, if they lie side by side. */
static int64_t for_all(const struct simt_line *line)
{
    const struct simt_counts *c = &line->counts;
    const struct simt_request *q = &line->worst;
    int first = -1;

    if (!q->known || line->access != SIMT_LOADS || q->bytes <= 0 ||
        c->lanes < 2 * c->requests)
        return 0;
    for (int i = 0; i < 32; i++) {
        if (!(q->mask >> i & 1))
            continue;
        if (first >= 0 && q->offset[i] != q->offset[first])
            return 0;
        first = first < 0 ? i : first;
    }
    uint64_t needed = c->requests * (uint64_t)q->bytes / SECTOR;
    return c->sectors > needed ? (int64_t)(c->sectors - needed) : 0;
}

static bool is_meant(const struct too_much *m, const struct simt_line *line)
{
    return (m->where == SIMT_ANYWHERE || m->where == line->where) &&
           (m->access == SIMT_ANY_OP || m->access == line->access);
}

typedef int64_t waste_fn(const struct simt_line *line);

/* The line that could spare most, and what all of them could. Null: none. */
static const struct simt_line *most_of(const struct simt_line *line, int n,
                                       const struct too_much *m,
                                       waste_fn *waste, int64_t *all)
{
    const struct simt_line *found = NULL;
    int64_t most = 0;

    *all = 0;
    for (int i = 0; i < n; i++) {
        int64_t w = is_meant(m, &line[i]) ? waste(&line[i]) : 0;

        *all += w;
        if (w > most) {
            most = w;
            found = &line[i];
        }
    }
    return found;
}

/* The line that counts most, but not the one at `but`. */
static const struct simt_line *most_counted(const struct simt_line *line, int n,
                                            const struct too_much *m,
                                            const struct simt_line *but)
{
    const struct simt_line *found = NULL;
    int64_t most = 0;

    for (int i = 0; i < n; i++) {
        int64_t counted = count_of(m->count, &line[i].counts);

        if (&line[i] == but || !is_meant(m, &line[i]) || counted <= most)
            continue;
        found = &line[i];
        most = counted;
    }
    return found;
}

/* Whether both access the same array, as far as names tell. */
static bool same_array(const struct simt_line *l, const struct simt_line *other)
{
    return *l->array && !strcmp(l->array, other->array) &&
           !strcmp(l->kernel, other->kernel) && l->where == other->where;
}

/* Of the lines that are meant, one whose array another such line accesses as
 * well; the one of both that counts less. */
static const struct simt_line *touched_again(const struct simt_line *line,
                                             int n, const struct too_much *m,
                                             const struct simt_line **first)
{
    const struct simt_line *found = NULL;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const struct simt_line *l = &line[k];

            if (i == k || !is_meant(m, &line[i]) || !is_meant(m, l) ||
                line[i].access != l->access || !same_array(&line[i], l) ||
                l->place.line == line[i].place.line ||
                count_of(m->count, &l->counts) >
                    count_of(m->count, &line[i].counts) ||
                count_of(m->count, &l->counts) <=
                    (found ? count_of(m->count, &found->counts) : 0))
                continue;
            found = l;
            *first = &line[i];
        }
    return found;
}

/* A line that reads what its kernel writes as well, if without it all were
 * well, and all but it are needed. (Who sorts in place has to read and write.)
 */
static const struct simt_line *read_back(const struct simt_line *line, int n,
                                         const struct too_much *m)
{
    const int64_t excess = m->got - m->most;
    const struct simt_line *found = NULL;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (is_meant(m, &line[i]) && line[i].access == SIMT_LOADS &&
                line[k].access == SIMT_STORES &&
                same_array(&line[i], &line[k]) &&
                m->got - (int64_t)line[i].counts.sectors <=
                    count_bound(COUNT_SECTORS, m->most) &&
                (int64_t)line[i].counts.sectors <= excess + excess / 8)
                found = &line[i];
    return found;
}

/* A line that writes the same element in each turn of a loop, if it has half of
 * what is too much. How its lanes lie comes later: written once, it may do. */
static const struct simt_line *in_each_turn(const struct simt_line *line, int n,
                                            const struct too_much *m, int *loop)
{
    const struct simt_line *found = NULL;
    uint64_t most = 0;

    for (int i = 0; i < n; i++) {
        const struct simt_line *l = &line[i];

        if (l->access != SIMT_STORES || !is_meant(m, l) ||
            l->counts.sectors <= most ||
            2 * (int64_t)l->counts.sectors < m->got - m->most)
            continue;
        most = l->counts.sectors;
        found = l;
    }
    if (found)
        *loop = blame_turns(found);
    return found && *loop ? found : NULL;
}

/* ---- sectors ------------------------------------------------------------ */

/* Where neither lanes that lie apart nor lone ones explain it, the same memory
 * is touched again: by one line, by two, or by the threads of several blocks.
 * What text says of whom is chosen from the plainest down. */
static const struct simt_line *blame_again(const struct simt_line *line, int n,
                                           const struct too_much *m, char *text,
                                           size_t size)
{
    const struct simt_line *most = most_counted(line, n, m, NULL),
                           *first = most;
    const struct simt_line *l = most, *found;
    int64_t all, left = 0;

    if (!most)
        return NULL;
    if ((int64_t)most->counts.sectors > count_bound(COUNT_SECTORS, m->most)) {
        blame_say_share(l, COUNT_SECTORS, text, size);
        if (l->access == SIMT_LOADS && m->got - m->most < m->most / 8)
            blame_say_edges(text, size);
        else
            blame_say_again(l, text, size);
    } else if ((found = touched_again(line, n, m, &first))) {
        l = first;
        blame_say_share(l, COUNT_SECTORS, text, size);
        blame_say_touched_again(found, m->count, text, size);
    } else if ((found = most_of(line, n, m, for_all, &all)) &&
               2 * for_all(found) >= m->got - m->most) {
        l = found;
        blame_say_share(l, COUNT_SECTORS, text, size);
        blame_say_for_all(text, size);
    } else if ((found = most_counted(line, n, m, most)) && found->place.line &&
               most->place.line && found->place.line != most->place.line &&
               found->access == SIMT_LOADS && *found->array &&
               strcmp(found->array, most->array) != 0 &&
               (left = m->most - (m->got - (int64_t)found->counts.sectors)) >
                   0 &&
               (int64_t)found->counts.sectors >= 2 * left) {
        l = found;
        blame_say_share(l, COUNT_SECTORS, text, size);
        blame_say_rest(most, left, text, size);
    } else if ((found = most_counted(line, n, m, most)) && found->place.line &&
               found->place.line != most->place.line) {
        blame_say_share(l, COUNT_SECTORS, text, size);
        blame_say_second(found, text, size);
    } else {
        blame_say_share(l, COUNT_SECTORS, text, size);
        blame_say_again(l, text, size);
    }
    return l;
}

/* Whether so many of them explain most of what is too much, and more of it than
 * what would be left. As factors: two sectors for one because lanes lie apart,
 * and each of them a hundred times, is a case of a hundred times. */
static bool explains(int64_t waste, const struct too_much *m)
{
    const double got = (double)m->got, most = m->most > 1 ? (double)m->most : 1;
    const double rest = got > (double)waste ? got - (double)waste : 1;

    return 2 * waste >= m->got - m->most && got / rest >= rest / most;
}

static const struct simt_line *blame_sectors(const struct simt_line *line,
                                             int n, const struct too_much *m,
                                             char *text, size_t size)
{
    int64_t all_apart, all_lone;
    const struct simt_line *a = most_of(line, n, m, apart, &all_apart);
    const struct simt_line *b = most_of(line, n, m, lone, &all_lone);
    const struct simt_line *back = read_back(line, n, m);
    int loop = 0;

    if (back && all_apart < m->got - m->most) {
        blame_say_share(back, COUNT_SECTORS, text, size);
        blame_say_read_back(text, size);
        return back;
    }
    if ((back = in_each_turn(line, n, m, &loop))) {
        blame_say_share(back, COUNT_SECTORS, text, size);
        blame_say_each_turn(loop, text, size);
        return back;
    }
    /* What a lone thread takes because its lanes lie apart is in both sums. */
    if (a && explains(all_apart, m) && 2 * all_apart >= all_lone) {
        blame_say_share(a, COUNT_SECTORS, text, size);
        blame_say_apart(a, m->access, text, size);
        if (m->got - all_apart > m->most + m->most / 8)
            blame_say_too(a->access == SIMT_LOADS &&
                              (int64_t)a->counts.ideal_sectors > m->most,
                          text, size);
        return a;
    }
    if (b && explains(all_lone, m)) {
        blame_say_share(b, COUNT_SECTORS, text, size);
        blame_say_lone(b, text, size);
        return b;
    }
    return blame_again(line, n, m, text, size);
}

/* ---- all of it ---------------------------------------------------------- */

struct blame blame_line(const struct simt_line *line, int n,
                        const struct too_much *m)
{
    struct blame b = {.text = ""};
    const struct simt_line *l = most_counted(line, n, m, NULL), *again;

    if (m->count == COUNT_SECTORS)
        l = blame_sectors(line, n, m, b.text, sizeof b.text);
    else if (l)
        blame_say_share(l, m->count, b.text, sizeof b.text);
    if (!l)
        return b;
    b.place = l->place;
    if ((m->count == COUNT_PASSES || m->count == COUNT_LANES) &&
        count_of(m->count, &l->counts) <= m->most &&
        (again = touched_again(line, n, m, &l))) {
        blame_say_share(l, m->count, b.text, sizeof b.text);
        blame_say_touched_again(again, m->count, b.text, sizeof b.text);
        b.place = l->place;
        return b;
    }
    switch (m->count) {
    case COUNT_SECTORS:
        break;
    case COUNT_EXCESS_WAVEFRONTS:
        blame_say_conflicts(l, b.text, sizeof b.text);
        break;
    case COUNT_EXCESS_REQUESTS:
        blame_say_idle(l, b.text, sizeof b.text);
        break;
    case COUNT_PASSES:
        blame_say_passes(l, b.text, sizeof b.text);
        break;
    case COUNT_REQUESTS:
        blame_say_requests(l, m->most, b.text, sizeof b.text);
        break;
    case COUNT_LANES:
        blame_say_lanes(l, b.text, sizeof b.text);
        break;
    default:
        blame_add(b.text, sizeof b.text, ".");
        break;
    }
    return b;
}

struct blame blame_kernel(const struct simt_launches *kernel,
                          const int64_t *counted, int n, enum judge_count count)
{
    struct blame b = {.text = ""};
    int most = 0;

    for (int i = 1; i < n; i++)
        if (counted[i] > counted[most])
            most = i;
    if (n <= 0 || counted[most] <= 0 || !kernel[most].place.line)
        return b;
    b.place = kernel[most].place;
    said_put(b.text, sizeof b.text, SAY(kernel_share_of_count),
             kernel[most].name, counted[most]);
    blame_say_kernel(count, b.text, sizeof b.text);
    return b;
}

struct blame blame_copies(const struct simt_step *step, int n)
{
    struct blame b = {.text = ""};
    uint64_t most = 0;

    for (int i = 0; i < n; i++) {
        uint64_t bytes = 0;

        if (strncmp(step[i].what, "cudaMemcpy", 10) != 0 || !step[i].place.line)
            continue;
        for (int k = 0; k < n; k++)
            if (!strcmp(step[k].what, step[i].what) &&
                step[k].place.line == step[i].place.line)
                bytes += step[k].bytes;
        if (bytes <= most)
            continue;
        most = bytes;
        b.place = step[i].place;
        said_put(b.text, sizeof b.text, SAY(call_share_of_copies), step[i].what,
                 bytes);
    }
    return b;
}
