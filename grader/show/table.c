/*
 * table.c - see table.h. First text that is safe and fits, then the table of
 * grades. The list of labs is in list.c.
 */
#define _GNU_SOURCE /* wcwidth() */
#include "show/table.h"

#include <ctype.h>
#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "base/say.h"

struct style table_style(FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    struct style s = {.out = out};

    s.terminal = isatty(fileno(out));
    s.color = s.terminal && !(no_color && *no_color) &&
              !(term && !strcmp(term, "dumb"));
    s.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    return s;
}

const char *table_color(const struct style *s, const char *code)
{
    return s->color ? code : "";
}

/* ---- text --------------------------------------------------------------- */

/* Whether a character may reach the terminal, and can be shown there. */
static bool harmless(wchar_t c)
{
    return text_harmless((unsigned long)c) && iswprint((wint_t)c);
}

void table_clean(const char *text, char *out, size_t size)
{
    mbstate_t state = {0};
    size_t left = strlen(text), used = 0;

    while (left) {
        wchar_t c;
        size_t n = mbrtowc(&c, text, left, &state);
        bool good = n != (size_t)-1 && n != (size_t)-2 && n > 0;

        if (!good) {
            memset(&state, 0, sizeof state);
            n = 1;
        }
        if (used + n >= size)
            break;
        if (good && (c == L'\n' || harmless(c))) {
            memcpy(out + used, text, n);
            used += n;
        } else {
            out[used++] = good && c == L'\t' ? ' ' : '?';
        }
        text += n;
        left -= n;
    }
    out[used] = 0;
}

/* Columns of the first character, and its bytes in *n. */
static int first_columns(const char *text, size_t *n)
{
    mbstate_t state = {0};
    wchar_t c;
    int columns;

    *n = mbrtowc(&c, text, strlen(text), &state);
    if (*n == (size_t)-1 || *n == (size_t)-2 || *n == 0) {
        *n = 1;
        return 1;
    }
    columns = wcwidth(c);
    return columns < 0 ? 0 : columns;
}

int table_columns(const char *text)
{
    int columns = 0;
    size_t n;

    for (; *text; text += n)
        columns += first_columns(text, &n);
    return columns;
}

/* Bytes of `text` (no newline in it) that go on a line of `width` columns: to
 * the last blank that fits, or, in text without blanks, to the last
 * character. At least one character. */
static size_t line_bytes(const char *text, size_t length, int width)
{
    size_t i = 0, blank = 0, n;
    int columns = 0;

    while (i < length) {
        columns += first_columns(text + i, &n);
        if (columns > width && i > 0 && text[i] != ' ')
            return blank ? blank : i;
        if (text[i] == ' ')
            blank = i;
        i += n;
    }
    return length;
}

void table_wrap(const struct style *s, int indent, const char *text)
{
    char clean[4096];
    const char *p = clean;

    table_clean(text, clean, sizeof clean);
    while (*p) {
        size_t length = strcspn(p, "\n");
        size_t more = strspn(p, " ");
        int margin = indent + (int)(more < 20 ? more : 20);

        if (more >= length)
            putc('\n', s->out); /* an empty line */
        for (size_t i = more; i < length;) {
            size_t n = line_bytes(p + i, length - i, TABLE_WIDTH - margin);

            fprintf(s->out, "%*s%.*s\n", margin, "", (int)n, p + i);
            i += n;
            while (i < length && p[i] == ' ')
                i++;
        }
        p += length + (p[length] == '\n');
    }
}

/* Print one line of text. What has more than `width` columns ends with its last
 * whole word that fits, and dots. Returns the columns left. */
static int cut_line(const struct style *s, const char *text, int width)
{
    static const char dots[] = "...";
    char clean[1024];
    size_t length;
    bool cut;

    table_clean(text, clean, sizeof clean);
    clean[strcspn(clean, "\n")] = 0;
    length = strlen(clean);
    cut = table_columns(clean) > width;
    if (cut) {
        length = line_bytes(clean, length, width - (int)strlen(dots));
        while (length > 0 && strchr(" ,:", clean[length - 1]))
            length--;
        memcpy(clean + length, dots, sizeof dots); /* more stood there */
    }
    fputs(clean, s->out);
    return width - table_columns(clean);
}

