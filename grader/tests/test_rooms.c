/*
 * test_rooms.c - the rooms of grader/ and common/simt/ (docs/architecture.md),
 * and the files of spearman/, point one way: what an object file asks for lies
 * in its own room or in one before it, no files need each other in a circle,
 * and no header is included from a later room. Read from the objects' symbols
 * and the files' includes. Run from the top folder, after the kit has been
 * built: build/grader/tests/test_rooms.
 */
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each may use those before it. */
static const char *const grader[] = {
    "base",   "machine", "sandbox",  "reports", "show",
    "export", "judge",   "variants", "command", "class", NULL};
static const char *const simt[] = {"base",  "timeline", "engine",
                                   "check", "host",     NULL};
static const char *const compiler[] = {"compiler", NULL};
static const char *const spearman[] = {"spearman", NULL};

enum { FILES = 300, SYMBOLS = 20000 };

static struct file {
    char path[160]; /* "base/finding" */
    int room;
    bool needs[FILES];
    int state; /* of a walk: 0 not seen, 1 on the way, 2 done */
} file[FILES];
static int files;

static struct symbol {
    char name[128];
    int file;
} defined[SYMBOLS], wanted[SYMBOLS];
static int n_defined, n_wanted;

static char said[20000];

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    size_t used = strlen(said);
    va_list args;

    va_start(args, format);
    vsnprintf(said + used, sizeof said - used, format, args);
    va_end(args);
}

static int room_of(const char *path, const char *const *rooms)
{
    for (int i = 0; rooms[i]; i++)
        if (!strncmp(path, rooms[i], strlen(rooms[i])) &&
            path[strlen(rooms[i])] == '/')
            return i;
    return -1;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct symbol *)a)->name,
                  ((const struct symbol *)b)->name);
}

/* The symbols of one object, as nm(1) lists them. */
static void read_symbols(const char *object, int number)
{
    char command[400], line[600], name[300], type;
    FILE *nm;

    snprintf(command, sizeof command, "nm '%s'", object);
    nm = popen(command, "r");
    ck_assert_ptr_nonnull(nm);
    while (fgets(line, sizeof line, nm)) {
        if (sscanf(line, "%*[0-9a-f] %c %299s", &type, name) != 2 &&
            sscanf(line, " %c %299s", &type, name) != 2)
            continue;
        if (type == 'U' || type == 'w') {
            ck_assert_int_lt(n_wanted, SYMBOLS);
            snprintf(wanted[n_wanted].name, sizeof wanted->name, "%.127s",
                     name);
            wanted[n_wanted++].file = number;
        } else if (isupper((unsigned char)type)) {
            ck_assert_int_lt(n_defined, SYMBOLS);
            snprintf(defined[n_defined].name, sizeof defined->name, "%.127s",
                     name);
            defined[n_defined++].file = number;
        }
    }
    ck_assert_int_eq(pclose(nm), 0);
}

/* The objects of these rooms: those of files that are there. */
static void read_objects(const char *folder, const char *const *rooms)
{
    files = n_defined = n_wanted = 0;
    memset(file, 0, sizeof file);
    for (int r = 0; rooms[r]; r++) {
        char pattern[200], object[300];
        glob_t found;

        snprintf(pattern, sizeof pattern, "%s/%s/*.c", folder, rooms[r]);
        ck_assert_msg(glob(pattern, 0, NULL, &found) == 0, "no %s", pattern);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *path = found.gl_pathv[i] + strlen(folder) + 1;

            if (strstr(path, "/test_"))
                continue;
            ck_assert_int_lt(files, FILES);
            snprintf(file[files].path, sizeof file->path, "%.*s",
                     (int)strlen(path) - 2, path);
            file[files].room = r;
            snprintf(object, sizeof object, "build/%s/%s.o", folder,
                     file[files].path);
            read_symbols(object, files++);
        }
        globfree(&found);
    }
    qsort(defined, (size_t)n_defined, sizeof *defined, by_name);
}

/* Who needs whom; main() is nobody's. */
static void find_arrows(const char *const *rooms)
{
    for (int i = 0; i < n_wanted; i++) {
        const struct symbol *d = bsearch(&wanted[i], defined, (size_t)n_defined,
                                         sizeof *defined, by_name);
        struct file *from = &file[wanted[i].file];

        if (!d || d->file == wanted[i].file || !strcmp(d->name, "main"))
            continue;
        from->needs[d->file] = true;
        if (file[d->file].room > from->room)
            say("%s.c asks for %s of %s.c: %s comes before %s\n", from->path,
                d->name, file[d->file].path, rooms[from->room],
                rooms[file[d->file].room]);
    }
}

static void walk(int i)
{
    static int way[FILES], steps;

    file[i].state = 1;
    way[steps++] = i;
    for (int k = 0; k < files; k++) {
        if (!file[i].needs[k] || file[k].state == 2)
            continue;
        if (file[k].state == 0) {
            walk(k);
            continue;
        }
        say("a circle:");
        for (int s = 0; s < steps; s++)
            if (s >= steps - 1 || file[way[s]].state == 1)
                say(" %s.c", file[way[s]].path);
        say(" %s.c\n", file[k].path);
    }
    steps--;
    file[i].state = 2;
}

static void one_way(const char *folder, const char *const *rooms)
{
    said[0] = 0;
    read_objects(folder, rooms);
    find_arrows(rooms);
    for (int i = 0; i < files; i++)
        if (file[i].state == 0)
            walk(i);
    /* ar(1) knows the members of an archive by their names alone. */
    for (int i = 0; i < files; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(strchr(file[i].path, '/'), strchr(file[k].path, '/')))
                say("%s.c and %s.c have one name\n", file[i].path,
                    file[k].path);
    ck_assert_msg(!said[0], "%s:\n%s", folder, said);
}

/* Every #include "ROOM/..." of the files of these rooms. */
static void includes(const char *folder, const char *const *rooms)
{
    said[0] = 0;
    for (int r = 0; rooms[r]; r++) {
        char pattern[200], line[600], header[300];
        glob_t found;

        snprintf(pattern, sizeof pattern, "%s/%s/*.[ch]", folder, rooms[r]);
        ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            FILE *f = fopen(found.gl_pathv[i], "r");

            ck_assert_ptr_nonnull(f);
            while (!strstr(found.gl_pathv[i], "/test_") &&
                   fgets(line, sizeof line, f))
                if (sscanf(line, "#include \"%299[^\"]", header) == 1 &&
                    room_of(header, rooms) > r)
                    say("%s includes %s\n", found.gl_pathv[i], header);
            fclose(f);
        }
        globfree(&found);
    }
    ck_assert_msg(!said[0], "from an earlier room:\n%s", said);
}

START_TEST(test_grader)
{
    one_way("grader", grader);
    includes("grader", grader);
}
END_TEST

START_TEST(test_simt)
{
    one_way("common/simt", simt);
    includes("common/simt", simt);
}
END_TEST

START_TEST(test_compiler)
{
    one_way("common/simt", compiler);
}
END_TEST

/* Its C: of the kernels there are no objects. */
START_TEST(test_spearman)
{
    one_way(".", spearman);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rooms");
    TCase *t = tcase_create("rooms");
    SRunner *runner;
    int failed;

    tcase_set_timeout(t, 60);
    tcase_add_test(t, test_grader);
    tcase_add_test(t, test_simt);
    tcase_add_test(t, test_compiler);
    tcase_add_test(t, test_spearman);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
