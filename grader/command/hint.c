/* hint.c - see hint.h. */
#include "command/hint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/say.h"

/* The lists of hints for the kinds that failed, in the order in which they are
 * best mended: a race or a memory error is often why the values are wrong. */
static int lists_to_read(const struct lab_result *l, int *lists)
{
    static const enum check_kind order[] = {
        KIND_BUILD,       KIND_RACE,    KIND_MEMORY, KIND_OUTPUT,
        KIND_CORRECTNESS, KIND_TRAFFIC, KIND_SPEED};
    int n = 0;

    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < l->n_checks; i++)
            if (l->check[i].kind == order[k] &&
                l->check[i].status == STATUS_FAIL) {
                lists[n++] = order[k];
                break;
            }
    if (n == 0)
        lists[n++] = HINTS_TO_START;
    return n;
}

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

/* The next hint; or that there is none any more, and then they begin again. */
static void show_hint(const struct settings *s, const struct lab *lab,
                      struct lab_result *l)
{
    int lists[HINT_LISTS], n_lists = lists_to_read(l, lists);
    int total, all = 0, list = -1;
    char text[4000];

    for (int i = 0; i < n_lists && list < 0; i++) {
        const char *name = hint_list_name(lists[i]);

        for (total = 0; lab_hint(lab, name, total, text, sizeof text);)
            total++;
        all += total;
        if (l->hints_shown[lists[i]] < total)
            list = lists[i];
    }
    if (list >= 0) {
        lab_hint(lab, hint_list_name(list), l->hints_shown[list], text,
                 sizeof text);
        printf(_("Lab %s, hint %d of %d (%s):\n"), lab->id,
               ++l->hints_shown[list], total, hint_list_name(list));
        table_wrap(&s->style, 2, text);
    } else {
        no_hint(lab, l, all, text, sizeof text);
        table_wrap(&s->style, 0, text);
        for (int i = 0; i < n_lists; i++)
            l->hints_shown[lists[i]] = 0;
    }
}

int hint_command(const struct settings *s)
{
    int code = KIT_TROUBLE;
    struct lab *labs = NULL;
    const struct lab *lab = wanted_lab(s, &labs, "hint");
    struct results *r = calloc(1, sizeof *r);
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
    show_hint(s, lab, l);
    if (mkdir("build", 0777) && errno != EEXIST)
        fprintf(stderr, "build: %s\n", strerror(errno));
    if (results_write(s->results, r))
        code = KIT_TROUBLE;
done:
    free(r);
    free(labs);
    return code;
}