void table_cell(const struct style *s, const char *text, int width)
{
    fprintf(s->out, "%*s", cut_line(s, text, width), "");
}

const char *table_points(double points)
{
    static char buffer[4][32];
    static int turn;
    char *text = buffer[turn++ % 4];

    /* 10, not 10.0; a third of 4 points is 1.3 */
    snprintf(text, sizeof buffer[0], "%.1f", points);
    if (!strcmp(text + strlen(text) - 2, ".0"))
        text[strlen(text) - 2] = 0;
    return text;
}

/* What a lab has earned; a mark if not all of it was told. */
void table_points_of(const struct lab_result *l, char *text, size_t size)
{
    snprintf(text, size, "%s/%s%s", table_points(l->points),
             table_points(l->max_points), l->untold > 0 ? " ?" : "");
}

/* ---- the table of grades ------------------------------------------------ */

static const struct {
    enum check_kind kind;
    const char *title;
} columns[] = {
    {KIND_OUTPUT, N_("output")},   {KIND_CORRECTNESS, N_("correct")},
    {KIND_RACE, N_("races")},      {KIND_MEMORY, N_("memory")},
    {KIND_TRAFFIC, N_("traffic")}, {KIND_SPEED, N_("speed")},
};
#define N_COLUMNS ((int)(sizeof columns / sizeof *columns))
#define TITLE_WIDTH 29 /* less where there are many columns */

static const struct {
    const char *utf8, *ascii, *color;
} marks[STATUS_COUNT] = {
    [STATUS_NONE] = {"!", "!", RED},       [STATUS_PASS] = {"✓", "ok", GREEN},
    [STATUS_FAIL] = {"✗", "FAIL", RED},    [STATUS_UNTOLD] = {"?", "?", YELLOW},
    [STATUS_SKIPPED] = {"–", "-", YELLOW},
};

const char *table_mark(const struct style *s, enum check_status status)
{
    return s->utf8 ? marks[status].utf8 : marks[status].ascii;
}

/* One status for all checks of a kind: the worst. False if there are none. */
static bool worst(const struct lab_result *l, enum check_kind kind,
                  enum check_status *status)
{
    static const int badness[STATUS_COUNT] = {[STATUS_PASS] = 1,
                                              [STATUS_SKIPPED] = 2,
                                              [STATUS_UNTOLD] = 3,
                                              [STATUS_FAIL] = 4,
                                              [STATUS_NONE] = 5};
    bool found = false;

    *status = STATUS_NONE;
    for (int i = 0; i < l->n_checks; i++) {
        const struct finding *f = &l->check[i];

        if (f->kind != kind)
            continue;
        if (!found || badness[f->status] > badness[*status])
            *status = f->status;
        found = true;
    }
    return found;
}

static bool column_used(const struct table_row *rows, int n, int column)
{
    enum check_status status;

    for (int i = 0; i < n; i++)
        if (worst(rows[i].result, columns[column].kind, &status))
            return true;
    return false;
}

const char *table_kind(enum check_kind kind)
{
    for (int i = 0; i < N_COLUMNS; i++)
        if (columns[i].kind == kind)
            return _(columns[i].title);
    return kind == KIND_BUILD ? _("build") : "";
}

void table_check(const struct finding *f, char *text, size_t size)
{
    if (strcmp(f->name, kind_names[f->kind]))
        snprintf(text, size, "%s: %s", table_kind(f->kind), f->name);
    else
        snprintf(text, size, "%s", table_kind(f->kind));
}

