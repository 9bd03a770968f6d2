/*
 * drive.h - what the two end-to-end suites share: a copy of the tree, shell
 * commands in it, and looks into results.json.
 *
 * Rules of use:
 * - Started in the repository's top folder. base_make() comes first; all that
 *   a suite makes lies in that one folder under build/, base_remove() ends it.
 * - Commands find their folders in the environment ($ROOT, $TREE, ...), in
 *   quotes: paths may hold blanks.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include <check.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define INLINE static inline __attribute__((unused))

static char base[PATH_MAX]; /* absolute */
static char said[1 << 18];  /* what the last command printed, both streams */

/* Run a command line with sh in a folder. Its exit code; 128 + signal. What it
 * prints goes through a file: a pipe would wait for whatever it left running.
 */
__attribute__((format(printf, 2, 3))) INLINE int sh(const char *folder,
                                                    const char *format, ...)
{
    char command[8192], path[] = "/tmp/labkit-drive.XXXXXX";
    int status, fd = mkstemp(path);
    ssize_t n = 0, more;
    va_list args;
    pid_t pid;

    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    said[0] = 0;
    if (fd < 0)
        return -1;
    unlink(path);
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        if (chdir(folder) || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
            _exit(126);
        close(fd);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(126);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        status = -1;
    lseek(fd, 0, SEEK_SET);
    while (n < (ssize_t)sizeof said - 1 &&
           (more = read(fd, said + n, sizeof said - 1 - (size_t)n)) > 0)
        n += more;
    said[n] = 0;
    close(fd);
    if (status >= 0 && WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return status < 0 ? -1 : WEXITSTATUS(status);
}

/* For a suite that has a run(...), which runs a command in its own folder: the
 * command must end with this code, and say these words. */
#define expect(code, ...)                                                  \
    do {                                                                   \
        int code_ = run(__VA_ARGS__);                                      \
        ck_assert_msg(code_ == (code), "exit code %d, not %d:\n%s", code_, \
                      (int)(code), said);                                  \
        /* a message that nobody has written out, see base/said.h */       \
        ck_assert_msg(!strstr(said, "?%"), "\"?%%\" in:\n%s", said);       \
    } while (0)
#define expect_says(words) \
    ck_assert_msg(strstr(said, words) != NULL, "no \"%s\" in:\n%s", words, said)
#define expect_not_says(words) \
    ck_assert_msg(strstr(said, words) == NULL, "\"%s\" in:\n%s", words, said)

/* Make build/NAME.XXXXXX and name it in $BASE, and the tree in $ROOT. */
INLINE int base_make(const char *name)
{
    char root[PATH_MAX - 64];

    if (!getcwd(root, sizeof root) || access("grader/judge/judge.h", R_OK)) {
        fprintf(stderr, "start this in the kit's own folder\n");
        return -1;
    }
    snprintf(base, sizeof base, "%s/build/%s.XXXXXX", root, name);
    if (!mkdtemp(base)) {
        perror(base);
        return -1;
    }
    /* mkdtemp() keeps others out, and some tests run as nobody */
    return setenv("ROOT", root, 1) || setenv("BASE", base, 1) ||
           sh(base, "chmod 755 .");
}

/* Whether tests can be run as another user: that takes root, and a tree that
 * is not inside a folder of root's own. */
INLINE bool can_be_nobody(void)
{
    return geteuid() == 0 &&
           system("setpriv --reuid=65534 --regid=65534 --clear-groups "
                  "ls \"$PWD/Makefile\" >/dev/null 2>&1") == 0;
}

INLINE void base_remove(void)
{
    const char *keep = getenv("KEEP");

    if (keep && *keep)
        printf("Kept: %s\n", base);
    else
        sh("/", "chmod -R u+w \"$BASE\"; rm -rf \"$BASE\"");
}

/* Run it; how many tests failed. */
INLINE int run_suite(Suite *s)
{
    SRunner *runner = srunner_create(s);
    int failed;

    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}

/* What the caller's shell or make have set must not reach the gradings. */
INLINE void clean_environment(void)
{
    static const char *const names[] = {"LAB",
                                        "SRC",
                                        "SEED",
                                        "RESULTS",
                                        "SAMPLE",
                                        "MAKEFLAGS",
                                        "MAKELEVEL",
                                        "MFLAGS",
                                        "MAKEOVERRIDES",
                                        "B",
                                        "CC",
                                        "CFLAGS",
                                        "WERROR",
                                        "LANGUAGE",
                                        "LABKIT_SANDBOX",
                                        "LABKIT_LOCALE",
                                        "NO_COLOR",
                                        "OMP_NUM_THREADS",
                                        "TMPDIR"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("SEARCH", "0", 1); /* it takes its time */
}

/* ---- results.json -------------------------------------------------------- */

INLINE json_t *load(const char *file)
{
    json_error_t error;

    return json_load_file(file, 0, &error);
}

/* The entry of a lab; null if there is none. */
INLINE json_t *lab_entry(const json_t *results, const char *id)
{
    size_t i;
    json_t *lab;

    json_array_foreach(
        json_object_get(results, "labs"), i,
        lab) if (!strcmp(json_string_value(json_object_get(lab, "id")),
                         id)) return lab;
    return NULL;
}

/* A member's text; "" if there is none. */
INLINE const char *text_of(const json_t *j, const char *member)
{
    const char *text = json_string_value(json_object_get(j, member));

    return text ? text : "";
}

INLINE double number_of(const json_t *j, const char *member)
{
    return json_number_value(json_object_get(j, member));
}

/* The next check of this kind and status whose message has these words. */
INLINE const json_t *check_with(const json_t *lab, const char *kind,
                                const char *status, const char *words)
{
    size_t i;
    json_t *c;

    json_array_foreach(json_object_get(lab, "checks"), i,
                       c) if (!strcmp(text_of(c, "kind"), kind) &&
                              !strcmp(text_of(c, "status"), status) &&
                              strstr(text_of(c, "message"), words)) return c;
    return NULL;
}

#endif
