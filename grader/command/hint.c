/* hint.c - see hint.h. */
#include "command/hint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hints.h"
#include "base/say.h"
#include "command/next_hint.h"

/* Why there is no hint, or none left, to `text`. */
static void no_hint(const struct lab *lab, const struct lab_result *l, int all,
                    char *text, size_t size)
{
    if (all)
        snprintf(text, size,
                 _("You have seen all hints for this (%d). The handout "
                   "explains it step by step: labs/%s/README.md. To see the "
                   "hints once more, from the first on, type make hint "
                   "again."),
                 all, lab->folder);
    else if (l->n_checks && l->check[0].status == STATUS_FAIL)
        snprintf(text, size,
                 _("There is no hint for this. Mend what the grading says "
                   "first: later complaints often come from it. To see it "
                   "again: make grade LAB=%s"),
                 lab->id);
    else
        snprintf(text, size,
                 _("There is no hint for this. The handout explains it step "
                   "by step: labs/%s/README.md"),
                 lab->folder);
}

/* What is stored for the lab; if it is nothing, an entry without checks, which
 * only counts the hints shown. */
static struct lab_result *stored_or_new(const struct settings *s,
                                        const struct lab *lab,
                                        struct results *r)
{
    static struct lab_result none;

    results_load(s, r);
    if (!results_get(r, lab->id)) {
        snprintf(none.id, sizeof none.id, "%s", lab->id);
        snprintf(none.title, sizeof none.title, "%s", lab->title);
        snprintf(none.status, sizeof none.status, "ungraded");
        lab_source(lab, s->src, none.source, sizeof none.source);
        results_put(r, &none);
    }
    return results_get(r, lab->id);
}

static void say_problem(void *nobody, const char *sentence)
{
    (void)nobody;
    fprintf(stderr, "%s\n", sentence);
}

/* What it is about: "race: no race", "build", "start". */
static void say_subject(const struct next_hint *next, char *text, size_t size)
{
    const char *kind = hint_kind_name(next->section->kind);

    if (next->about && strcmp(next->about->name, kind) != 0)
        snprintf(text, size, "%s: %s", kind, next->about->name);
    else
        snprintf(text, size, "%s", kind);
}

/* The next hint; or that there is none any more, and then they begin again. */
static void show_hint(const struct settings *s, const struct lab *lab,
                      const struct hints *h, struct lab_result *l)
{
    struct next_hint next = next_hint(h, l);
    char text[1000];

    if (next.section) {
        say_subject(&next, text, sizeof text);
        printf(_("Lab %s, hint %d of %d (%s):\n"), lab->id, next.number,
               next.section->n, text);
        table_wrap(&s->style, 2, next.text);
        results_set_hints_shown(l, next.section->heading, next.number);
    } else {
        no_hint(lab, l, next.all, text, sizeof text);
        table_wrap(&s->style, 0, text);
        hints_again(h, l);
    }
}

int hint_command(const struct settings *s)
{
    int code = KIT_TROUBLE;
    struct lab *labs = NULL;
    const struct lab *lab = wanted_lab(s, &labs, "hint");
    struct results *r = calloc(1, sizeof *r);
    struct hints h = {0};
    struct lab_result *l;

    if (!lab)
        goto done;
    if (!r) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        goto done;
    }
    l = stored_or_new(s, lab, r);
    code = KIT_OK;
    if (!strcmp(l->status, "passed")) {
        printf(_("Lab %s is passed; it needs no hint.\n"), lab->id);
        goto done;
    }
    if (!strcmp(l->status, "error")) {
        printf(_("The last grading of lab %s broke off, through no fault of "
                 "yours.\nType again: make grade LAB=%s%s\n"),
               lab->id, lab->id, s->style.command_end);
        goto done;
    }
    hints_read(lab, &h, say_problem, NULL);
    show_hint(s, lab, &h, l);
    if (mkdir("build", 0777) && errno != EEXIST)
        fprintf(stderr, "build: %s\n", strerror(errno));
    if (results_write(s->results, r))
        code = KIT_TROUBLE;
done:
    hints_free(&h);
    free(r);
    free(labs);
    return code;
}
