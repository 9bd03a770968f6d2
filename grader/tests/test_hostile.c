/*
 * test_hostile.c - programs that attack the grader. Every file in hostile/ is
 * a student's file; it is graded as a user would, in a copy of the tree, with
 * an honest lab after it. The attack must end in the finding that the file
 * announces, the honest lab must pass, and nothing may be left: no process, no
 * file, no change in the tree. All of it once with bubblewrap, once without,
 * and for some files also as a user who is not root.
 *
 * What a file says about itself, in // lines at its top:
 *   expect: KIND: words   this kind fails, and its message has these words
 *                         ("speed: too slow": or a busy machine could not
 *                         tell);
 *                         "right:" if the file is odd, but right: no check
 *                         fails (speed aside, which bench.c looks at)
 *   lab: NN_name          the lab that it is for; if not said 03_reduction or,
 *                         for a .cu file, 11_addone
 *   grow: N               comments make it N million bytes long
 *   waits: N              at most N checks wait for it until their time is up
 *   door: KIND: words     what becomes of it as students are graded, if
 *                         grader/sandbox/refuse.h refuses it or takes its sting; the
 *                         line above is then for what stands behind, tried
 *                         with that door open (LABKIT_DOOR)
 *   plain: not held       with neither bubblewrap nor Landlock it may write
 *                         files; everything else is asked for all the same
 * The first of these lines becomes "#define TREE", the copy's path. What fails
 * to build is not tried a second time without bubblewrap, but for files called
 * wall_..., which want to read what the wall keeps away: that is Landlock's
 * then, where the kernel has it.
 *
 * The gradings run before the Check tests, several at once, because most of
 * the time goes into waiting for endless loops; each test then looks at what
 * came out. Those that are timed run alone. Every worker is a subreaper: what
 * a grading leaves running becomes the worker's child and cannot hide.
 */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "drive.h"
#include "sandbox/wall.h"
#include "machine/race_tools.h"

enum { MAX_FILES = 250, MAX_CASES = 4 * MAX_FILES, WORKERS = 4 };

static struct hostile {
    const char *path;
    char name[64];
    const char *ext;
    char kind[32], words[200], door_kind[32], door[200], lab[64];
    int grow, waits;
    bool plain_writes;
} file[MAX_FILES];
static int n_files;

enum mode { BWRAP, PLAIN, NOBODY };
static const char *const mode_names[] = {"bubblewrap", "plain", "nobody"};
static bool has_landlock;
static bool has_bwrap; /* if not, what nobody runs is not held either */

struct one_case {
    const struct hostile *file;
    enum mode mode;
    bool timed, at_door;
    double seconds;
    char trouble[6000]; /* "" if all went as it should */
};
static struct table {
    int n;
    atomic_int next;
    char outside[1000]; /* left in /tmp or /dev/shm */
    struct one_case c[MAX_CASES];
} * table;

/* ---- what the files say ---------------------------------------------- */

static bool read_header(struct hostile *h)
{
    char line[300], *value;
    FILE *f = fopen(h->path, "r");

    snprintf(h->name, sizeof h->name, "%s", strrchr(h->path, '/') + 1);
    h->ext = strrchr(h->name, '.');
    snprintf(h->lab, sizeof h->lab,
             strcmp(h->ext, ".cu") ? "03_reduction" : "11_addone");
    while (f && fgets(line, sizeof line, f) && !strncmp(line, "// ", 3)) {
        line[strcspn(line, "\n")] = 0;
        value = strstr(line, ": ");
        if (!value && !(value = strchr(line, ':')))
            continue;
        value += strspn(value, ": ");
        if (!strncmp(line, "// expect:", 10)) {
            size_t n = strcspn(value, ":");
            snprintf(h->kind, sizeof h->kind, "%.*s", (int)n, value);
            value += n + strspn(value + n, ": ");
            snprintf(h->words, sizeof h->words, "%s", value);
        } else if (!strncmp(line, "// lab:", 7)) {
            snprintf(h->lab, sizeof h->lab, "%s", value);
        } else if (!strncmp(line, "// grow:", 8)) {
            h->grow = atoi(value);
        } else if (!strncmp(line, "// waits:", 9)) {
            h->waits = atoi(value);
        } else if (!strncmp(line, "// door:", 8)) {
            size_t n = strcspn(value, ":");
            snprintf(h->door_kind, sizeof h->door_kind, "%.*s", (int)n, value);
            value += n + strspn(value + n, ": ");
            snprintf(h->door, sizeof h->door, "%s", value);
        } else if (!strncmp(line, "// plain:", 9)) {
            h->plain_writes = !strcmp(value, "not held");
        }
    }
    if (f)
        fclose(f);
    return *h->kind;
}

