/*
 * rules.c - class.ini, see rules.h. First what is known in it, then one value,
 * one line, the whole file, and last what holds for a student and a lab.
 */
#include "class/rules.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"

/* ---- what is known ------------------------------------------------------- */

enum { IN_CLASS = 1, IN_LAB = 2, IN_STUDENT = 4 };

enum key {
    TITLE,
    TIMEZONE,
    LABS,
    COUNT,
    DROP,
    LATE,
    GRACE,
    CUT_OFF,
    POINTS,
    DUE,
    BONUS,
    EXTENSION,
    N_KEYS
};

static const struct {
    const char *name;
    int where;
    double max;           /* of numbers */
    const char *words[2]; /* of choices: what 0 and 1 are called */
} known[N_KEYS] = {
    [TITLE] = {"title", IN_CLASS, 0, {0}},
    [TIMEZONE] = {"timezone", IN_CLASS, 0, {0}},
    [LABS] = {"labs", IN_CLASS, 0, {0}},
    [COUNT] = {"count", IN_CLASS | IN_LAB, 0, {"last", "best"}},
    [DROP] = {"drop", IN_CLASS, 99, {0}},
    [LATE] = {"late", IN_CLASS | IN_LAB, 100, {0}},
    [GRACE] = {"grace", IN_CLASS | IN_LAB, 8760, {0}},
    [CUT_OFF] = {"cut_off", IN_CLASS | IN_LAB, 3650, {0}},
    [POINTS] = {"points", IN_LAB, 1000, {0}},
    [DUE] = {"due", IN_LAB, 0, {0}},
    [BONUS] = {"bonus", IN_LAB, 0, {"no", "yes"}},
    [EXTENSION] = {"extension", IN_STUDENT, 8760, {0}},
};

/* `line` of class.ini; 0: not set. */
struct value {
    int line;
    double is;
};

struct due {
    int line;
    struct date date;
    time_t at;
};

struct lab_rules {
    bool wanted;
    bool named; /* by a section */
    struct value value[N_KEYS];
    struct due due;
};

struct student_rules {
    char name[CLASS_NAME];
    int line;
    struct value extension;
    struct due *due; /* one for each lab */
};

struct rules {
    const struct lab *labs;
    int n_labs;
    char *path;
    char title[128];
    char zone[ZONE_NAME]; /* "": the machine's */
    bool says_labs;
    struct value value[N_KEYS];
    struct lab_rules *lab;
    struct student_rules *student;
    int n_students;
};

/* ---- one value ----------------------------------------------------------- */

/* Where the reader is. */
struct reader {
    struct rules *r;
    FILE *file;
    int line;
    bool said;   /* what is wrong */
    int section; /* IN_CLASS, ...; 0: before the first */
    struct lab_rules *lab;
    struct student_rules *student;
};

/* Always 0, which is how a handler tells inih that there is an error. */
static int wrong(struct reader *s, const char *what, const char *text)
{
    fprintf(stderr, "%s:%d: %s: %s\n", s->r->path, s->line, what, text);
    s->said = true;
    return 0;
}

static int no_such_lab(struct reader *s, const char *text)
{
    char what[RESULTS_MAX_LABS * 8 + 100];
    int used = snprintf(what, sizeof what, _("no such lab (possible:"));

    for (int i = 0; i < s->r->n_labs && used < (int)sizeof what; i++)
        used += snprintf(what + used, sizeof what - (size_t)used, " %s",
                         s->r->labs[i].id);
    if (used < (int)sizeof what)
        snprintf(what + used, sizeof what - (size_t)used, ")");
    return wrong(s, what, text);
}

static int unknown_key(struct reader *s, const char *name)
{
    char what[300];
    int used = snprintf(what, sizeof what, _("unknown key (known:"));

    for (int k = 0; k < N_KEYS; k++)
        if (known[k].where & s->section)
            used += snprintf(what + used, sizeof what - (size_t)used, " %s",
                             known[k].name);
    snprintf(what + used, sizeof what - (size_t)used, "%s)",
             s->section == IN_STUDENT ? _(", and a lab's number") : "");
    return wrong(s, what, name);
}

/* No two lines for one thing: which of them would hold? */
static bool is_first(struct reader *s, int *line, const char *name)
{
    char what[80];

    if (*line) {
        snprintf(what, sizeof what, _("line %d has said that already"), *line);
        wrong(s, what, name);
        return false;
    }
    *line = s->line;
    return true;
}

/* Neither signs nor exponents, nan, inf and 0x10. */
static int read_number(struct reader *s, enum key key, const char *text,
                       struct value *value)
{
    const char *digits = key == DROP ? "0123456789" : "0123456789.";
    char what[100], *end;

