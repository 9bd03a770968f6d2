/*
 * promise.c - see promise.h. Two texts are read, the contract as sentences and
 * the markers of the tests, and then laid over each other.
 */
#define _GNU_SOURCE /* asprintf() */
#include "command/promise.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"

enum { MAX_TEXT = 1 << 16, MAX_SENTENCES = 500, MAX_MARKERS = 500 };

/* ---- sentences ---------------------------------------------------------- */

struct contract {
    size_t used;
    char text[MAX_TEXT]; /* sentences and their words one blank apart */
    int n;
    struct sentence {
        size_t begin, end;
        bool quoted;
    } sentence[MAX_SENTENCES];
    /* the paragraph that is being read */
    size_t room;
    char paragraph[MAX_TEXT];
};

/* Append the words of `line` to text[*used], one blank apart. */
static void add_words(char *text, size_t *used, const char *line)
{
    for (const char *p = line + strspn(line, " \t\r\n"); *p;) {
        size_t word = strcspn(p, " \t\r\n");

        if (*used + word + 2 > MAX_TEXT)
            return;
        if (*used)
            text[(*used)++] = ' ';
        memcpy(text + *used, p, word);
        *used += word;
        text[*used] = 0;
        p += word;
        p += strspn(p, " \t\r\n");
    }
}

/* Whether a sentence ends before the blank at p. */
static bool ends_here(const char *p)
{
    if (p[-1] == ';')
        return true;
    if (strchr(".!?", p[-1]))
        return p[-2] != ' ' && p[-2] != p[-1] && !islower(p[1]);
    return p[-1] == ':' && isupper(p[1]);
}

static void add_sentence(struct contract *c, const char *text, size_t length)
{
    if (c->n == MAX_SENTENCES || c->used + length + 2 > MAX_TEXT)
        return;
    if (c->used)
        c->text[c->used++] = ' ';
    memcpy(c->text + c->used, text, length);
    c->sentence[c->n++] =
        (struct sentence){c->used, c->used + length, false};
    c->used += length;
    c->text[c->used] = 0;
}

static void end_paragraph(struct contract *c)
{
    const char *begin = c->paragraph;

    for (const char *p = begin; c->room && *p; p++)
        if (*p == ' ' && p > begin + 1 && ends_here(p)) {
            add_sentence(c, begin, (size_t)(p - begin));
            begin = p + 1;
        }
    if (c->room)
        add_sentence(c, begin, strlen(begin));
    c->room = 0;
}

/* The comments of a header. A line that is indented by three blanks behind the
 * star is one of a parameter, or an item of a list; one by more goes on. */
static void read_header(struct contract *c, const char *path)
{
    char *line = NULL;
    size_t size = 0;
    bool inside = false, first = true;
    size_t indent = 0, before;
    FILE *file = fopen(path, "r");

    while (file && getline(&line, &size, file) >= 0) {
        for (char *p = line, *end; *p;) {
            char *text = inside ? p : strstr(p, "/*");

            if (!text)
                break;
            text += inside ? strspn(text, " \t") : 2;
            text += *text == '*' && text[1] != '/';
            end = strstr(text, "*/");
            p = end ? end + 2 : text + strlen(text);
            if (end)
                *end = 0;
            inside = !end;
            before = indent;
            indent = strspn(text, " ");
            if (!first && (indent == 3 || (indent < 3 && before >= 3)))
                end_paragraph(c);
            add_words(c->paragraph, &c->room, text);
            if (end || !text[strspn(text, " \t\r\n")]) {
                if (first && c->room) /* what the file is */
                    c->room = first = false;
                end_paragraph(c);
            }
        }
    }
    free(line);
    if (file)
        fclose(file);
}

/* Take out the comments of a line of Markdown: nobody sees them in the page. */
static void leave_out_comments(char *line)
{
    char *begin, *end;

    while ((begin = strstr(line, "<!--")) && (end = strstr(begin, "-->")))
        memmove(begin, end + 3, strlen(end + 3) + 1);
}

/* One part of a handout. The row above a table's line names its columns. */
static void read_handout(struct contract *c, const char *path)
{
    static const char heading[] = "## How it is graded";
    char *line = NULL;
    size_t size = 0;
    bool inside = false;
    FILE *file = fopen(path, "r");

    while (file && getline(&line, &size, file) >= 0) {
        char *text, *end;
        bool row;

        leave_out_comments(line);
        text = line + strspn(line, " \t");
        row = *text == '|';

        if (!strncmp(line, "## ", 3))
            inside = !strncmp(line, heading, sizeof heading - 1);
        else if (inside && !strncmp(text, "|--", 3))
            c->room = 0;
        else if (inside) {
            if (row || !strncmp(text, "- ", 2) || !*text || *text == '\n')
                end_paragraph(c);
            end = row ? strrchr(text, '|') : NULL;
            if (end)
                *end = 0;
            add_words(c->paragraph, &c->room, text + row);
        }
    }
    end_paragraph(c);
    free(line);
    if (file)
        fclose(file);
}