static int find_files(void)
{
    static glob_t found;

    if (glob("grader/tests/hostile/*.c*", 0, NULL, &found))
        return -1;
    for (size_t i = 0; i < found.gl_pathc && n_files < MAX_FILES; i++) {
        file[n_files].path = found.gl_pathv[i];
        if (!read_header(&file[n_files++])) {
            fprintf(stderr, "%s: no \"// expect: KIND: words\"\n",
                    found.gl_pathv[i]);
            return -1;
        }
    }
    return n_files ? 0 : -1;
}

/* ---- the trees ------------------------------------------------------- */

/* An honest lab, small, graded after each attack. */
static const char after_lab[] =
    "mkdir labs/99_after && cd labs/99_after &&"
    "echo 'int twice(int x);' >after.h &&"
    "echo 'int twice(int x) { return 2 * x; }' >after.c &&"
    "cp after.c .skeleton.c &&"
    "echo 'int main(void) { return 0; }' >main.c &&"
    "printf 'title = After\\n[points]\\ncorrectness = 1\\n' >lab.ini &&"
    "cat >check.c <<'END'\n"
    "#include \"judge/judge.h\"\n"
    "START_TEST(twice_of_many)\n"
    "{\n"
    "    judge_start(BUILD_PLAIN, 2);\n"
    "    for (int i = 0; i < 10; i++)\n"
    "        judge_equal(2 * i, judge_call(\"twice\", T_I32,\n"
    "                    ARGS(I32(i))).i, \"twice %d\", i);\n"
    "}\n"
    "Suite *lab_suite(void)\n"
    "{\n"
    "    Suite *s = suite_create(\"99 after\");\n"
    "    judge_test(s, KIND_CORRECTNESS, twice_of_many);\n"
    "    return s;\n"
    "}\n"
    "END\n";

/* One tree for each worker, one for nobody, and one that nobody touches. They
 * lie deep, because some attacks write into the folders above. */
static int make_trees(void)
{
    setenv("DEEP", "a/b/c/d", 1);
    return sh(base,
              "set -e; T=$BASE/$DEEP/clean; mkdir -p \"$T\"/build\n"
              "cd \"$ROOT\"; cp -a Makefile labs solutions "
              "common grader \"$T\"\n"
              "cp -a build/grader build/checks build/simt build/labs build/setup-ok "
              "\"$T\"/build; cd \"$T\"\n"
              "rm -f build/simt/*.gch\n" /* for another folder, and large */
              "( %s )\n"
              "make build/checks/99_after\n"
              "mkdir -p build/work build/tap\n"
              "for w in 0 1 2 3 nobody; do cp -a . ../$w; done\n"
              "if [ $(id -u) = 0 ]; then chown -R 65534:65534 "
              "../nobody; fi",
              after_lab);
}

/* ---- one grading ----------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void wrong(struct one_case *c,
                                                        const char *format, ...)
{
    size_t used = strlen(c->trouble);
    va_list args;

    va_start(args, format);
    vsnprintf(c->trouble + used, sizeof c->trouble - used, format, args);
    va_end(args);
}

static int write_source(const struct hostile *h, const char *tree,
                        const char *path)
{
    FILE *in = fopen(h->path, "r"), *out = fopen(path, "w");
    int ch;

    if (!in || !out)
        return -1;
    fprintf(out, "#define TREE \"%s\"\n", tree);
    while ((ch = getc(in)) != EOF && ch != '\n')
        ;
    while ((ch = getc(in)) != EOF)
        putc(ch, out);
    for (long i = 0; i < h->grow * 1000000L / 64; i++)
        fprintf(out, "/*%060d*/\n", 0);
    fclose(in);
    return fclose(out);
}