    value->is = strtod(text, &end);
    if (*text && !text[strspn(text, digits)] && !*end &&
        value->is <= known[key].max)
        return 1;
    snprintf(what, sizeof what,
             key == DROP ? _("%s: not a whole number from 0 to %g")
                         : _("%s: not a number from 0 to %g"),
             known[key].name, known[key].max);
    return wrong(s, what, text);
}

static int read_choice(struct reader *s, enum key key, const char *text,
                       struct value *value)
{
    const char *const *words = known[key].words;
    char what[100];

    value->is = !strcmp(text, words[1]);
    if (value->is || !strcmp(text, words[0]))
        return 1;
    snprintf(what, sizeof what, _("%s: neither \"%s\" nor \"%s\""),
             known[key].name, words[0], words[1]);
    return wrong(s, what, text);
}

static int read_due(struct reader *s, struct due *due, const char *text)
{
    const char *what = date_read(text, &due->date);

    return what ? wrong(s, what, text) : 1;
}

static int read_zone(struct reader *s, const char *text)
{
    const char *what = *text ? zone_wrong(text) : _("timezone: is empty");

    if (what)
        return wrong(s, what, text);
    snprintf(s->r->zone, sizeof s->r->zone, "%s", text);
    return 1;
}

/* One word of labs =: a lab, or two numbers and all labs from one to the
 * other. */
static int want(struct reader *s, const char *word)
{
    struct rules *r = s->r;
    const struct lab *lab = lab_by_id(r->labs, r->n_labs, word);
    char from[8], to[8], more;
    bool any = lab;

    if (lab)
        r->lab[lab - r->labs].wanted = true;
    else if (sscanf(word, "%7[0-9]-%7[0-9]%c", from, to, &more) == 2)
        for (int i = 0; i < r->n_labs; i++)
            if (atoi(r->labs[i].id) >= atoi(from) &&
                atoi(r->labs[i].id) <= atoi(to))
                any = r->lab[i].wanted = true;
    return any ? 1 : no_such_lab(s, word);
}

static int read_labs(struct reader *s, const char *text)
{
    char *copy = must(strdup(text)), *rest = copy, *word;
    int good = 1;

    s->r->says_labs = true;
    for (int i = 0; i < s->r->n_labs; i++)
        s->r->lab[i].wanted = false;
    if (!text[strspn(text, ", \t")])
        good = no_such_lab(s, text);
    while (good && (word = strsep(&rest, ", \t")))
        if (*word)
            good = want(s, word);
    free(copy);
    return good;
}

/* ---- one line ------------------------------------------------------------ */

static int key_by_name(const char *name, int where)
{
    for (int k = 0; k < N_KEYS; k++)
        if ((known[k].where & where) && !strcmp(name, known[k].name))
            return k;
    return -1;
}

/* A student's lab is due then. */
static int read_students_lab(struct reader *s, const char *name,
                             const char *text)
{
    const struct rules *r = s->r;
    const struct lab *lab = lab_by_id(r->labs, r->n_labs, name);
    struct due *due;

    if (!lab)
        return isdigit((unsigned char)*name) ? no_such_lab(s, name)
                                             : unknown_key(s, name);
    due = &s->student->due[lab - r->labs];
    return is_first(s, &due->line, name) && read_due(s, due, text);
}

/* inih's own copies of the section's and the key's name are cut: `section` of
 * the reader holds. */
static int read_key(void *user, const char *cut, const char *name,
                    const char *text)
{
    struct reader *s = user;
    int key = key_by_name(name, s->section);
    struct value *value;

    (void)cut;
    if (!s->section)
        return wrong(s, _("before the first section (possible: [class])"),
                     name);
    if (key < 0)
        return s->section == IN_STUDENT ? read_students_lab(s, name, text)
                                        : unknown_key(s, name);
    value = s->section == IN_CLASS ? &s->r->value[key]
            : s->section == IN_LAB ? &s->lab->value[key]
                                   : &s->student->extension;
    if (!is_first(s, &value->line, name))
        return 0;
    switch (key) {
    case TITLE:
        text_clean(text, s->r->title, sizeof s->r->title);
        return 1;
    case TIMEZONE:
        return read_zone(s, text);
    case LABS:
        return read_labs(s, text);
    case DUE:
        s->lab->due.line = s->line;
        return read_due(s, &s->lab->due, text);
    case COUNT:
    case BONUS:
        return read_choice(s, (enum key)key, text, value);
    default:
        return read_number(s, (enum key)key, text, value);
    }
}

/* As class.h has them. Letters of other alphabets are letters, too. */
static bool is_student(const char *name)
{
    size_t length = strlen(name);

    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-@+", *c) &&
            (unsigned char)*c < 0x80)
            return false;
    return length > 0 && length < CLASS_NAME && *name != '.';
}