static struct contract *contract_of(const struct lab *lab)
{
    struct contract *c = calloc(1, sizeof *c);
    char path[400];

    if (!c)
        abort();
    snprintf(path, sizeof path, "labs/%s/%s.h", lab->folder, lab->name);
    read_header(c, path);
    end_paragraph(c);
    snprintf(path, sizeof path, "labs/%s/README.md", lab->folder);
    read_handout(c, path);
    return c;
}

/* Mark the sentences that a fragment, "words" or "words [...] words", quotes.
 * False if the contract has no such words. */
static bool quote(struct contract *c, const char *fragment)
{
    static const char gap[] = " [...] ";
    const char *rest = strstr(fragment, gap);
    size_t first = rest ? (size_t)(rest - fragment) : strlen(fragment);
    bool found = false;

    rest = rest ? rest + sizeof gap - 1 : "";
    for (const char *p = c->text; (p = memmem(p, strlen(p), fragment, first));
         p++) {
        const char *last = strstr(p + first, rest);
        size_t begin = (size_t)(p - c->text), end;

        if (!last)
            break;
        end = (*rest ? (size_t)(last - c->text) : begin + first) + strlen(rest);
        for (int i = 0; i < c->n; i++)
            if (c->sentence[i].begin < end && begin < c->sentence[i].end)
                c->sentence[i].quoted = true;
        found = true;
    }
    return found;
}

/* ---- markers ------------------------------------------------------------ */

enum mark { PROMISE, BROKEN_BY, NO_PROMISE, BECAUSE, MARKS };
static const char *const marks[MARKS] = {"promise:", "broken by:",
                                         "no promise:", "because:"};

struct marker {
    enum mark mark; /* PROMISE or NO_PROMISE */
    char *text;
    char reason[64]; /* what stands below: the wrong answer, or why */
    char test[64];
    char common[64]; /* the header's name; "" for check.c */
    char place[420]; /* file:line */
};

struct markers {
    int n;
    struct marker list[MAX_MARKERS];
    promise_complaint *complain;
    void *with;
};

__attribute__((format(printf, 2, 3))) static void
complain(const struct markers *m, const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (m->complain && vasprintf(&text, format, args) >= 0) {
        m->complain(m->with, text);
        free(text);
    }
    va_end(args);
}

/* The lines of one marker are together: note it. `open`: the first of the
 * markers that still wait for their `broken by:` or `because:`. */
static void end_marker(struct markers *m, int *open, const char *common,
                       enum mark mark, const char *text, const char *place)
{
    enum mark wants = mark == BROKEN_BY ? PROMISE : NO_PROMISE;

    if (mark == MARKS)
        return;
    if (mark == PROMISE || mark == NO_PROMISE) {
        struct marker *new = &m->list[m->n];

        if (m->n == MAX_MARKERS)
            return;
        *new = (struct marker){.mark = mark, .text = strdup(text)};
        snprintf(new->common, sizeof new->common, "%s", common);
        snprintf(new->place, sizeof new->place, "%s", place);
        m->n++;
        return;
    }
    if (*open == m->n)
        complain(m, _("%s: \"%s\" stands below nothing"), place, marks[mark]);
    for (; *open < m->n; ++*open) {
        struct marker *above = &m->list[*open];

        if (above->mark != wants)
            complain(m, _("%s: \"%s\" cannot stand below \"%s\""), place,
                     marks[mark], marks[above->mark]);
        snprintf(above->reason, sizeof above->reason, "%s", text);
    }
}

/* START_TEST(name): the promises above it are its own. */
static void end_test(struct markers *m, int *test, const char *line,
                     const char *place)
{
    bool any = false;
    char name[sizeof m->list->test];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, ")"), line);
    for (char *p = name; *p; p++)
        if (*p == '_')
            *p = ' ';
    for (; *test < m->n; ++*test)
        if (m->list[*test].mark == PROMISE) {
            strcpy(m->list[*test].test, name);
            any = true;
        }
    if (!any)
        complain(m, _("%s: no promise asks for this test"), place);
}

/* Read the markers of a file, and those of the headers in common/ that it
 * includes. */
