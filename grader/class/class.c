/*
 * class.c - the program behind `make class`: collect, grade, mark, write. IN,
 * OUT, CONFIG, JOBS, TRUST and ENGINE come from the environment, because that
 * is how make hands its variables on. Jobs of a cluster start it as
 *   class --tasks FIRST END STEP   grade what OUT/slurm/tasks says (slurm.h)
 *   class --last                   all, after the others
 *
 * Exit codes: 0 all is graded, or handed in to a cluster, 1 some of it could
 * not be, 2 wrong use or trouble of our own.
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
#include "class/slurm.h"
#include "class/work.h"
#include "command/settings.h"
#include "sandbox/build.h"
#include "sandbox/sandbox.h"
#include "sandbox/wall.h"

/* ---- what was asked for -------------------------------------------------- */

static bool say_usage(void)
{
    fprintf(stderr, "%s",
            _("make class IN=submissions OUT=folder [CONFIG=class.ini] "
              "[JOBS=n]\n"
              "           [ENGINE=slurm [PARTITION=name] [CORES=n] [GPU=1]]\n"
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

/* OUT as a folder of ours: made, empty, or that of a class. Its real path. */
static bool open_out(const char *name, char path[PATH_MAX], bool *made)
{
    char secret[PATH_MAX + 10];

    *made = mkdir(name, 0700) == 0;
    if (!*made && errno != EEXIST) {
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
    if (!open_out(setting("OUT"), out, &made))
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
 * the solutions: neither when it is compiled nor when it runs. */
static bool walled(void)
{
    const char *trust = setting("TRUST");
    char said[300] = "";

    if (build_wall(said, sizeof said) != WALL_NONE) {
        build_needs_wall();
        return true;
    }
    if (trust && !strcmp(trust, "all-students")) {
        fprintf(stderr, "%s",
                _("Without a wall: the students' code can read each other's "
                  "files, and yours.\n"));
        return true;
    }
    if (wall_kind() == WALL_NONE)
        fprintf(stderr, "%s",
                _("Neither bubblewrap nor Landlock works here (make doctor), "
                  "so what strangers have written could read\neach other's "
                  "files, and yours. Install bubblewrap, or grade on a machine "
                  "with Linux 5.13 or later.\nIf you know all of it: "
                  "TRUST=all-students\n"));
    else
        fprintf(stderr,
                _("The compilers do not work behind %s here:\n  %s\nWhat "
                  "strangers have written could read each other's files, and "
                  "yours, while it is compiled.\nName the folders that the "
                  "compilers need in LABKIT_READ, with : between them. If you "
                  "know all of the hand-ins: TRUST=all-students\n"),
                wall_name(wall_kind()), said);
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

static int grade_all(const struct class *c, enum work_where where, int jobs)
{
    struct work_report w;
    int result = class_grade(c, where, jobs, &w);

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

/* What was asked for. */
struct wanted {
    int jobs;
    bool slurm, last; /* hand in jobs; we are the last one of these */
    struct slurm_wishes wish;
};

/* Hand in what is missing. 0, 1 if nothing is, or -1 with a message. */
static int hand_in(const struct class *c, const struct wanted *w)
{
    int n, result = -1, *missing = class_missing(c, &n);

    if (missing && n == 0)
        result = 1;
    else if (missing)
        result = slurm_submit(c, &w->wish, missing, n);
    free(missing);
    return result;
}

static int run(struct class *c, struct rules *r, const struct wanted *w)
{
    struct student_marks *m;
    uint64_t secret;
    int left, n, broken, handed_in = 1;

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
    if (w->slurm)
        handed_in = hand_in(c, w);
    if (handed_in <= 0)
        return handed_in ? KIT_TROUBLE : KIT_OK;
    if (w->slurm && !walled())
        return KIT_TROUBLE;
    broken = grade_all(c, w->last ? WORK_LAST : WORK_HERE, w->jobs);
    if (broken < 0)
        return KIT_TROUBLE;
    m = marks_of_class(c, r, &n);
    if (!m || class_pages(c, r, m, n) || class_alike(c)) {
        student_marks_free(m, n);
        return KIT_TROUBLE;
    }
    student_marks_free(m, n);
    printf(_("%d students: %s/index.html, class.csv, students/\n"), n, c->out);
    return broken ? KIT_FAILED : KIT_OK;
}

/* ---- on a cluster -------------------------------------------------------- */

/* One element of an array job; IN and OUT are real paths here. */
static int element(struct class *c, char *const number[3])
{
    const char *index = getenv("SLURM_ARRAY_TASK_ID");
    const int first = atoi(number[0]) + (index ? atoi(index) : 0),
              end = atoi(number[1]), step = atoi(number[2]);
    int broken;

    if (!setting("IN") || !setting("OUT") || step < 1)
        return KIT_TROUBLE;
    c->in = setting("IN");
    c->out = setting("OUT");
    if (slurm_tasks(c, first, end, step) || !walled())
        return KIT_TROUBLE;
    broken = grade_all(c, WORK_ELEMENT, 0);
    return broken < 0 ? KIT_TROUBLE : broken ? KIT_FAILED : KIT_OK;
}

static bool read_wanted(struct wanted *w)
{
    const char *engine = w->last ? NULL : setting("ENGINE");

    if (engine && strcmp(engine, "slurm") && strcmp(engine, "none")) {
        fprintf(stderr,
                _("ENGINE=%s: known are slurm, and none for this machine.\n"),
                engine);
        return false;
    }
    w->slurm = engine && !strcmp(engine, "slurm");
    return number_setting("JOBS", 1, &w->jobs) &&
           (!w->slurm || slurm_wishes(&w->wish));
}

/* Whether to begin. With a cluster this machine runs nothing of a student's, at
 * first; and what its jobs read must stay. */
static bool may_begin(const struct class *c, const struct wanted *w)
{
    return w->slurm ? slurm_busy(c) == 0 : walled();
}

int main(int argc, char **argv)
{
    static char in[PATH_MAX], out[PATH_MAX];
    struct class c = {.in = in, .out = out};
    struct wanted w = {.last = argc == 2 && !strcmp(argv[1], "--last")};
    struct lab *labs = NULL;
    struct rules *r = NULL;
    bool of_array = argc == 5 && !strcmp(argv[1], "--tasks");
    int code = KIT_TROUBLE;

    say_start();
    if (argc == 4 && !strcmp(argv[1], "-x"))
        sandbox_enter(argv[2], argv[3]);
    if (!of_array &&
        (!open_folders(in, out) || !read_wanted(&w) || !may_begin(&c, &w)))
        return KIT_TROUBLE;
    c.labs = labs = lab_find_all(&c.n_labs);
    if (labs && of_array)
        code = element(&c, argv + 2);
    else if (labs)
        r = rules_read(setting("CONFIG"), labs, c.n_labs);
    if (r)
        code = run(&c, r, &w);
    rules_free(r);
    class_free(&c);
    free(labs);
    return code;
}
