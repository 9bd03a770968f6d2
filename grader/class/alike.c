/*
 * alike.c - see alike.h. The lines of a lab's skeleton are taken out of what
 * was handed in, for they make everybody alike; the rest goes into files with
 * names of our own, so that no student's name can look like a line of sim_c's.
 */
#define _GNU_SOURCE
#include "class/alike.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"
#include "class/view.h"
#include "command/grading.h"

#define ALIKE_FROM 50     /* percent, in one of the two directions */
#define ALIKE_BYTES 65536 /* sim_c needs endless time for some large files */
#define ALIKE_SECONDS 300
#define ALIKE_RUN 16 /* tokens in a row that count */
#define ALIKE_FILES 9999

/* The files of a lab. */
struct files {
    char folder[40];      /* made for each lab */
    int who[ALIKE_FILES]; /* the submission of each */
    int n;
    unsigned char *percent; /* [a * n + b]: so much of a is in b */
};

/* ---- what is compared ---------------------------------------------------- */

/* A line without the blanks at both ends. */
static size_t trim(const char **line, size_t n)
{
    while (n && isspace((unsigned char)**line)) {
        ++*line;
        n--;
    }
    while (n && isspace((unsigned char)(*line)[n - 1]))
        n--;
    return n;
}

static bool has_line(const char *text, const char *line, size_t n)
{
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        const char *there = at;
        size_t m = trim(&there, length);

        if (m == n && memcmp(there, line, n) == 0)
            return true;
        at += length + (at[length] == '\n');
    }
    return false;
}

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    ssize_t n = file ? getdelim(&text, &size, '\0', file) : -1;

    if (file)
        fclose(file); /* only read from */
    if (n >= 0)
        return text;
    free(text);
    return strdup("");
}

/* The student's own lines, as number i of the folder. 0; 1 if they are too many
 * to be compared; -1 with a message. */
static int write_own(const char *folder, const char *source,
                     const char *skeleton, const char *ext, int i)
{
    char path[100], *text = text_of(source), *own = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&own, &size);
    int result = -1;

    for (const char *at = text; out && at && *at;) {
        size_t length = strcspn(at, "\n");
        const char *line = at;
        size_t n = trim(&line, length);

        if (!has_line(skeleton, line, n))
            fprintf(out, "%.*s\n", (int)n, line);
        at += length + (at[length] == '\n');
    }
    if (out)
        fclose(out);
    snprintf(path, sizeof path, "%s/%05d%s", folder, i, ext);
    if (own && size > ALIKE_BYTES)
        result = 1;
    else if (own)
        result = class_write(path, own, size);
    free(own);
    free(text);
    return result;
}

/* Of each student the newest one. */
static bool is_newest(const struct class *c, int i)
{
    const struct submission *s = &c->submission[i];

    return i + 1 == c->n || s[1].lab != s->lab ||
           strcmp(s[1].student, s->student) != 0;
}

static void pick(const struct class *c, int lab, struct files *f)
{
    f->n = 0;
    for (int i = 0; i < c->n && f->n < ALIKE_FILES; i++)
        if (c->submission[i].lab == lab && is_newest(c, i))
            f->who[f->n++] = i;
}

/* Files that are too long are out. */
static int write_files(const struct class *c, int lab, struct files *f)
{
    const struct lab *l = &c->labs[lab];
    char path[160], *skeleton;
    int result = 0, n = 0;

    lab_skeleton(l, path, sizeof path);
    skeleton = text_of(path);
    for (int i = 0; i < f->n && result >= 0; i++) {
        const struct submission *s = &c->submission[f->who[i]];

        result = write_own(f->folder, s->source, skeleton, l->ext, n);
        if (result == 0)
            f->who[n++] = f->who[i];
        else if (result > 0)
            printf(_("Not in alike.csv: lab %s of %s, which is longer than %d "
                     "bytes\n"),
                   l->id, s->student, ALIKE_BYTES);
    }
    f->n = n;
    free(skeleton);
    return result < 0 ? -1 : 0;
}

/* ---- what sim_c says ----------------------------------------------------- */

/* It ends with 0 where it could not open a file, and only says so. */
static int read_answer(FILE *from, struct files *f)
{
    char line[400];
    int a, b, percent, result = 0;

    while (fgets(line, sizeof line, from)) {
        if (strstr(line, ">>>>")) {
            fprintf(stderr, "sim_c: %s", line);
            result = -1;
        } else if (sscanf(line,
                          "%d.%*[cu] consists for %d %% of %d.%*[cu] material",
                          &a, &percent, &b) == 3 &&
                   a < f->n && b < f->n) {
            f->percent[a * f->n + b] = (unsigned char)percent;
        }
    }
    return result;
}