void table_finding(const struct style *s, const struct finding *f,
                   const char *code, bool again)
{
    char line[1024], where[400] = "";

    fprintf(s->out, "   %s%s%s ", table_color(s, marks[f->status].color),
            table_mark(s, f->status), table_color(s, PLAIN));
    table_check(f, line, sizeof line);
    cut_line(s, line, TABLE_WIDTH - 10);
    putc('\n', s->out);
    if (f->place.file[0] && f->place.line)
        snprintf(where, sizeof where, "%s:%d", f->place.file, f->place.line);
    else if (f->place.file[0])
        snprintf(where, sizeof where, "%s", f->place.file);
    if (where[0]) {
        table_clean(where, line, sizeof line);
        fprintf(s->out, "     %s%s%s\n", table_color(s, BOLD), line,
                table_color(s, PLAIN));
    }
    if (code && *code) {
        fputs("       ", s->out);
        cut_line(s, code, TABLE_WIDTH - 7);
        putc('\n', s->out);
    }
    table_wrap(s, 5, again ? _("As above.") : finding_text(f));
}

bool table_speed(const struct lab_result *l, char *text, size_t size)
{
    const struct speed *v = &l->speed;
    double percent = share_percent(fmin(v->fraction.middle, 1), v->goal);
    double goal = share_percent(v->goal, v->goal);

    /* A machine with one core, or a clock that could not tell, may leave
     * figures without a value. */
    if (!v->measured || !isfinite(v->speedup.middle) ||
        !isfinite(v->ceiling_speedup.middle) || !isfinite(percent))
        return false;
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].kind == KIND_SPEED &&
            l->check[i].status == STATUS_UNTOLD)
            return false; /* the figure would read like a verdict */
    if (v->threads == 0)
        snprintf(text, size,
                 _("speed on the GPU: %.0f %% of the lab's own kernel (goal "
                   "%.0f %%)"),
                 percent, goal);
    else
        snprintf(text, size,
                 _("speed, %d threads: %.0f %% of what is possible here (goal "
                   "%.0f %%), %.*fx serial"),
                 v->threads, percent, goal, v->speedup.middle < 1 ? 2 : 1,
                 v->speedup.middle);
    return true;
}

static void print_speed(const struct style *s, const struct lab_result *l)
{
    char line[300];

    if (!table_speed(l, line, sizeof line))
        return;
    table_wrap(s, 3, line);
    if (l->speed.earned_before)
        table_wrap(s, 3,
                   _("That was measured before, with this same file. It stays "
                     "until the file changes; this time it was not reached."));
}

/* Several that were left out for one reason are told once. */
static bool told_before(const struct lab_result *l, int i)
{
    for (int k = 0; k < i; k++)
        if (l->check[i].status == STATUS_SKIPPED &&
            l->check[k].status == STATUS_SKIPPED &&
            !strcmp(l->check[i].message, l->check[k].message))
            return true;
    return false;
}

/* Do two texts end alike, as in "... `d_a` is never freed. Call
 * cudaFree(d_a)."? Numbers, which are other ones in each call, do not count. */
static bool end_alike(const char *a, const char *b)
{
    enum { ENOUGH = 40 }; /* characters */
    size_t i = strlen(a), k = strlen(b);
    int alike = 0;

    while (i && k) {
        while (i && isdigit((unsigned char)a[i - 1]))
            i--;
        while (k && isdigit((unsigned char)b[k - 1]))
            k--;
        if (!i || !k || a[i - 1] != b[k - 1])
            break;
        i--;
        k--;
        alike++;
    }
    return alike >= ENOUGH;
}

/* One cause that fails several checks has its words once: at the same line, or
 * to the letter the same. */
static bool failed_before(const struct lab_result *l, int i)
{
    const struct finding *f = &l->check[i];

    for (int k = 0; k < i && f->status == STATUS_FAIL; k++) {
        const struct finding *before = &l->check[k];

        if (before->status == STATUS_FAIL &&
            (!strcmp(f->message, before->message) ||
             (f->place.line && f->place.line == before->place.line &&
              !strcmp(f->place.file, before->place.file) &&
              end_alike(finding_english(f), finding_english(before)))))
            return true;
    }
    return false;
}

