/* hint_check.c - see hint_check.h. */
#define _GNU_SOURCE /* getline(), GLOB_BRACE */
#include "command/hint_check.h"

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/said.h"
#include "base/say.h"
#include "base/source.h"
#include "base/terms.h"
#include "command/next_hint.h"

struct check {
    const struct lab *lab;
    struct hints h;
    void (*say)(void *owner, const char *sentence);
    void *owner;
};

__attribute__((format(printf, 2, 3))) static void wrong(const struct check *c,
                                                        const char *format, ...)
{
    char sentence[1000];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    c->say(c->owner, sentence);
}

/* ---- the file ----------------------------------------------------------- */

/* Whatever fails, there must be a hint: what nobody foresaw has no special
 * section. */
static void want_sections(const struct check *c)
{
    for (int k = 0; k <= KIND_COUNT; k++) {
        bool there = k < KIND_COUNT && c->lab->points[k] <= 0;

        for (int i = 0; i < c->h.n && !there; i++)
            there = c->h.section[i].kind == k && !c->h.section[i].words &&
                    !c->h.section[i].for_all;
        if (!there)
            wrong(c, _("labs/%s/hints.md: there is no section ## %s"),
                  c->lab->folder, hint_kind_name(k));
    }
}

/* Whether the lab, or what several labs share, has a check of this name. */
static bool is_a_check(const struct check *c, const char *name)
{
    char pattern[300], start[120];
    glob_t found = {0};
    bool there = false;

    snprintf(start, sizeof start, "START_TEST(%s)", name);
    snprintf(pattern, sizeof pattern, "{labs/%s,common/check}/*.[ch]",
             c->lab->folder);
    glob(pattern, GLOB_BRACE, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && !there; i++) {
        char *text = source_read(found.gl_pathv[i], false, NULL);

        there = text && strstr(text, start);
        free(text);
    }
    globfree(&found);
    return there;
}

/* What names a finding that there cannot be. */
static void want_terms(const struct check *c)
{
    char word[100];

    for (int i = 0; i < c->h.n; i++) {
        const struct hint_section *s = &c->h.section[i];

        for (int k = 0; s->words && terms_are(s->words) &&
                        terms_word(s->words, k, word, sizeof word);
             k++)
            if (!said_is_id(word) && !is_a_check(c, word))
                wrong(c,
                      _("labs/%s/hints.md: %s is neither the id of a sentence "
                        "(grader/base/sentences.def) nor a check of this lab"),
                      c->lab->folder, word);
    }
}

/* Is there a first hint with these words? */
static bool is_a_hint(const struct check *c, const char *words)
{
    for (int i = 0; i < c->h.n; i++)
        if (c->h.section[i].n && hint_words_in(words, c->h.section[i].hint[0]))
            return true;
    return false;
}

static void want_hint_lines(const struct check *c)
{
    char pattern[300];
    struct expected e;
    glob_t found = {0};

    snprintf(pattern, sizeof pattern, "solutions/%s/wrong/*.{c,cu}",
             c->lab->folder);
    glob(pattern, GLOB_BRACE, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (!expected_read(found.gl_pathv[i], &e))
            continue;
        if (!*e.hint)
            wrong(c,
                  _("%s: no line \"// hint: words\" behind the first one says "
                    "what the first hint for it must contain"),
                  found.gl_pathv[i]);
        else if (!is_a_hint(c, e.hint))
            wrong(c, _("%s: no first hint contains \"%s\""), found.gl_pathv[i],
                  e.hint);
    }
    globfree(&found);
}

/* A student must learn that there are hints. */
static void want_command(const struct check *c)
{
    char path[160], command[40], *line = NULL;
    size_t room = 0;
    bool there = false;
    FILE *file;

    snprintf(path, sizeof path, "labs/%s/README.md", c->lab->folder);
    snprintf(command, sizeof command, "make hint LAB=%s", c->lab->id);
    file = fopen(path, "r");
    if (!file)
        return; /* `kit verify` says so */
    while (!there && getline(&line, &room, file) >= 0)
        there = strstr(line, command) != NULL;
    if (!there)
        wrong(c, _("%s: does not say `%s`"), path, command);
    free(line);
    fclose(file);
}

void hint_check_file(const struct lab *lab,
                     void (*say)(void *owner, const char *sentence),
                     void *owner)
{
    struct check c = {.lab = lab, .say = say, .owner = owner};

    hints_read(lab, &c.h, say, owner);
    want_terms(&c);
    want_sections(&c);
    want_hint_lines(&c);
    want_command(&c);
    hints_free(&c.h);
}

/* ---- the first hint ----------------------------------------------------- */

bool hint_fits(const struct lab *lab, const struct hints *h,
               const struct lab_result *l, const struct expected *e, char *why,
               size_t size)
{
    struct next_hint next = next_hint(h, l);

    if (!*e->hint || (next.section && hint_words_in(e->hint, next.text)))
        return true;
    if (next.section)
        snprintf(why, size,
                 _("the first hint must contain \"%s\", but is that of ## %s "
                   "(labs/%s%shints.md:%d): %s"),
                 e->hint, next.section->heading,
                 next.section->for_all ? "" : lab->folder,
                 next.section->for_all ? "" : "/", next.section->line,
                 next.text);
    else
        snprintf(why, size, _("there is no hint for it"));
    return false;
}

void hint_show_first(const struct style *style, const struct hints *h,
                     const struct lab_result *l)
{
    struct next_hint next = next_hint(h, l);
    char text[1400], clean[1400];

    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];
        char line[20] = "";

        if (f->status != STATUS_FAIL)
            continue;
        if (f->place.line)
            snprintf(line, sizeof line, ":%d", f->place.line);
        snprintf(text, sizeof text, "%s%s: %s: %s", kind_names[f->kind], line,
                 f->name, finding_text(f));
        table_clean(text, clean, sizeof clean);
        table_wrap(style, 5, clean);
    }
    if (next.section) {
        fprintf(style->out, "  -> ## %s\n", next.section->heading);
        table_wrap(style, 5, next.text);
    } else {
        fputs(_("  -> no hint\n"), style->out);
    }
}

/* ---- kept gradings ------------------------------------------------------ */

static void kept_path(const struct lab *lab, const char *name, char *path,
                      size_t size)
{
    snprintf(path, size, "build/verify/%s/%s.json", lab->folder, name);
}

void hint_keep(const struct lab *lab, const char *name,
               const struct lab_result *l)
{
    char path[400];
    struct results *r = calloc(1, sizeof *r);

    if (!r)
        return;
    mkdir("build/verify", 0777);
    snprintf(path, sizeof path, "build/verify/%s", lab->folder);
    mkdir(path, 0777); /* results_write() says if it is not there */
    kept_path(lab, name, path, sizeof path);
    snprintf(r->src, sizeof r->src, "solutions");
    results_put(r, l);
    results_write(path, r);
    free(r);
}

bool hint_kept(const struct lab *lab, const char *name, struct lab_result *l)
{
    char path[400];
    struct results *r = calloc(1, sizeof *r);
    bool there;

    kept_path(lab, name, path, sizeof path);
    there = r && results_read(path, r) == 0 && results_get(r, lab->id);
    if (there)
        *l = *results_get(r, lab->id);
    free(r);
    return there;
}
