/* watch.c - see watch.h. */
#define _GNU_SOURCE
#include "judge/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/simt/kinds.h"
#include "judge/builds.h"
#include "judge/exchange.h"
#include "machine/race_tools.h"
#include "reports/sanitizer.h"
#include "reports/simt_report.h"
#include "sandbox/detectors.h"

/* ---- whether it can be believed --------------------------------------- */

bool watch_understands(struct finding *f)
{
    struct race_tools tools;
    const char *word;
    char path[4096], line[300];
    bool openmp = false;
    FILE *names;

    snprintf(path, sizeof path, "%s/tsan-object.txt", judge.work);
    names = fopen(path, "re");
    openmp = !names; /* nobody knows: look */
    while (names && !openmp && fgets(line, sizeof line, names))
        openmp = strstr(line, " __kmpc_");
    if (names)
        fclose(names);
    if (!openmp)
        return true;
    race_tools_find(&tools);
    if (detector_tried(DETECTOR_RACES) == DETECTOR_BLAMES) {
        finding_say(f, SAY(not_checked_false_races));
        return false;
    }
    snprintf(path, sizeof path, "%s/tsan.i", judge.work);
    word = race_tools_misread(&tools, judge.work, path);
    if (word)
        finding_say(f, SAY(not_checked_pragma_misread), word, word);
    return !word;
}

/* ---- the end mark ------------------------------------------------------ */

void mark_ask(struct request *q)
{
    memset(q, 0, sizeof *q);
    q->number = ++student.number;
    while (!q->secret)
        if (getrandom(&q->secret, sizeof q->secret, 0) != sizeof q->secret)
            own_trouble("getrandom");
}

bool mark_came(const struct request *q, const struct reply *reply)
{
    if (reply->number != q->number || reply->type != REPLY_END ||
        reply->secret != q->secret || reply->reports < 0)
        return false;
    student.reports = reply->reports;
    return true;
}

/* Let the runner send the end mark. A look at all memory, for leaks, is part
 * of that. */
bool mark_get(void)
{
    enum { LIMIT = 30 };
    struct request q;
    struct reply reply = {0};
    struct timing t = {0};

    mark_ask(&q);
    return judge_exchange(&student.peer, &q, &reply, LIMIT, &t) == CALL_DONE &&
           mark_came(&q, &reply);
}

bool watch_say_silence(struct finding *f)
{
    const char *why;

    if (student.marked) {
        finding_say(f, SAY(report_lost_detector));
        return true;
    }
    detectors_try_anew(); /* what the machine can do may have changed */
    why = detector_trouble_of(student.build);
    if (why) {
        f->status = STATUS_UNTOLD;
        finding_say(f, SAY(could_not_tell_reason), why);
        return false;
    }
    finding_say(f, SAY(report_lost_process_ended));
    return true;
}

/* ---- what it has found ------------------------------------------------- */

void judge_no_leaks(void)
{
    student.no_leaks = true;
}

void judge_no_streams(void)
{
    student.no_leaks = student.no_streams = true;
}

/* What comes from the CPU device, while it is still wanted. It may be more than
 * one would like to keep: each launch has a kilobyte or two to tell. */
void watch_take(const char *bytes, size_t n)
{
    if (student.device)
        simt_report_feed(student.device, bytes, n);
    if (getenv("LABKIT_RAW"))
        fwrite(bytes, 1, n, stderr);
}

bool watch_broken(void)
{
    static struct finding one;

    if (!student.device)
        return false;
    sandbox_drain(&student.box);
    return simt_report_findings(student.device, &one, 1) > 0 &&
           one.status == STATUS_FAIL;
}

static bool is_kind(const struct finding *f, enum simt_kind kind)
{
    return !strcmp(f->name, simt_kind_word(kind));
}

/* Whether a second look is for this: the call that gave that error, or whatever
 * it is that ends in a crash. */
static bool is_meant(const struct finding *f)
{
    if (judge.closer == CLOSER_CALL)
        return (is_kind(f, SIMT_KIND_LAUNCH) || is_kind(f, SIMT_KIND_COPY) ||
                is_kind(f, SIMT_KIND_FREE)) &&
               strstr(f->message, judge.closer_error);
    return (f->kind == KIND_MEMORY ||
            (f->kind == KIND_RACE && judge.closer == CLOSER_VALUES)) &&
           !is_kind(f, SIMT_KIND_LAUNCH) && !student.refuses;
}

/* Which one a second look is for. Of several errors that is the last one: those
 * of calls that the test wanted to fail came before. Of what ends in a crash it
 * is the first one. */
static int choose_closer(const struct finding *f, int n)
{
    int chosen = n;

    for (int i = 0; i < n; i++)
        if (is_meant(&f[i]) && (chosen == n || judge.closer == CLOSER_CALL))
            chosen = i;
    return chosen;
}

/* Which of check mode's findings this test is about; n: none. */
static int choose_finding(const struct finding *f, int n)
{
    enum check_kind kind = current()->kind;
    int i = 0;

    /* Who has not looked at an error goes on with what is not there: the check
     * that looks at errors says it better. */
    while (i < n && (f[i].kind != kind || student.refuses))
        i++;
    /* A barrier that some do not reach is the cause of races after it. */
    for (int k = i; k < n; k++)
        if (is_kind(&f[k], SIMT_KIND_BARRIER) && f[k].kind == kind)
            return k;
    /* The kit's own limit ends every test. */
    for (int k = 0; k < n && i >= n; k++)
        if (f[k].status == STATUS_UNTOLD)
            i = k;
    return i;
}