static bool is_right(const struct hostile *h)
{
    return !strcmp(h->kind, "right");
}

/* The finding that the file announces, in results.json? Whether the judge could
 * not tell whether the file is too slow. */
static bool look_at_results(struct one_case *c, const char *path)
{
    const struct hostile *h = c->file;
    const char *kind = c->at_door ? h->door_kind : h->kind;
    const char *words = c->at_door ? h->door : h->words;
    bool good = is_right(h) && !c->at_door;
    int waits = 0;
    json_t *results = load(path);
    char id[8];

    snprintf(id, sizeof id, "%.2s", h->lab);
    const json_t *lab = lab_entry(results, id);
    const json_t *checks = json_object_get(lab, "checks");
    /* How slow it is the judge may not be able to tell on a busy machine; a
     * cheat that gives wrong results must be caught on any. */
    bool untold = !strcmp(kind, "speed") && !strcmp(words, "too slow") &&
                  check_with(lab, kind, "untold", "could not tell");
    if (!good && !untold && strcmp(text_of(lab, "status"), "failed"))
        wrong(c, "the lab's status is \"%s\"\n", text_of(lab, "status"));
    /* Where memory is slow, one thread may be as fast as two. */
    untold = untold || (!strcmp(kind, "speed") && !strcmp(words, "too slow") &&
                        check_with(lab, kind, "fail", "not by sharing"));
    if (!good && !untold && !check_with(lab, kind, "fail", words))
        wrong(c, "no failed %s check says \"%s\"\n", kind, words);
    for (size_t i = 0; good && i + 1 < json_array_size(checks); i++)
        if (strcmp(text_of(json_array_get(checks, i), "status"), "pass"))
            wrong(c, "check %zu did not pass\n", i);
    for (size_t i = 0; i < json_array_size(checks); i++)
        waits += strstr(text_of(json_array_get(checks, i), "message"),
                        "did not come back from") != NULL;
    if (h->waits && waits > h->waits)
        wrong(c, "%d checks waited for it\n", waits);
    if (good && json_array_size(checks) < 5)
        wrong(c, "only %zu checks\n", json_array_size(checks));
    for (size_t i = 0; *c->trouble && i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);

        wrong(c, "%s %s: %s: %.300s\n", text_of(check, "kind"),
              text_of(check, "status"), text_of(check, "name"),
              text_of(check, "message"));
    }
    lab = lab_entry(results, "99");
    if (strcmp(text_of(lab, "status"), "passed"))
        wrong(c, "the lab after it is \"%s\"\n", text_of(lab, "status"));
    json_decref(results);
    return untold;
}

/* What still runs is our child now. It may take a moment to die. */
static void look_for_processes(struct one_case *c)
{
    const struct timespec nap = {0, 20000000};
    pid_t pid = 1;

    for (int i = 0; i < 100 && pid >= 0; i++) {
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (pid == 0)
            nanosleep(&nap, NULL);
    }
    if (pid < 0)
        return;
    sh("/", "cat /proc/%d/task/*/children", (int)getpid());
    wrong(c, "processes are left: %s\n", said);
    for (char *p = strtok(said, " \n"); p; p = strtok(NULL, " \n"))
        if (atoi(p) > 1)
            kill(atoi(p), SIGKILL);
}

