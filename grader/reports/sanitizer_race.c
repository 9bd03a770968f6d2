/*
 * sanitizer_race.c - see sanitizer_say.h: two threads that use the same memory.
 * First what the report says of each side, then both in one sentence.
 */
#define _GNU_SOURCE
#include "reports/sanitizer_mend.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/lvalue.h"
#include "base/said.h"
#include "base/source.h"

/* "slot[k] = mine": clang has the column of a struct's copy at what is read. */
static void name_target(const struct report *r, struct access *a)
{
    char line[1024], name[NAME_SIZE];
    const char *set;
    size_t n = strlen(a->name);

    if (!n || a->spot.rough || a->spot.column < 2 ||
        !source_line(r->source, a->spot.line, line, sizeof line) ||
        strlen(line) < (size_t)a->spot.column - 1 + n)
        return;
    const char *at = line + a->spot.column - 1;
    if (strncmp(at, a->name, n) != 0 || at[n + strspn(at + n, " ")] != ';')
        return;
    for (set = at - 1; set > line && *set == ' '; set--)
        ;
    if (set > line && *set == '=' && !strchr("=!<>+-*/%&|^", set[-1]) &&
        lvalue_at(line, (int)(set - line) + 1, false, name, sizeof name))
        snprintf(a->name, sizeof a->name, "%s", name);
}

/* Read "Previous atomic write of size 4 at 0x7b by thread T2 (mutexes: ...)".
 * False if the label is none of these. */
static bool parse_access(const struct report *r, const struct stack *stack,
                         struct access *a)
{
    const char *label = stack->label;
    long thread = number_after(label, " by thread T");

    memset(a, 0, sizeof *a);
    a->writes = strcasestr(label, "write of size ");
    if (!a->writes && !strcasestr(label, "read of size "))
        return false;
    a->atomic = strcasestr(label, "atomic ");
    a->locked = strstr(label, "(mutexes: ");
    a->thread = thread > 0 && thread < INT_MAX ? (int)thread : 0;
    a->spot = stack->spot;
    report_variable(r, &a->spot, !a->writes, a->name, sizeof a->name);
    if (a->writes)
        name_target(r, a);
    return true;
}

/* How much we can tell of this side. */
static int knows(const struct access *a)
{
    bool line = a->spot.line && !a->spot.rough;

    return *a->name ? 2 : line;
}

static const char *thread_name(int thread, bool first, char *name, size_t size)
{
    if (thread == 0)
        return first ? SAY(part_main_thread_first) : SAY(part_main_thread);
    said_put(name, size, first ? SAY(part_thread_first) : SAY(part_thread),
             thread);
    return name;
}

/* " at line 9", with the code where no variable could be named. */
static void where_is(const struct report *r, const struct access *a,
                     char *where, size_t size)
{
    char quote[QUOTE_SIZE];

    *where = '\0';
    if (a->spot.rough || !a->spot.line)
        return;
    report_quote(r, &a->spot, quote, sizeof quote);
    if (*a->name || !*quote)
        said_put(where, size, SAY(part_at_line), a->spot.line);
    else
        said_put(where, size, SAY(part_at_line_code), a->spot.line, quote);
}

static void what_it_does(const struct access *a, const char *object, char *does,
                         size_t size)
{
    if (a->writes)
        said_put(does, size,
                 a->atomic ? SAY(part_changes_object_atomically)
                           : SAY(part_writes_object),
                 object);
    else
        said_put(does, size,
                 a->atomic ? SAY(part_reads_object_atomically)
                           : SAY(part_reads_object),
                 object);
}

/* Read both sides; returns how many there are. First the one that we know a
 * name for, or at least a line. */
static int read_sides(const struct report *r, struct access a[2])
{
    int n = 0;

    for (int i = 0; i < r->n_stacks && n < 2; i++)
        n += parse_access(r, &r->stack[i], &a[n]);
    if (n == 2 && knows(&a[1]) > knows(&a[0])) {
        struct access swap = a[0];
        a[0] = a[1];
        a[1] = swap;
    }
    return n;
}

/* What the first side touches: "`sum`", or the word for what has no name. */
static void object_of(const struct access *a, const char *nameless,
                      char *object, size_t size)
{
    snprintf(object, size, *a->name ? "`%s`" : "%s",
             *a->name ? a->name : nameless);
}