bool table_tells(const struct lab_result *l, int i, bool *again)
{
    *again = failed_before(l, i);
    return l->check[i].status != STATUS_PASS && !told_before(l, i);
}

const char *table_unearned(const struct lab_result *l)
{
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].status == STATUS_PASS &&
            l->check[i].points < l->check[i].max_points)
            return _("The checks of races and memory earn points as soon as "
                     "half of the results are right.");
    return NULL;
}

static void print_row(const struct style *s, const struct table_row *row,
                      const bool *used, int title_width)
{
    const struct lab_result *l = row->result;
    char points[80];
    bool failed = false, traffic = false;

    table_cell(s, l->id, 3);
    table_cell(s, l->title, title_width);
    for (int c = 0; c < N_COLUMNS; c++) {
        enum check_status status;

        if (!used[c])
            continue;
        fputs("  ", s->out);
        if (worst(l, columns[c].kind, &status)) {
            fputs(table_color(s, marks[status].color), s->out);
            table_cell(s, table_mark(s, status),
                       table_columns(_(columns[c].title)));
            fputs(table_color(s, PLAIN), s->out);
        } else {
            table_cell(s, "", table_columns(_(columns[c].title)));
        }
    }
    table_points_of(l, points, sizeof points);
    fprintf(s->out, "  %s%7s%s\n", table_color(s, BOLD), points,
            table_color(s, PLAIN));
    if (!row->details)
        return;
    for (int i = 0; i < l->n_checks; i++) {
        bool again;

        if (table_tells(l, i, &again))
            table_finding(s, &l->check[i], NULL, again);
        failed = failed || l->check[i].status == STATUS_FAIL;
        traffic = traffic || (l->check[i].kind == KIND_TRAFFIC &&
                              l->check[i].status == STATUS_FAIL);
    }
    if (table_unearned(l))
        table_wrap(s, 3, table_unearned(l));
    if (row->compiler && *row->compiler) {
        char clean[8192];

        /* As it is, not wrapped: it points with carets at columns. */
        table_clean(row->compiler, clean, sizeof clean);
        fprintf(s->out, _("     The compiler's own words:\n%s"), clean);
    }
    print_speed(s, l);
    if (failed && row->no_hint) {
        char next[700];

        snprintf(next, sizeof next,
                 _("Mend what is said first: later complaints often come from "
                   "it. Then:\n  make grade LAB=%s%s"),
                 l->id, s->command_end);
        table_wrap(s, 3, next);
    } else if (failed) {
        char command[600];

        if (traffic) { /* it shows where */
            snprintf(command, sizeof command, "make explain LAB=%s%s", l->id,
                     s->command_end);
            table_wrap(s, 3, command);
        }
        snprintf(command, sizeof command, "make hint LAB=%s%s", l->id,
                 s->command_end);
        table_wrap(s, 3, command);
    }
}

void table_grades(const struct style *s, const struct table_row *rows, int n)
{
    bool used[N_COLUMNS];
    int title_width = TABLE_WIDTH - 3 - 9;
    double untold = 0;

    for (int i = 0; i < n; i++)
        untold += rows[i].result->untold;
    if (untold > 0) /* for the mark */
        title_width -= 2;

    for (int c = 0; c < N_COLUMNS; c++) {
        used[c] = column_used(rows, n, c);
        if (used[c])
            title_width -= 2 + table_columns(_(columns[c].title));
    }
    if (title_width > TITLE_WIDTH)
        title_width = TITLE_WIDTH;
    table_cell(s, "", 3 + title_width);
    for (int c = 0; c < N_COLUMNS; c++)
        if (used[c])
            fprintf(s->out, "  %s", _(columns[c].title));
    fprintf(s->out, "  %7s\n", _("points"));
    for (int i = 0; i < n; i++)
        print_row(s, &rows[i], used, title_width);
    if (untold > 0) {
        char text[300];

        snprintf(text, sizeof text,
                 _("?: %s of these points are for what this machine could not "
                   "tell. They count as earned; grading again may tell."),
                 table_points(untold));
        table_wrap(s, 0, text);
    }
}