static int enter_student(struct reader *s, const char *name)
{
    struct rules *r = s->r;
    struct student_rules *new;

    if (!is_student(name))
        return wrong(s,
                     _("not a student's name as class.csv has it (possible: "
                       "letters, digits and ._-@+, no blanks)"),
                     name);
    s->section = IN_STUDENT;
    for (int i = 0; i < r->n_students; i++)
        if (!strcmp(r->student[i].name, name)) {
            s->student = &r->student[i];
            return 1;
        }
    r->student = must(
        realloc(r->student, (size_t)(r->n_students + 1) * sizeof *r->student));
    s->student = new = &r->student[r->n_students++];
    *new = (struct student_rules){.line = s->line};
    snprintf(new->name, sizeof new->name, "%s", name);
    new->due = must(calloc((size_t)r->n_labs + 1, sizeof *new->due));
    return 1;
}

static int enter_section(struct reader *s, const char *name)
{
    const struct rules *r = s->r;
    const struct lab *lab = lab_by_id(r->labs, r->n_labs, name);

    if (!strcmp(name, "class")) {
        s->section = IN_CLASS;
        return 1;
    }
    if (lab) {
        s->section = IN_LAB;
        s->lab = &r->lab[lab - r->labs];
        s->lab->named = true;
        return 1;
    }
    if (!strncmp(name, "student", 7) && strchr(" \t", name[7])) {
        name += 7;
        return enter_student(s, name + strspn(name, " \t"));
    }
    if (isdigit((unsigned char)*name))
        return no_such_lab(s, name);
    return wrong(s,
                 _("unknown section (known: [class], [student NAME], and a "
                   "lab's number: [03])"),
                 name);
}

/* inih cuts a section's name to 50 characters, does not tell of one without
 * keys, and leaves out what stands behind it: so they are read here. */
static int read_section(struct reader *s, const char *line)
{
    size_t length = strcspn(line, "]");
    char name[200];
    const char *rest;

    if (!line[length])
        return 1; /* inih will say that it is no section */
    rest = line + length + 1;
    rest += strspn(rest, " \t");
    if (*rest && *rest != ';' && *rest != '#')
        return wrong(s, _("nothing may stand behind a section's ]"), rest);
    line += strspn(line, " \t");
    length = strcspn(line, "]");
    while (length && strchr(" \t", line[length - 1]))
        length--;
    snprintf(name, sizeof name, "%.*s", (int)length, line);
    return enter_section(s, name);
}

/* The next line, for inih. Null ends its work: after the last, or where
 * something is wrong. */
static char *next_line(char *text, int size, void *stream)
{
    struct reader *s = stream;
    const char *start = text;

    s->line++;
    if (!fgets(text, size, s->file))
        return NULL;
    if (!strchr(text, '\n') && !feof(s->file)) {
        wrong(s, _("the line is too long, or no text"), text);
        return NULL;
    }
    text[strcspn(text, "\r\n")] = '\0';
    if (s->line == 1 && !strncmp(start, "\xEF\xBB\xBF", 3))
        start += 3;
    start += strspn(start, " \t");
    return *start == '[' && !read_section(s, start + 1) ? NULL : text;
}

/* ---- the whole file ------------------------------------------------------ */

static double value_of(const struct rules *r, int lab, enum key key,
                       double other)
{
    if (r->lab[lab].value[key].line)
        return r->lab[lab].value[key].is;
    return r->value[key].line ? r->value[key].is : other;
}

static double points_of(const struct rules *r, int lab, double *whole)
{
    *whole = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        *whole += r->labs[lab].points[k];
    return value_of(r, lab, POINTS, *whole);
}

static int find_moment(struct reader *s, struct due *due)
{
    const char *what;

    if (!due->line)
        return 1;
    what = due->date.has_offset ? NULL : zone_wrong(s->r->zone);
    if (what) {
        s->line = due->line;
        return wrong(s, what, getenv("TZ"));
    }
    due->at = date_moment(&due->date, s->r->zone);
    return 1;
}

/* Only now it is known which time zone it is. */
static int find_moments(struct reader *s)
{
    struct rules *r = s->r;

    for (int i = 0; i < r->n_labs; i++) {
        if (!find_moment(s, &r->lab[i].due))
            return 0;
        for (int k = 0; k < r->n_students; k++)
            if (!find_moment(s, &r->student[k].due[i]))
                return 0;
    }
    return 1;
}