/* Which of its notes, where the lab promises that nothing is left. */
static int choose_note(const struct finding *f, int n)
{
    for (int i = 0; i < n; i++)
        if (is_kind(&f[i], SIMT_KIND_LEAK) ||
            (student.no_streams && is_kind(&f[i], SIMT_KIND_NOT_DESTROYED)))
            return i;
    return n; /* other notes are no errors */
}

/* What check mode found that this test is about. Traffic tests count; they
 * leave findings to the others. */
static bool device_finding(struct finding *found)
{
    enum check_kind kind = current()->kind;
    bool counts = kind == KIND_RACE || kind == KIND_MEMORY || judge.closer;
    enum { MANY = 256, LEAKY_CALLS = 6 };
    static struct finding all[MANY];
    bool grows = false;
    int n, i, note;

    sandbox_drain(&student.box);
    /* The symbolizer takes as long as a test, and has mostly nothing to tell */
    if (simt_report_findings(student.device, all, 1) > 0 ||
        (kind == KIND_MEMORY && simt_report_notes(student.device, all, 1) > 0))
        simt_report_symbolize(student.device);
    n = simt_report_findings(student.device, all, MANY);
    n = n > MANY ? MANY : n;
    i = judge.closer ? choose_closer(all, n) : choose_finding(all, n);
    note = i >= n;
    if (i >= n && student.no_leaks && judge.closer != CLOSER_VALUES) {
        n = simt_report_notes(student.device, all, MANY);
        n = n > MANY ? MANY : n;
        i = choose_note(all, n);
    }
    if (i < n)
        *found = all[i];
    else if (kind == KIND_MEMORY && student.calls >= LEAKY_CALLS)
        /* once is no error, if the contract does not say so; each time is */
        grows =
            simt_report_grows(student.device, (student.calls + 2) / 3, found);
    judge.table->left[judge.current] = note;
    return grows || (counts && i < n);
}

bool watch_all_has_run(void)
{
    static struct finding all[1];

    return student.launches > 0 &&
           simt_report_findings(student.device, all, 1) == 0;
}

void watch_say_unwatched(void)
{
    current()->status = STATUS_UNTOLD;
    finding_say(current(), SAY(could_not_tell_compute_sanitizer));
}

/* What compute-sanitizer found. Only the last line of its log says that it has
 * seen all. */
static bool memcheck_finding(struct finding *found)
{
    const char *log = student.box.report.bytes ? student.box.report.bytes : "";
    bool reported = memcheck_report(log, judge.source, found);

    if (!reported && current()->status == STATUS_NONE &&
        !strstr(log, "ERROR SUMMARY: 0 errors"))
        watch_say_unwatched();
    return reported;
}

/* Is lost memory all that these reports tell of? */
static bool only_lost(const char *const texts[2])
{
    bool lost = false;

    for (int i = 0; i < 2; i++) {
        if (!texts[i])
            continue;
        if (strstr(texts[i], "ERROR: AddressSanitizer") ||
            strstr(texts[i], "runtime error:"))
            return false;
        lost = lost || strstr(texts[i], "ERROR: LeakSanitizer");
    }
    return lost;
}

/* What a sanitizer wrote, into its report or else into the program's output:
 * UBSan, and all that happens before main(), may print there. */
static bool sanitizer_finding(struct finding *found)
{
    const char *texts[] = {student.box.report.bytes, student.box.output.bytes};
    char program[4096];
    bool reported = false;

    snprintf(program, sizeof program, "%s/%s", judge.work,
             build_names[student.build]);
    for (int i = 0; i < 2 && !reported; i++)
        if (texts[i])
            reported = sanitizer_report(texts[i], program, judge.source, found);
    if (reported && current()->kind == KIND_MEMORY)
        judge.table->left[judge.current] = only_lost(texts);
    /* A detector that crashed makes no end mark. */
    if (reported && found->status == STATUS_UNTOLD && student.marked) {
        *found = (struct finding){0};
        return watch_say_silence(found);
    }
    return reported;
}

bool watch_finding(struct finding *found)
{
    enum check_kind kind = current()->kind;
    bool reported;

    if (student.build == BUILD_CHECK) {
        reported = device_finding(found); /* reads the rest of the report */
        /* others look at counts alone, and whether those have come */
        if ((kind == KIND_RACE || kind == KIND_MEMORY) &&
            !simt_report_complete(student.device))
            student.reports++;
        return reported;
    }
    if (student.build == BUILD_MEMCHECK)
        return memcheck_finding(found);
    return build_is_detector(student.build) && sanitizer_finding(found);
}

void watch_end(void)
{
    simt_report_free(student.device);
    student.device = NULL;
    if (build_is_detector(student.build) && student.box.report.bytes &&
        getenv("LABKIT_RAW"))
        fprintf(stderr, "%s\n", student.box.report.bytes);
}