/* What the one side does, as "Thread 2 writes `sum` at line 9". */
static void first_side(const struct report *r, const struct access *a,
                       char *side, size_t size)
{
    char object[NAME_SIZE + 40], does[NAME_SIZE + 80];
    char where[QUOTE_SIZE + 40], name[40];

    object_of(a, SAY(part_memory), object, sizeof object);
    what_it_does(a, object, does, sizeof does);
    where_is(r, a, where, sizeof where);
    snprintf(side, size, "%s %s%s",
             thread_name(a->thread, true, name, sizeof name), does, where);
}

static bool same_name(const struct access a[2])
{
    return strcmp(a[0].name, a[1].name) == 0 || a[1].spot.rough;
}

/* The first side's place is told, and it is the other's as well. */
static bool same_line(const struct access a[2])
{
    return a[0].spot.line && !a[0].spot.rough &&
           a[0].spot.line == a[1].spot.line;
}

/* Whether both sides do the same to the same variable at the same line. */
static bool both_write(const struct access a[2])
{
    return a[0].writes && a[1].writes && a[0].atomic == a[1].atomic &&
           same_name(a) && (same_line(a) || a[1].spot.rough);
}

static void say_both_write(const struct report *r, const struct access a[2],
                           struct finding *f)
{
    /* symmetrical: the lower number comes first, as people count */
    bool swap = a[1].thread < a[0].thread;
    char object[NAME_SIZE + 40], where[QUOTE_SIZE + 40], name[2][40];

    object_of(&a[0], SAY(part_same_memory), object, sizeof object);
    where_is(r, &a[0], where, sizeof where);
    finding_add(f, SAY(both_threads_write),
                thread_name(a[swap].thread, true, name[0], sizeof name[0]),
                thread_name(a[!swap].thread, false, name[1], sizeof name[1]),
                object, where);
}

static void say_two_sides(const struct report *r, const struct access a[2],
                          struct finding *f)
{
    char first[NAME_SIZE + QUOTE_SIZE + 200], object[NAME_SIZE + 40];
    char does[NAME_SIZE + 80], where[QUOTE_SIZE + 40], name[40];

    first_side(r, &a[0], first, sizeof first);
    if (same_name(a) && *a[0].name)
        said_put(object, sizeof object, "%s", SAY(part_it));
    else if (*a[1].name)
        said_put(object, sizeof object, SAY(part_same_memory_as), a[1].name);
    else
        said_put(object, sizeof object, "%s", SAY(part_same_memory));
    what_it_does(&a[1], object, does, sizeof does);
    if (same_line(a) && !a[1].spot.rough)
        said_put(where, sizeof where, "%s", SAY(part_at_same_line));
    else
        where_is(r, &a[1], where, sizeof where);
    finding_add(f, SAY(race_two_accesses), first,
                thread_name(a[1].thread, false, name, sizeof name), does,
                where);
}

/* Whether a change stands under `omp atomic capture`. */
static bool captures(const struct report *r, const struct access *a)
{
    char line[1024];

    for (int up = 1; up <= 2 && a->spot.line > up; up++)
        if (source_line(r->source, a->spot.line - up, line, sizeof line) &&
            strstr(line, "atomic") && strstr(line, "capture"))
            return true;
    return false;
}

void report_say_race(const struct report *r, struct finding *f)
{
    struct access a[2] = {{0}};
    char first[NAME_SIZE + QUOTE_SIZE + 200];
    const int n = read_sides(r, a);

    if (n == 0) {
        finding_add(f, "%s", SAY(race_two_unknown_accesses));
        return;
    }
    report_place(f, r, &a[0].spot);
    if (n == 2 && f->place.line == 0)
        report_place(f, r, &a[1].spot);
    if (n == 1) {
        first_side(r, &a[0], first, sizeof first);
        finding_add(f, SAY(race_another_thread), first);
        return;
    }
    if (both_write(a))
        say_both_write(r, a, f);
    else
        say_two_sides(r, a, f);
    if (f->place.line && knows(&a[0]) == 0)
        finding_add(f, SAY(race_near_line), f->place.line);
    if (a[0].locked && a[1].locked)
        finding_add(f, "%s", SAY(race_different_locks));
    else if (report_mend_race(r, a, f) || a[0].atomic == a[1].atomic)
        ;
    else if (captures(r, &a[a[1].atomic]))
        finding_add(f, "%s", SAY(check_change_needs_capture));
    else
        finding_add(f, "%s", SAY(one_side_atomic));
}
