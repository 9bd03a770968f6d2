/* hints.c - see hints.h. */
#define _GNU_SOURCE /* getline() */
#include "base/hints.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"

/* The reading of one file. */
struct reading {
    struct hints *h;
    char path[128];
    bool for_all; /* it is the file for all labs */
    int line;
    bool code;  /* between ``` and ``` */
    bool blank; /* a line without text, or ```, came before */
    bool said;  /* of this section, that its text is no hint */
    void (*say)(void *owner, const char *sentence);
    void *owner;
};

/* ---- what is wrong ------------------------------------------------------ */

__attribute__((format(printf, 3, 4))) static void
wrong(const struct reading *r, int line, const char *format, ...)
{
    char what[600], sentence[800];
    va_list args;

    if (!r->say)
        return;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(sentence, sizeof sentence, "%s:%d: %s", r->path, line, what);
    r->say(r->owner, sentence);
}

/* ---- words -------------------------------------------------------------- */

/* Where the words end that begin at p, or null if others stand there. White
 * space is any, and a number is all of it. */
static const char *words_at(const char *p, const char *words, size_t n)
{
    const char *end = words + n;

    while (words < end) {
        if (isspace((unsigned char)*words)) {
            if (!isspace((unsigned char)*p))
                return NULL;
            while (words < end && isspace((unsigned char)*words))
                words++;
            while (isspace((unsigned char)*p))
                p++;
        } else if (tolower((unsigned char)*words++) !=
                   tolower((unsigned char)*p++)) {
            return NULL;
        }
    }
    return isdigit((unsigned char)words[-1]) && isdigit((unsigned char)*p)
               ? NULL
               : p;
}

/* Where the n bytes of words end that are in a text somewhere, or null. */
static const char *find_words(const char *text, const char *words, size_t n)
{
    const char *end;

    for (const char *p = text; *p; p++)
        if ((p == text || !isdigit((unsigned char)*words) ||
             !isdigit((unsigned char)p[-1])) &&
            (end = words_at(p, words, n)))
            return end;
    return NULL;
}

/* The next piece of words, up to the mark (" | ") or the end: its length
 * without the white space around it. *words then is what follows the mark. */
static size_t piece(const char **words, const char *end, const char *mark,
                    const char **begin)
{
    size_t length = strlen(mark);
    const char *p = memmem(*words, (size_t)(end - *words), mark, length);
    const char *last = p ? p : end;

    *begin = *words;
    *words = p ? p + length : end;
    while (*begin < last && isspace((unsigned char)**begin))
        ++*begin;
    while (*begin < last && isspace((unsigned char)last[-1]))
        last--;
    return (size_t)(last - *begin);
}

bool hint_words_in(const char *words, const char *text)
{
    const char *all = words + strlen(words);

    while (words < all) {
        const char *one, *at = text, *part;
        size_t n = piece(&words, all, " | ", &one);
        const char *end = one + n;

        while (at && one < end)
            if ((n = piece(&one, end, " ... ", &part)))
                at = find_words(at, part, n);
        if (at && at != text)
            return true;
    }
    return false;
}

/* ---- sections ----------------------------------------------------------- */

const char *hint_kind_name(int kind)
{
    return kind == HINTS_TO_START ? "start" : kind_names[kind];
}

/* The text of a heading "## ...", or null. */
static const char *heading(const char *line)
{
    return strncmp(line, "## ", 3) ? NULL : line + 2 + strspn(line + 2, " ");
}

/* HINTS_TO_START, a KIND_..., or -1 if there is no such kind. */
static int section_kind(const char *text, size_t n)
{
    char name[40];

    snprintf(name, sizeof name, "%.*s", (int)n, text);
    for (int k = 0; k <= KIND_COUNT; k++)
        if (!strcasecmp(name, hint_kind_name(k)))
            return k;
    return -1;
}

/* The section "KIND" or "KIND: words"; null if it is none. */
static struct hint_section *new_section(struct reading *r, const char *text)
{
    struct hints *h = r->h;
    struct hint_section *s = &h->section[h->n];
    size_t n = strcspn(text, ":"), used;
    const size_t word = strlen(" first");
    const char *words = text[n] ? text + n + 1 : NULL;
    const bool first = words && r->for_all && n > word &&
                       !strncmp(text + n - word, " first", word);
    int kind = section_kind(text, first ? n - word : n);