/* Rules that are each possible, and not together. */
static int check_together(struct reader *s)
{
    const struct rules *r = s->r;
    int labs = 0;

    for (int i = 0; i < r->n_labs; i++) {
        double days = value_of(r, i, CUT_OFF, -1), whole;
        const struct value *own = r->lab[i].value;

        labs += r->lab[i].wanted && !value_of(r, i, BONUS, 0) &&
                points_of(r, i, &whole) > 0;
        s->line = own[GRACE].line     ? own[GRACE].line
                  : own[CUT_OFF].line ? own[CUT_OFF].line
                                      : r->value[GRACE].line;
        if (days >= 0 && value_of(r, i, GRACE, 0) > days * 24)
            return wrong(s,
                         _("grace (hours) is longer than cut_off (days), so "
                           "it would not be over when nothing counts any more"),
                         r->labs[i].id);
    }
    s->line = r->value[DROP].line;
    if (s->line && r->value[DROP].is > 0 && r->value[DROP].is >= labs) {
        char text[40];

        snprintf(text, sizeof text, "%g of %d", r->value[DROP].is, labs);
        return wrong(s, _("drop: leaves no lab that counts"), text);
    }
    return 1;
}

static int read_file(struct reader *s)
{
    int line, result = -1;

    s->file = fopen(s->r->path, "re");
    if (!s->file) {
        fprintf(stderr, "%s: %s\n", s->r->path, strerror(errno));
        return -1;
    }
    ini_stop_on_first_error = true;
    ini_allow_multiline = false; /* keys may be indented */
    errno = 0;
    line = ini_parse_stream(next_line, s, read_key, s);
    if (ferror(s->file) || line < 0)
        fprintf(stderr, "%s: %s\n", s->r->path,
                strerror(line < 0 ? ENOMEM : errno));
    else if (line > 0 && !s->said)
        fprintf(stderr, _("%s:%d: neither \"key = value\" nor [section]\n"),
                s->r->path, line);
    else if (!s->said && find_moments(s) && check_together(s))
        result = 0;
    fclose(s->file); /* only read from */
    return result;
}

struct rules *rules_read(const char *path, const struct lab *labs, int n_labs)
{
    struct rules *r = must(calloc(1, sizeof *r));
    struct reader s = {.r = r};

    r->labs = labs;
    r->n_labs = n_labs;
    r->lab = must(calloc((size_t)n_labs + 1, sizeof *r->lab));
    for (int i = 0; i < n_labs; i++)
        r->lab[i].wanted = true;
    if (!path)
        return r;
    r->path = must(strdup(path));
    if (!read_file(&s))
        return r;
    rules_free(r);
    return NULL;
}

void rules_free(struct rules *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->n_students; i++)
        free(r->student[i].due);
    free(r->student);
    free(r->lab);
    free(r->path);
    free(r);
}

int rules_warn_strangers(const struct rules *r, const struct class *c)
{
    int strangers = 0;

    for (int i = 0; i < r->n_students; i++) {
        const struct student_rules *student = &r->student[i];
        int k = 0;

        while (k < c->n && strcmp(c->submission[k].student, student->name) != 0)
            k++;
        if (k < c->n)
            continue;
        strangers++;
        fprintf(stderr,
                _("%s:%d: nothing was handed in by %s. Is the name as in "
                  "class.csv?\n"),
                r->path, student->line, student->name);
    }
    return strangers;
}

void rules_take_labs(struct rules *r, const struct class *c)
{
    bool any = false;

    if (r->says_labs)
        return;
    for (int i = 0; i < r->n_labs; i++)
        any |= r->lab[i].wanted = r->lab[i].named;
    for (int i = 0; i < c->n && !any; i++)
        r->lab[c->submission[i].lab].wanted = true;
}

/* ---- what holds ---------------------------------------------------------- */

const char *rules_title(const struct rules *r)
{
    return r->title;
}

bool rules_wanted(const struct rules *r, int lab)
{
    return r->lab[lab].wanted;
}

int rules_drop(const struct rules *r)
{
    return (int)r->value[DROP].is;
}

static time_t seconds(double n, int each)
{
    return (time_t)(n * each + 0.5);
}

time_t rules_due(const struct rules *r, int lab, const char *student)
{
    time_t due = r->lab[lab].due.at;

    for (int i = 0; i < r->n_students; i++) {
        const struct student_rules *s = &r->student[i];

        if (strcmp(s->name, student) != 0)
            continue;
        if (s->due[lab].line)
            return s->due[lab].at;
        return due ? due + seconds(s->extension.is, 3600) : 0;
    }
    return due;
}

struct terms rules_terms(const struct rules *r, int lab, const char *student)
{
    struct terms t = {.due = rules_due(r, lab, student)};
    double days = value_of(r, lab, CUT_OFF, -1);

    t.points = points_of(r, lab, &t.whole);
    t.bonus = value_of(r, lab, BONUS, 0) != 0;
    t.best = value_of(r, lab, COUNT, 0) != 0;
    t.grace = seconds(value_of(r, lab, GRACE, 0), 3600);
    t.late = value_of(r, lab, LATE, 0);
    if (t.due && days >= 0)
        t.cut_off = t.due + seconds(days, 86400);
    return t;
}

void rules_say_date(const struct rules *r, time_t moment, char text[DATE_TEXT])
{
    date_say(moment, r->zone, text);
}
