/*
 * class.c - the program behind `make class`: collect, grade, mark, write. IN,
 * OUT, CONFIG, JOBS and TRUST come from the environment, because that is how
 * make hands its variables on.
 *
 * Exit codes: 0 all is graded, 1 some of it could not be, 2 wrong use or
 * trouble of our own.
 */
#define _GNU_SOURCE
#include "class/class.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "class/alike.h"
#include "class/collect.h"
#include "class/pages.h"
#include "class/rules.h"
#include "class/work.h"
#include "command/settings.h"
#include "sandbox/sandbox.h"

/* ---- what was asked for -------------------------------------------------- */

static bool say_usage(void)
{
    fprintf(stderr, "%s",
            _("make class IN=submissions OUT=folder [CONFIG=class.ini] "
              "[JOBS=n]\n"
              "  IN   what the platform exported: a folder, or an archive\n"
              "  OUT  gets copies, results and pages; started again with the "
              "same OUT, it goes on\n"
              "docs/class.md tells more.\n"));
    return false;
}

/* A secret that was not written to its end is nothing. */
static bool is_empty(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *e;
    int n = 0;

    while (dir && (e = readdir(dir)))
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..") &&
             strcmp(e->d_name, "secret.part");
    if (dir)
        closedir(dir);
    return n == 0;
}

/* OUT as a folder of ours: new, empty, or that of a class. Its real path. */
static bool open_out(const char *name, char path[PATH_MAX])
{
    char secret[PATH_MAX + 10];

    if (mkdir(name, 0700) && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return false;
    }
    if (!realpath(name, path)) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return false;
    }
    snprintf(secret, sizeof secret, "%s/secret", path);
    if (is_empty(path) || access(secret, F_OK) == 0)
        return true;
    fprintf(stderr,
            _("%s holds something, and not what make class has written. Name "
              "another folder, or empty it.\n"),
            name);
    return false;
}

/* Whether one of two real paths is the other, or lies below it. */
static bool overlap(const char *a, const char *b)
{
    size_t n = strlen(a) < strlen(b) ? strlen(a) : strlen(b);

    return strncmp(a, b, n) == 0 && (!a[n] || a[n] == '/') &&
           (!b[n] || b[n] == '/');
}

/* IN and OUT as real paths. */
static bool open_folders(char in[PATH_MAX], char out[PATH_MAX])
{
    struct stat st;
    bool made;

    if (!setting("IN") || !setting("OUT"))
        return say_usage();
    if (!realpath(setting("IN"), in)) {
        fprintf(stderr, "IN=%s: %s\n", setting("IN"), strerror(errno));
        return false;
    }
    if (stat(in, &st) || (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))) {
        fprintf(stderr, _("IN=%s is neither a folder nor an archive.\n"),
                setting("IN"));
        return false;
    }
    made = mkdir(setting("OUT"), 0700) == 0;
    if (!open_out(setting("OUT"), out))
        return false;
    if (!overlap(in, out))
        return true;
    if (made)
        rmdir(out);
    fprintf(stderr, "%s",
            _("IN and OUT must be two folders, neither in the other: what is "
              "written would be handed in the next time.\n"));
    return false;
}

/* Students' code must see neither each other's nor what is known of them, nor
 * the solutions. */
static bool fence_in(const char *in, const char *out)
{
    char hidden[3 * PATH_MAX], solutions[PATH_MAX];
    const char *trust = setting("TRUST");

    snprintf(hidden, sizeof hidden, "%s\n%s\n%s", in, out,
             realpath("solutions", solutions) ? solutions : out);
    setenv("LABKIT_HIDE", hidden, 1);
    if (sandbox_has_bwrap())
        return true;
    if (trust && !strcmp(trust, "all-students")) {
        fprintf(stderr, "%s",
                _("Without bubblewrap: the students' code can read each "
                  "other's files.\n"));
        return true;
    }
    fprintf(stderr, "%s",
            _("bubblewrap does not work here (make doctor), so what strangers "
              "have written could read\neach other's files. Grade on a "
              "machine that has it. If you know all of it: "
              "TRUST=all-students\n"));
    return false;
}

/* ---- all of it ----------------------------------------------------------- */

/* Labs that class.ini does not name are not graded. */
static void leave_out(struct class *c, const struct rules *r)
{
    int n = 0;

    for (int i = 0; i < c->n; i++)
        if (rules_wanted(r, c->submission[i].lab))
            c->submission[n++] = c->submission[i];
    if (n < c->n)
        printf(_("%d for labs that class.ini does not name: not graded\n"),
               c->n - n);
    c->n = n;
}

static int grade_all(const struct class *c, int jobs)
{
    struct work_report w;
    int result = class_grade(c, jobs, &w);

    printf(_("%d graded, %d from before"), w.done - w.alone, w.kept);
    if (w.alone)
        printf(_("; %d once more, alone, for their speed"), w.alone);
    putchar('\n');
    if (w.broken && !result)
        printf(_("%d could not be graded, which is the kit's fault: they are "
                 "marked, and cost no points\n"),
               w.broken);
    return result ? -1 : w.broken > 0;
}

static int run(struct class *c, struct rules *r, int jobs)
{
    struct student_marks *m;
    uint64_t secret;
    int left, n, broken;

    /* The secret comes first: by it the next run knows OUT for ours. */
    if (class_secret(c, &secret) || class_collect(c, &left))
        return KIT_TROUBLE;
    printf(_("%d submissions taken, %d files left: see %s/collected.txt\n"),
           c->n, left, c->out);
    if (c->n_students == 1)
        printf("%s", _("That is one student. If they are more, IN is not the "
                       "folder that has a folder or an archive for each.\n"));
    rules_take_labs(r, c);
    rules_warn_strangers(r, c);
    leave_out(c, r);
    broken = grade_all(c, jobs);
    if (broken < 0)
        return KIT_TROUBLE;
    m = marks_of_class(c, r, &n);
    if (!m || class_pages(c, r, m, n) || class_alike(c)) {
        marks_free(m, n);
        return KIT_TROUBLE;
    }
    marks_free(m, n);
    printf(_("%d students: %s/index.html, class.csv, students/\n"), n, c->out);
    return broken ? KIT_FAILED : KIT_OK;
}

int main(int argc, char **argv)
{
    static char in[PATH_MAX], out[PATH_MAX];
    struct class c = {.in = in, .out = out};
    struct lab *labs = NULL;
    struct rules *r = NULL;
    int jobs = 0, code = KIT_TROUBLE;

    say_start();
    if (argc == 4 && !strcmp(argv[1], "-x"))
        sandbox_enter(argv[2], argv[3]);
    if (!open_folders(in, out) || !number_setting("JOBS", 1, &jobs) ||
        !fence_in(in, out))
        return KIT_TROUBLE;
    c.labs = labs = lab_find_all(&c.n_labs);
    if (labs)
        r = rules_read(setting("CONFIG"), labs, c.n_labs);
    if (r)
        code = run(&c, r, jobs);
    rules_free(r);
    class_free(&c);
    free(labs);
    return code;
}