static int compare(struct files *f)
{
    char command[200];
    FILE *sim;
    int result, status;

    snprintf(command, sizeof command,
             "cd %s && ls | timeout %d sim_c -p -e -a -T -i -r %d -t 1 2>&1",
             f->folder, ALIKE_SECONDS, ALIKE_RUN);
    sim = popen(command, "re");
    if (!sim) {
        fprintf(stderr, "sim_c: %s\n", strerror(errno));
        return -1;
    }
    result = read_answer(sim, f);
    status = pclose(sim);
    if (status)
        fprintf(stderr, _("sim_c ended with status %d\n"),
                WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    return status ? -1 : result;
}

/* ---- alike.csv ----------------------------------------------------------- */

struct pair {
    int a, b, most; /* files, and the larger percentage */
};

static int most_first(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    if (x->most != y->most)
        return y->most - x->most;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

static int write_pairs(const struct class *c, const struct files *f, FILE *out)
{
    struct pair *pair =
        malloc(((size_t)f->n * (size_t)f->n + 1) * sizeof *pair);
    int n = 0;

    for (int a = 0; pair && a < f->n; a++)
        for (int b = a + 1; b < f->n; b++) {
            int one = f->percent[a * f->n + b], two = f->percent[b * f->n + a];

            if (one >= ALIKE_FROM || two >= ALIKE_FROM)
                pair[n++] = (struct pair){a, b, one > two ? one : two};
        }
    if (pair)
        qsort(pair, (size_t)n, sizeof *pair, most_first);
    for (int i = 0; i < n; i++) {
        const struct submission *a = &c->submission[f->who[pair[i].a]];
        const struct submission *b = &c->submission[f->who[pair[i].b]];

        fprintf(out, "%s,", c->labs[a->lab].id);
        view_csv_text(out, a->student);
        putc(',', out);
        view_csv_text(out, b->student);
        fprintf(out, ",%d,%d\n", f->percent[pair[i].a * f->n + pair[i].b],
                f->percent[pair[i].b * f->n + pair[i].a]);
    }
    free(pair);
    return pair ? 0 : -1;
}

static int compare_files(const struct class *c, int lab, struct files *f,
                         FILE *out)
{
    int result;

    f->percent = calloc((size_t)f->n * (size_t)f->n, 1);
    result = f->percent ? 0 : -1;
    if (!result && compare(f))
        fprintf(stderr, _("alike.csv has nothing of lab %s.\n"),
                c->labs[lab].id);
    else if (!result)
        result = write_pairs(c, f, out);
    free(f->percent);
    return result;
}

static int one_lab(const struct class *c, int lab, struct files *f, FILE *out)
{
    int result;

    pick(c, lab, f);
    if (f->n < 2)
        return 0;
    snprintf(f->folder, sizeof f->folder, "build/alike.XXXXXX");
    if (!mkdtemp(f->folder)) {
        fprintf(stderr, "%s: %s\n", f->folder, strerror(errno));
        return -1;
    }
    result = write_files(c, lab, f);
    if (!result && f->n > 1)
        result = compare_files(c, lab, f, out);
    grade_remove(f->folder);
    return result;
}

static int all_labs(const struct class *c, FILE *out)
{
    struct files *f = calloc(1, sizeof *f);
    int result = f ? 0 : -1;

    fprintf(out, "lab,student,other,percent_of_student,percent_of_other\n");
    for (int lab = 0; lab < c->n_labs && !result; lab++)
        result = one_lab(c, lab, f, out);
    free(f);
    return result;
}

int class_alike(const struct class *c)
{
    char path[CLASS_PATH], *text = NULL;
    size_t size = 0;
    FILE *out;
    int result;

    if (system("command -v sim_c >/dev/null 2>&1")) {
        printf("%s", _("No alike.csv: nobody looked for hand-ins that are "
                       "alike, because there is no sim_c here (Debian's and "
                       "Ubuntu's package similarity-tester, which Debian 13 "
                       "does not have)\n"));
        return 0;
    }
    if (class_path(c, path, "alike.csv"))
        return -1;
    out = open_memstream(&text, &size);
    if (!out) {
        fprintf(stderr, "%s\n", strerror(errno));
        return -1;
    }
    result = all_labs(c, out);
    if (fclose(out) || (!result && class_write(path, text, size)))
        result = -1;
    free(text);
    return result;
}