static void run_case(struct one_case *c, const char *worker)
{
    const struct hostile *h = c->file;
    char tree[PATH_MAX + 64], path[PATH_MAX + 256];
    struct timespec t[2];
    bool may_write = h->plain_writes && (c->mode == PLAIN || !has_bwrap) &&
                     !has_landlock;
    bool untold;
    int code;

    clock_gettime(CLOCK_MONOTONIC, &t[0]);
    snprintf(tree, sizeof tree, "%s/a/b/c/d/%s", base, worker);
    setenv("HOSTILE_LAB", h->lab, 1);
    setenv("LABKIT_SANDBOX", c->mode == PLAIN ? "plain" : "", 1);
    setenv("LABKIT_DOOR", *h->door && !c->at_door ? "open" : "", 1);
    sh(tree, "rm -rf src; mkdir -p src/$HOSTILE_LAB src/99_after;"
             "cp labs/99_after/after.c src/99_after");
    snprintf(path, sizeof path, "%s/src/%s/%s%s", tree, h->lab, h->lab + 3,
             h->ext);
    if (write_source(h, tree, path))
        wrong(c, "%s: %s\n", path, strerror(errno));
    if (c->mode == NOBODY)
        sh(tree, "chown -R 65534:65534 src");
    code = sh(tree,
              "SRC=src RESULTS=src/results.json exec %s"
              "timeout -k 1 100 build/grader/kit grade",
              c->mode == NOBODY ? "setpriv --reuid=65534 --regid=65534 "
                                  "--clear-groups "
                                : "");
    snprintf(path, sizeof path, "%s/src/results.json", tree);
    untold = look_at_results(c, path);
    if (code != 1 && !((is_right(h) || untold) && code == 0))
        wrong(c, "exit code %d: %.1500s\n", code, said);
    look_for_processes(c);
    if (sh(tree, "test -z \"$(ls -A build/work)\" || "
                 "{ ls -RA build/work; exit 1; }"))
        wrong(c, "build/work is not empty: %.500s\n", said);
    sh(tree, "rm -rf src build/work/* build/tap/*");
    if (sh(tree, "diff -r -q -x grade.lock -x 'detectors-*.txt' ../clean .")) {
        if (!may_write)
            wrong(c, "the tree has changed: %.1000s\n", said);
        sh(tree, "cd .. && rm -rf %s && cp -a clean %s", worker, worker);
        if (c->mode == NOBODY)
            sh(tree, "chown -R 65534:65534 .");
    }
    if (may_write)
        sh("/", "rm -f /tmp/labkit-was-here /dev/shm/labkit-was-here");
    clock_gettime(CLOCK_MONOTONIC, &t[1]);
    c->seconds = (double)(t[1].tv_sec - t[0].tv_sec) +
                 (double)(t[1].tv_nsec - t[0].tv_nsec) * 1e-9;
}

/* Take cases until there are no more. */
static _Noreturn void work(int number, enum mode mode, bool timed)
{
    char worker[8];
    int i;

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    snprintf(worker, sizeof worker, "%d", number);
    while ((i = atomic_fetch_add(&table->next, 1)) < table->n)
        if (table->c[i].timed == timed && table->c[i].mode == mode)
            run_case(&table->c[i], mode == NOBODY ? "nobody" : worker);
    _exit(0);
}

/* $BASE/before lists what lay there at the start. Other programs write there
 * as well, so only names that are the kit's or a detector's count. */
#define LIST_OUTSIDE \
    "ls -A /tmp /dev/shm | grep -e labkit-was -e KMP_REGISTERED | sort"

static void run_all(void)
{
    for (enum mode mode = BWRAP; mode <= NOBODY; mode++) {
        for (int timed = 0; timed < 2; timed++) {
            atomic_store(&table->next, 0);
            fflush(NULL);
            for (int w = 0; w < (timed ? 1 : WORKERS); w++)
                if (fork() == 0)
                    work(w, mode, timed);
            while (wait(NULL) > 0)
                ;
        }
        sh(base, LIST_OUTSIDE " | comm -13 before -");
        if (*said && !*table->outside)
            snprintf(table->outside, sizeof table->outside, "%s: %s",
                     mode_names[mode], said);
    }
}

/* With SAMPLE=n: n of the files, others each time, in the sandbox that works
 * here. SEED=s chooses the same ones again. */
static void choose_files(bool chosen[MAX_FILES], int wanted, const char *seed)
{
    unsigned start = seed && *seed ? (unsigned)atoi(seed) : (unsigned)time(NULL);

    printf("%d of %d files; SEED=%u chooses the same ones again.\n", wanted,
           n_files, start);
    srand48(start);
    for (int i = 0; i < n_files; i++) {
        chosen[i] = drand48() * (n_files - i) < wanted;
        wanted -= chosen[i];
    }
}