    if (kind < 0) {
        wrong(r, r->line,
              _("%s: there is no such section. There are start, build, output, "
                "correctness, race, memory, traffic and speed, and \"KIND: "
                "words\""),
              text);
        return NULL;
    }
    if (words && (kind == HINTS_TO_START || !words[strspn(words, " |")])) {
        wrong(r, r->line,
              kind == HINTS_TO_START
                  ? _("before the first grading there is no finding that could "
                      "contain words")
                  : _("no words behind the colon"));
        return NULL;
    }
    if (h->n == HINT_SECTIONS) {
        wrong(r, r->line, _("more than %d sections"), HINT_SECTIONS);
        return NULL;
    }
    memset(s, 0, sizeof *s);
    used = (size_t)snprintf(s->heading, sizeof s->heading, "%s",
                            hint_kind_name(kind));
    if (words) {
        words += strspn(words, " ");
        if (used + 2 + strlen(words) >= sizeof s->heading)
            wrong(r, r->line, _("more than %d bytes in a heading"),
                  HINT_HEADING - 1);
        snprintf(s->heading + used, sizeof s->heading - used, ": %s", words);
        s->words = s->heading + used + 2;
        for (used = strlen(s->heading); s->heading[used - 1] == ' '; used--)
            s->heading[used - 1] = 0;
    }
    for (int i = 0; i < h->n; i++)
        if (!strcmp(s->heading, h->section[i].heading)) {
            if (r->for_all && !h->section[i].for_all)
                return NULL; /* the lab has something better */
            wrong(r, r->line, _("%s: there is this section already, line %d"),
                  s->heading, h->section[i].line);
            return NULL;
        }
    s->kind = kind;
    s->for_all = r->for_all;
    s->first = first;
    s->line = r->line;
    h->n++;
    return s;
}

static void end_section(struct reading *r, const struct hint_section *s)
{
    if (s && !s->n)
        wrong(r, s->line, _("%s: a section without hints"), s->heading);
}

/* ---- hints -------------------------------------------------------------- */

/* The number of a list item "12. text", and its text; else null. */
static const char *list_item(const char *line, int *number)
{
    size_t digits = strspn(line, "0123456789");

    if (!digits || digits > 3 || line[digits] != '.' || line[digits + 1] != ' ')
        return NULL;
    *number = atoi(line);
    return line + digits + 1 + strspn(line + digits + 1, " ");
}

/* Add a line to the last hint. */
static void add_text(struct hint_section *s, const char *gap, const char *text)
{
    char *old = s->hint[s->n - 1], *longer;

    if (asprintf(&longer, "%s%s%s", old, *old ? gap : "", text) < 0)
        abort();
    free(old);
    s->hint[s->n - 1] = longer;
}

static void add_hint(struct hint_section *s)
{
    s->hint = realloc(s->hint, (size_t)(s->n + 1) * sizeof *s->hint);
    if (!s->hint || !(s->hint[s->n] = strdup("")))
        abort();
    s->n++;
}

/* A line of a section's list. */
static void read_line(struct reading *r, struct hint_section *s,
                      const char *line)
{
    const char *text = line + strspn(line, " \t"), *item, *gap = " ";
    int number;

    if (!strncmp(text, "```", 3)) {
        /* The program text of a hint keeps its lines. */
        r->code = !r->code;
        r->blank = true;
        return;
    }
    if (!r->code && (item = list_item(line, &number))) {
        add_hint(s);
        if (number != s->n)
            wrong(r, r->line, _("the hint with the number %d is number %d"),
                  number, s->n);
        text = item;
        r->blank = false;
    }
    if (!*text) {
        r->blank = true;
        return;
    }
    if (!s->n) {
        if (!r->said)
            wrong(r, r->line,
                  _("belongs to no hint; one begins with a number: 1. "));
        r->said = true;
        return;
    }
    if (r->code || r->blank)
        gap = "\n";
    r->blank = r->code;
    add_text(s, gap, r->code ? line : text);
}

/* ---- the file ----------------------------------------------------------- */

static void read_file(struct reading *r, FILE *file)
{
    struct hint_section *s = NULL;
    char *line = NULL, clean[2000];
    size_t room = 0;

    while (getline(&line, &room, file) >= 0) {
        const char *found;

        r->line++;
        line[strcspn(line, "\r\n")] = 0;
        text_clean(line, clean, sizeof clean);
        if (!r->code && (found = heading(clean))) {
            end_section(r, s);
            s = new_section(r, found);
            r->said = r->blank = false;
        } else if (s) {
            read_line(r, s, clean);
        }
    }
    end_section(r, s);
    if (r->code)
        wrong(r, r->line, _("a ``` block is not closed"));
    free(line);
    fclose(file);
}

void hints_read(const struct lab *lab, struct hints *h,
                void (*say)(void *owner, const char *sentence), void *owner)
{
    struct reading own = {.h = h, .say = say, .owner = owner};
    struct reading all = {.h = h, .say = say, .owner = owner, .for_all = true};
    FILE *file;

    memset(h, 0, sizeof *h);
    snprintf(own.path, sizeof own.path, "labs/%s/hints.md", lab->folder);
    snprintf(all.path, sizeof all.path, "labs/hints.md");
    file = fopen(own.path, "r");
    if (file)
        read_file(&own, file);
    else
        wrong(&own, 1, "%s", strerror(errno));
    file = fopen(all.path, "r");
    if (file)
        read_file(&all, file);
}

void hints_free(struct hints *h)
{
    for (int i = 0; i < h->n; i++) {
        for (int k = 0; k < h->section[i].n; k++)
            free(h->section[i].hint[k]);
        free(h->section[i].hint);
    }
    memset(h, 0, sizeof *h);
}