static void read_markers(struct markers *m, const char *path,
                         const char *common)
{
    static const char include[] = "#include \"common/", start[] = "START_TEST(";
    static char text[MAX_TEXT];
    char *line = NULL, place[420], began[420] = "", header[64], inner[80];
    size_t size = 0, used = 0;
    int open = m->n, test = m->n;
    enum mark mark = MARKS;
    FILE *file = fopen(path, "r");

    for (int i = 1; file && getline(&line, &size, file) >= 0; i++) {
        char *p = line;
        int k = 0;

        snprintf(place, sizeof place, "%s:%d", path, i);
        if (!strncmp(p, "//", 2)) {
            p += 2 + strspn(p + 2, " ");
            while (k < MARKS && strncmp(p, marks[k], strlen(marks[k])) != 0)
                k++;
            if (k < MARKS) {
                end_marker(m, &open, common, mark, text, began);
                mark = (enum mark)k;
                text[used = 0] = 0;
                strcpy(began, place);
                p += strlen(marks[k]);
            }
            add_words(text, &used, p);
            continue;
        }
        end_marker(m, &open, common, mark, text, began);
        mark = MARKS;
        if (!strncmp(p, start, sizeof start - 1)) {
            end_test(m, &test, p + sizeof start - 1, place);
        } else if (!strncmp(p, include, sizeof include - 1) && !*common) {
            p += sizeof include - 1;
            snprintf(header, sizeof header, "%.*s", (int)strcspn(p, "\""), p);
            snprintf(inner, sizeof inner, "common/%s", header);
            read_markers(m, inner, header);
            open = test = m->n;
        }
    }
    end_marker(m, &open, common, mark, text, began);
    for (int i = test; i < m->n; i++)
        if (m->list[i].mark == PROMISE)
            complain(m, _("%s: there is no test below"), m->list[i].place);
    free(line);
    if (file)
        fclose(file);
}

/* ---- both together ------------------------------------------------------ */

static bool includes(const struct lab *lab, const char *common)
{
    char path[400], want[100], *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *file;

    snprintf(path, sizeof path, "labs/%s/check.c", lab->folder);
    snprintf(want, sizeof want, "#include \"common/%s\"", common);
    file = fopen(path, "r");
    while (file && !found && getline(&line, &size, file) >= 0)
        found = !strncmp(line, want, strlen(want));
    free(line);
    if (file)
        fclose(file);
    return found;
}

static bool has_wrong(const struct lab *lab, const char *name)
{
    char path[500];

    snprintf(path, sizeof path, "solutions/%s/wrong/%s%s", lab->folder, name,
             lab->ext);
    return access(path, R_OK) == 0;
}

/* Is the marker in order, for this lab or one with which it shares a test? */
static void look_at(const struct markers *m, const struct marker *k,
                    const struct lab *labs, int n_labs, int which, bool quoted)
{
    bool caught = k->mark == NO_PROMISE || has_wrong(&labs[which], k->reason);

    for (int i = 0; *k->common && i < n_labs && !(quoted && caught); i++) {
        struct contract *c;

        if (i == which || !includes(&labs[i], k->common))
            continue;
        c = contract_of(&labs[i]);
        quoted = quoted || quote(c, k->text);
        caught = caught || has_wrong(&labs[i], k->reason);
        free(c);
    }
    if (!*k->reason)
        complain(m, _("%s: nothing stands below \"%s\""), k->place,
                 marks[k->mark]);
    else if (!caught)
        complain(m, _("%s: there is no wrong answer %s"), k->place, k->reason);
    if (!quoted)
        complain(m, _("%s: neither header nor handout says \"%s\""), k->place,
                 k->text);
}

void promise_read(const struct lab *labs, int n_labs, int which,
                  struct promises *p, promise_complaint *say, void *with)
{
    struct contract *c = contract_of(&labs[which]);
    struct markers *m = calloc(1, sizeof *m);
    char path[400];

    *p = (struct promises){0, calloc(MAX_MARKERS, sizeof *p->list)};
    if (!m || !p->list)
        abort();
    m->complain = say;
    m->with = with;
    snprintf(path, sizeof path, "labs/%s/check.c", labs[which].folder);
    read_markers(m, path, "");
    for (int i = 0; i < m->n; i++) {
        struct marker *k = &m->list[i];
        bool quoted = quote(c, k->text);

        if (say)
            look_at(m, k, labs, n_labs, which, quoted);
        if (quoted && k->mark == PROMISE) {
            struct promise *new = &p->list[p->n++];
            new->text = k->text;
            k->text = NULL;
            strcpy(new->test, k->test);
            strcpy(new->broken_by, k->reason);
        }
        free(k->text);
    }
    for (int i = 0; i < c->n; i++)
        if (!c->sentence[i].quoted)
            complain(m, _("no test is for this: %.*s"),
                     (int)(c->sentence[i].end - c->sentence[i].begin),
                     c->text + c->sentence[i].begin);
    free(m);
    free(c);
}

void promise_free(struct promises *p)
{
    for (int i = 0; i < p->n; i++)
        free(p->list[i].text);
    free(p->list);
    *p = (struct promises){0};
}