static bool goes_with(const struct hostile *h, enum mode mode)
{
    static const char *const as_nobody[] = {"crash.c", "write_into_tree.c",
                                            "remounted.c", "fork_bomb.c"};

    for (int k = 0; mode == NOBODY && k < 4; k++)
        if (!strcmp(h->name, as_nobody[k]))
            return true;
    if (mode == PLAIN && !strncmp(h->name, "wall_", 5))
        return has_landlock;
    return mode == BWRAP || (mode == PLAIN && strcmp(h->kind, "build"));
}

/* `sample` and `seed` as in the environment. */
static void list_cases(const char *sample, const char *seed)
{
    const char *only = getenv("HOSTILE"); /* to try one file */
    bool root = can_be_nobody(), chosen[MAX_FILES];
    enum mode first = has_bwrap ? BWRAP : PLAIN;

    memset(chosen, true, sizeof chosen);
    if (sample && *sample)
        choose_files(chosen, atoi(sample), seed);
    if (!has_bwrap)
        printf("NOT RUN with bubblewrap: it does not work here.\n");
    if (!root)
        printf("NOT RUN as another user: that takes root, and a tree that "
               "all may enter.\n");
    for (enum mode mode = first; mode <= NOBODY; mode++)
        for (int i = 0; i < n_files; i++) {
            struct one_case *c = &table->c[table->n];

            if (!chosen[i] || !goes_with(&file[i], mode) ||
                (mode == NOBODY && !root) ||
                (sample && *sample && mode != first) ||
                (only && strncmp(file[i].name, only, strlen(only))))
                continue;
            if (*file[i].door && mode == first) {
                c->file = &file[i];
                c->mode = mode;
                c->at_door = true;
                c = &table->c[++table->n];
            }
            c->file = &file[i];
            c->mode = mode;
            c->timed = mode == NOBODY || !strcmp(file[i].kind, "speed") ||
                       is_right(&file[i]);
            table->n++;
        }
}

/* ---- the tests ------------------------------------------------------- */

START_TEST(ends_in_its_finding)
{
    const struct one_case *c = &table->c[_i];

    ck_assert_msg(c->seconds > 0, "%s, %s: was not graded", c->file->name,
                  mode_names[c->mode]);
    ck_assert_msg(!*c->trouble, "%s, %s%s:\n%s", c->file->name,
                  mode_names[c->mode], c->at_door ? ", at the door" : "",
                  c->trouble);
}
END_TEST

START_TEST(leaves_nothing_outside)
{
    ck_assert_msg(!*table->outside, "left in /tmp or /dev/shm, %s",
                  table->outside);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("hostile programs");
    TCase *tc = tcase_create("hostile");
    struct race_tools tools;
    const char *sample = getenv("SAMPLE"), *seed = getenv("SEED");
    int failed = 1;

    race_tools_find(&tools); /* once for all gradings */
    table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED || find_files())
        return 1;
    clean_environment();
    has_bwrap = wall_kind() == WALL_BWRAP;
    setenv("LABKIT_SANDBOX", "plain", 1);
    has_landlock = wall_kind() == WALL_LANDLOCK;
    unsetenv("LABKIT_SANDBOX");
    list_cases(sample, seed);
    if (base_make("test_hostile"))
        return 1;
    if (make_trees()) {
        fprintf(stderr, "the copies of the tree cannot be made:\n%s\n", said);
        goto done;
    }
    sh(base, LIST_OUTSIDE " >before");
    run_all();
    for (int i = 0; getenv("V") && i < table->n; i++)
        printf("%5.1f s  %s, %s\n", table->c[i].seconds, table->c[i].file->name,
               mode_names[table->c[i].mode]);
    tcase_add_loop_test(tc, ends_in_its_finding, 0, table->n);
    tcase_add_test(tc, leaves_nothing_outside);
    suite_add_tcase(s, tc);
    failed = run_suite(s);
done:
    sh("/", "rm -f /tmp/labkit-was-here /dev/shm/labkit-was-here");
    base_remove();
    return failed != 0;
}
