/*
 * test_collect.c - exports of platforms, and what strangers put into them, made
 * in a folder below build/. Run from the top folder.
 */
#define _GNU_SOURCE
#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/collect.h"
#include "class/unpack.h"

static const struct lab all[] = {
    {.id = "03", .folder = "03_reduction", .name = "reduction", .ext = ".c"},
    {.id = "07", .folder = "07_pi", .name = "pi", .ext = ".c"},
    {.id = "12", .folder = "12_vector_add", .name = "vector_add", .ext = ".cu"},
};

static char tree[] = "build/test_collect.XXXXXX";
static char in[100], out[100];
static struct class c;
static int left;

enum { DAY = 86400, NOW = 1796000000 }; /* in November 2026 */

/* ---- making what is handed in ---------------------------------------------
 */

static void make_folders(char *path)
{
    for (char *s = path; (s = strchr(s + 1, '/'));) {
        *s = '\0';
        ck_assert(mkdir(path, 0755) == 0 || errno == EEXIST);
        *s = '/';
    }
}

static void date(const char *path, time_t at)
{
    struct timespec t[2] = {{.tv_sec = at}, {.tv_sec = at}};

    ck_assert_int_eq(utimensat(AT_FDCWD, path, t, AT_SYMLINK_NOFOLLOW), 0);
}

/* A file below IN, of this day. */
static const char *put_bytes(const char *name, const void *bytes, size_t n,
                             int day)
{
    static char path[2000];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", in, name);
    make_folders(path);
    file = fopen(path, "w");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
    ck_assert_int_eq(fclose(file), 0);
    date(path, NOW + day * DAY);
    return path;
}

static void put(const char *name, const char *text, int day)
{
    put_bytes(name, text, strlen(text), day);
}

/* An entry of an archive says only what is not 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

struct entry {
    const char *path;
    const char *text;    /* null: a folder */
    int day;             /* of its date */
    const char *symlink; /* instead of text */
    const char *hardlink;
    int type;    /* AE_IFCHR, ...; 0: a file */
    size_t size; /* of zeros; instead of text */
    size_t n;    /* bytes of text; 0: all of it */
};

struct packed {
    char *bytes;
    size_t n;
};

static void write_entry(struct archive *a, const struct entry *e)
{
    static char zeros[1 << 20];
    struct archive_entry *entry = archive_entry_new();
    size_t n = e->n ? e->n : e->text ? strlen(e->text) : e->size;

    archive_entry_copy_pathname(entry, e->path);
    archive_entry_set_mtime(entry, NOW + e->day * DAY, 0);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, e->type      ? (unsigned)e->type
                                      : e->symlink ? AE_IFLNK
                                      : e->text || e->size || e->hardlink
                                          ? AE_IFREG
                                          : AE_IFDIR);
    if (e->symlink)
        archive_entry_copy_symlink(entry, e->symlink);
    if (e->hardlink)
        archive_entry_copy_hardlink(entry, e->hardlink);
    archive_entry_set_size(entry, (la_int64_t)n);
    ck_assert_msg(archive_write_header(a, entry) >= ARCHIVE_WARN, "%s: %s",
                  e->path, archive_error_string(a));
    if (e->text)
        ck_assert_int_eq(archive_write_data(a, e->text, n), (la_ssize_t)n);
    for (size_t done = 0; !e->text && done < n; done += sizeof zeros)
        ck_assert_int_gt(
            archive_write_data(
                a, zeros, n - done < sizeof zeros ? n - done : sizeof zeros),
            0);
    archive_entry_free(entry);
}

static struct archive *begin(const char *kind)
{
    struct archive *a = archive_write_new();

    if (!strncmp(kind, "zip", 3)) {
        archive_write_set_format_zip(a);
        if (!strcmp(kind, "zip secret")) {
            ck_assert_int_eq(
                archive_write_set_options(a, "zip:encryption=zipcrypt"), 0);
            archive_write_set_passphrase(a, "x");
        }
    } else if (!strcmp(kind, "7z")) {
        archive_write_set_format_7zip(a);
    } else {
        archive_write_set_format_pax_restricted(a);
    }
    if (!strcmp(kind, "tgz"))
        archive_write_add_filter_gzip(a);
    if (!strcmp(kind, "txz"))
        archive_write_add_filter_xz(a);
    return a;
}

static struct packed pack_n(const char *kind, const struct entry *e, size_t n)
{
    struct archive *a = begin(kind);
    struct packed p = {0};
    size_t room = 1 << 20;

    for (size_t i = 0; i < n; i++)
        room += 3000 + 2 * (e[i].text ? e[i].n + strlen(e[i].text) : 0) +
                (strcmp(kind, "tar") ? e[i].size / 100 : e[i].size);
    p.bytes = malloc(room);
    ck_assert_ptr_nonnull(p.bytes);
    ck_assert_int_eq(archive_write_open_memory(a, p.bytes, room, &p.n), 0);
    for (size_t i = 0; i < n; i++)
        write_entry(a, &e[i]);
    ck_assert_msg(archive_write_close(a) == 0, "%s", archive_error_string(a));
    archive_write_free(a);
    return p;
}

#define PACK(kind, ...)                               \
    pack_n(kind, (const struct entry[]){__VA_ARGS__}, \
           sizeof((const struct entry[]){__VA_ARGS__}) / sizeof(struct entry))

static void put_packed(const char *name, struct packed p, int day)
{
    put_bytes(name, p.bytes, p.n, day);
    free(p.bytes);
}

#define PUT(name, day, kind, ...) put_packed(name, PACK(kind, __VA_ARGS__), day)

static void start(void)
{
    strcpy(tree + strlen(tree) - 6, "XXXXXX");
    ck_assert_msg(mkdtemp(tree) != NULL, "%s: %s", tree, strerror(errno));
    snprintf(in, sizeof in, "%s/in", tree);
    snprintf(out, sizeof out, "%s/out", tree);
    ck_assert_int_eq(mkdir(in, 0755) | mkdir(out, 0755), 0);
    setenv("TZ", "UTC", 1);
    c = (struct class){
        .in = in, .out = out, .labs = all, .n_labs = sizeof all / sizeof *all};
}

static void end(void)
{
    char command[200];

    class_free(&c);
    snprintf(command, sizeof command, "rm -rf '%s'", tree);
    ck_assert_int_eq(system(command), 0);
}

/* ---- what became of it -----------------------------------------------------
 */

static char *text_of(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    size_t n;

    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    return text;
}

static char *collected_text(void)
{
    char path[200];

    snprintf(path, sizeof path, "%s/collected.txt", out);
    return text_of(path);
}

static void collect(void)
{
    class_free(&c);
    ck_assert_int_eq(class_collect(&c, &left), 0);
}

/* "STUDENT LAB NUMBER DAY TEXT" of each submission, by lines; a day of 0 s is
 * "-". */
static void expect(const char *lines)
{
    char got[20000] = "";

    collect();
    for (int i = 0; i < c.n; i++) {
        const struct submission *s = &c.submission[i];
        char day[40] = "-";

        if (s->at)
            snprintf(day, sizeof day, "%ld",
                     (long)((s->at - NOW + 1000 * DAY) / DAY - 1000));
        snprintf(got + strlen(got), sizeof got - strlen(got),
                 "%s %s %d %s %s\n", s->student, c.labs[s->lab].id, s->number,
                 day, text_of(s->source));
    }
    ck_assert_msg(!strcmp(got, lines), "expected\n%sgot\n%s%s", lines, got,
                  collected_text());
}

/* collected.txt has this. */
static void says(const char *words)
{
    ck_assert_msg(strstr(collected_text(), words) != NULL, "no \"%s\" in\n%s",
                  words, collected_text());
}

/* All students, sorted, with a blank behind each. */
static void students(const char *names)
{
    char got[2000] = "";

    for (int i = 0; i < c.n_students; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s ",
                 c.student[i]);
    ck_assert_str_eq(got, names);
}

/* ---- what platforms export -------------------------------------------------
 */

START_TEST(a_folder_per_student)
{
    put("ann/reduction.c", "ann 3", 1);
    put("ann/README.md", "", 1);
    put("bob/03_reduction/reduction.c", "bob 3", 1);
    put("bob/deep/er/Pi.C", "bob 7", 2);
    put("bob/.git/objects/reduction.c", "git", 2);
    put("cy/labs/12_vector_add/vector_add.cu", "cy 12", 3);
    put("dora/notes.txt", "sorry", 3);
    expect("ann 03 1 1 ann 3\n"
           "bob 03 1 - bob 3\n"
           "bob 07 1 - bob 7\n" /* a clone's dates are its own */
           "cy 12 1 3 cy 12\n");
    students("ann bob cy dora ");
    ck_assert_int_eq(left, 2);
    ck_assert_str_eq(c.submission[2].from, "bob/deep/er/Pi.C");
    ck_assert_str_eq(
        collected_text(),
        "4 submissions were taken. Times are UTC.\n\n"
        "student  lab                  no.  handed in            from\n"
        "ann      03_reduction           1  2026-12-01 00:53:20  "
        "ann/reduction.c\n"
        "bob      03_reduction           1  -                    "
        "bob/03_reduction/reduction.c\n"
        "bob      07_pi                  1  -                    "
        "bob/deep/er/Pi.C\n"
        "cy       12_vector_add          1  2026-12-03 00:53:20  "
        "cy/labs/12_vector_add/vector_add.cu\n"
        "\nNothing could be taken of 1 students:\n  dora\n"
        "\nLeft\n"
        "  ann\n    it is not named as a lab's file: README.md\n"
        "  dora\n    it is not named as a lab's file: notes.txt\n"
        "\nNot looked at\n"
        "  bob\n    made by a system or an editor: .git\n");
}
END_TEST

/* So many that what is allocated for them begins a page: nothing is read before
 * the first one. */
START_TEST(many_students)
{
    char name[40];

    mallopt(M_MMAP_THRESHOLD, 1 << 16);
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "s%03d/reduction.c", i);
        put(name, "mine", 1);
    }
    collect();
    ck_assert_int_eq(c.n, 200);
    for (int i = 0; i < c.n; i++)
        ck_assert_int_eq(c.submission[i].number, 1);
}
END_TEST

START_TEST(an_archive_per_student)
{
    PUT("ann.zip", 5, "zip", {"hw/", NULL}, {"hw/reduction.c", "ann 3", 1},
        {"__MACOSX/hw/._reduction.c", "\1\2", 1});
    PUT("bob.tar.gz", 5, "tgz", {"./pi.c", "bob 7", 1});
    PUT("cy.tar", 5, "tar", {"a\\b\\pi.c", "cy 7", 1});
    PUT("dora.7z", 5, "7z", {"big", .size = 1 << 20}, {"pi.c", "dora 7", 1});
    PUT("eve/hw.tar.xz", 5, "txz", {"03_reduction/reduction.c", "eve 3", 1});
    /* The date of the archive counts: those in it are the student's to set. */
    expect("ann 03 1 5 ann 3\n"
           "bob 07 1 5 bob 7\n"
           "cy 07 1 5 cy 7\n"
           "dora 07 1 5 dora 7\n"
           "eve 03 1 5 eve 3\n");
    ck_assert_str_eq(c.submission[0].from, "ann.zip: hw/reduction.c");
    ck_assert_str_eq(c.submission[4].from,
                     "eve/hw.tar.xz: 03_reduction/reduction.c");
}
END_TEST

/* The same archive as IN, alone in IN, and in IN in a folder. */
START_TEST(one_archive_of_all)
{
    static const char *const names[] = {"all.zip", "all.tar.gz"};
    static const char *const kinds[] = {"zip", "tgz"};
    char path[200];
    struct packed inner = PACK("zip", {"x/pi.c", "cy 7", 9});

    for (int i = 0; i < 2; i++) {
        static const char wanted[] = "ann 03 1 1 ann 3\n"
                                     "bob 07 1 2 bob 7\n"
                                     "cy 07 1 3 cy 7\n";

        PUT(names[i], 8, kinds[i], {"hw1/ann/reduction.c", "ann 3", 1},
            {"hw1/bob/07_pi/pi.c", "bob 7", 2},
            {"hw1/cy.zip", inner.bytes, 3, .n = inner.n}, {"hw1/dora/", NULL});
        expect(wanted);
        students("ann bob cy dora ");
        snprintf(path, sizeof path, "%s/%s", in, names[i]);
        c.in = path;
        expect(wanted);
        ck_assert_str_eq(c.submission[0].from, "hw1/ann/reduction.c");
        ck_assert_str_eq(c.submission[2].from, "hw1/cy.zip: x/pi.c");
        c.in = in;
        ck_assert_int_eq(remove(path), 0);
    }
    free(inner.bytes);
}
END_TEST

/* One student is no class: nobody becomes a student for a folder. */
START_TEST(one_students_archive)
{
    PUT("ann.zip", 5, "zip", {"ann/src/reduction.c", "ann 3", 1},
        {"ann/doc/pi.c", "ann 7", 1}, {"ann/README.md", "x", 1});
    expect("ann 03 1 5 ann 3\nann 07 1 5 ann 7\n");
}
END_TEST

START_TEST(single_files)
{
    put("ann_reduction.c", "ann 3", 1);
    put("Bob Lee-vector_add.cu", "bob 12", 1);
    put("pi.c", "whose?", 1);
    put("grades.csv", "", 1);
    put("03_reduction/reduction.c", "whose?", 1);
    expect("Bob_Lee 12 1 1 bob 12\nann 03 1 1 ann 3\n");
    says("(IN itself)\n    it says not whose it is: put it into a folder named "
         "as the student: pi.c\n");
    says("it is a lab's folder, and no student's");
    says("it is no student's folder, archive or file: grades.csv");
}
END_TEST

START_TEST(moodle)
{
    put("Ann Lee_101_assignsubmission_file/hw/pi.c", "ann 7", 1);
    put("Bob_102_assignsubmission_file_pi.c", "bob 7", 2);
    put("Bob_102_assignsubmission_file_reduction.c", "bob 3", 2);
    put("Cy_103_assignsubmission_onlinetext/onlinetext.html", "hello", 2);
    put("D\303\266ra_104_assignsubmission_file_/pi.c", "dora 7", 3);
    expect("Ann_Lee_101 07 1 1 ann 7\n"
           "Bob_102 03 1 2 bob 3\n"
           "Bob_102 07 1 2 bob 7\n"
           "D\303\266ra_104 07 1 3 dora 7\n");
    students("Ann_Lee_101 Bob_102 Cy_103 D\303\266ra_104 ");
}
END_TEST

/* A name has changed between the two; one has handed in again. */
START_TEST(two_downloads_of_moodle)
{
    PUT("hpc-pi-55.zip", 9, "zip",
        {"Ann Lee_101_assignsubmission_file/pi.c", "ann 7", 1},
        {"Bob_102_assignsubmission_file/pi.c", "bob 7", 1});
    PUT("hpc-pi-55 (1).zip", 9, "zip",
        {"Ann Low_101_assignsubmission_file/pi.c", "ann 7 again", 4},
        {"Bob_102_assignsubmission_file/pi.c", "bob 7", 1});
    expect("Ann_Lee_101 07 1 1 ann 7\n"
           "Ann_Lee_101 07 2 4 ann 7 again\n"
           "Bob_102 07 1 1 bob 7\n");
    says("Bob_102 has handed in the same before");
}
END_TEST

/* Everybody has a file that looks as if Canvas had named it. */
START_TEST(data_files)
{
    put("ann/pi.c", "ann 7", 1);
    put("ann/points_10_20_x.txt", "", 1);
    put("bob/pi.c", "bob 7", 1);
    put("bob/points_10_20_x.txt", "", 1);
    expect("ann 07 1 1 ann 7\nbob 07 1 1 bob 7\n");
}
END_TEST

/* What is inside somebody's archive says nothing of others. */
START_TEST(nobody_speaks_for_others)
{
    PUT("ann.zip", 1, "zip",
        {"Bob_102_assignsubmission_file/reduction.c", "not bob's", 1});
    PUT("bob.zip", 1, "zip", {"pi.c", "bob 7", 1});
    expect("ann 03 1 1 not bob's\nbob 07 1 1 bob 7\n");
    students("ann bob ");
}
END_TEST

START_TEST(canvas)
{
    put("leeann_123_4567_reduction.c", "old", 1);
    put("leeann_LATE_123_4601_reduction-1.c", "new", 3);
    put("low_9_4568_vector_add.cu", "low", 1);
    put("low_9_4569_text.html", "", 1);
    put("anon_7_4570_hw.txt", "", 1);
    /* only what is LATE has the date of its file */
    expect("123 03 1 - old\n123 03 2 3 new\n9 12 1 - low\n");
    students("123 7 9 ");
}
END_TEST

/* Of one time: the version tells. */
START_TEST(autolab)
{
    put("ann@uni.edu_10_pi.c", "tenth", 1);
    put("ann@uni.edu_9_pi.c", "ninth", 1);
    put("ann@uni.edu_2_pi.c", "second", 2);
    put("4_bob@uni.edu_vector_add.cu", "fourth", 1);
    PUT("cy@uni.edu_1_handin.tar", 1, "tar", {"reduction.c", "cy", 0});
    put("dora@uni.edu/11_pi.c", "eleventh", 1);
    put("dora@uni.edu/3_pi.c", "third", 1);
    expect("ann@uni.edu 07 1 1 ninth\n"
           "ann@uni.edu 07 2 1 tenth\n"
           "ann@uni.edu 07 3 2 second\n"
           "bob@uni.edu 12 1 1 fourth\n"
           "cy@uni.edu 03 1 1 cy\n"
           "dora@uni.edu 07 1 1 third\n"
           "dora@uni.edu 07 2 1 eleventh\n");
}
END_TEST

static const char metadata[] =
    "---\nsubmission_1:\n  :submitters:\n  - :name: Ann\n"
    "    :email: ann@uni.edu\n  - :name: Bob Lee\n"
    "  :created_at: 2026-11-30 12:00:00.5 Z\n"
    "submission_2:\n  :submitters:\n  - :email: ann@uni.edu\n"
    "  :created_at: 2026-11-29 12:00:00 Z\n";

START_TEST(gradescope)
{
    static const char wanted[] = "Bob_Lee 03 1 0 ab\n"
                                 "ann@uni.edu 03 1 -1 a\n"
                                 "ann@uni.edu 03 2 0 ab\n"
                                 "submission_3 03 1 7 x\n";

    put("assignment_5_export/submission_metadata.yml", metadata, 9);
    put("assignment_5_export/submission_1/reduction.c", "ab", 7);
    put("assignment_5_export/submission_2/src/reduction.c", "a", 7);
    put("assignment_5_export/submission_3/reduction.c", "x", 7);
    expect(wanted);
    ck_assert_int_eq(c.submission[2].at, 1796040000);
    /* Zipped, with the list behind what it is about. */
    end();
    start();
    PUT("export.zip", 9, "zip",
        {"assignment_5_export/submission_1/reduction.c", "ab", 7},
        {"assignment_5_export/submission_2/src/reduction.c", "a", 7},
        {"assignment_5_export/submission_3/reduction.c", "x", 7},
        {"assignment_5_export/submission_metadata.yml", metadata, 9});
    expect(wanted);
}
END_TEST

/* ---- several files ---------------------------------------------------------
 */

START_TEST(one_of_several)
{
    put("ann/reduction.c", "top", 9);
    put("ann/hw/03_reduction/reduction.c", "home", 1);
    put("ann/old/reduction.c", "old", 9);
    put("bob/pi (1).c", "copy", 9);
    put("bob/deep/pi.c", "named", 1);
    put("bob/pi.c~", "backup", 9);
    put("cy/a/pi.c", "older", 1);
    put("cy/b/pi.c", "newer", 2);
    put("dora/a/pi.c", "same", 1);
    put("dora/b/pi.c", "same", 2);
    put("eve/a/pi.c", "first", 2);
    put("eve/b/pi.c", "second", 2);
    expect("ann 03 1 1 home\n"
           "bob 07 1 1 named\n"
           "cy 07 1 2 newer\n"
           "dora 07 1 2 same\n"
           "eve 07 1 2 first\n");
    says("another was taken: hw/03_reduction/reduction.c: reduction.c, "
         "old/reduction.c");
    says("another was taken: deep/pi.c: pi (1).c");
    says("it could be meant as well as b/pi.c, which is newer and was taken: "
         "a/pi.c");
    says("it is the same file once more: a/pi.c");
    says("it could be meant as well as a/pi.c, which is first by name and was "
         "taken: b/pi.c");
    ck_assert_int_eq(left, 6);
}
END_TEST

START_TEST(as_it_was_handed_out)
{
    char *skeleton = strdup(text_of("labs/03_reduction/.skeleton.c"));
    char windows[8000];

    put("ann/labs/03_reduction/reduction.c", skeleton, 1);
    put("ann/labs/07_pi/pi.c", "changed", 1);
    put("bob/reduction.c", skeleton, 1); /* that is all there is */
    put("cy/03_reduction/reduction.c", skeleton, 2);
    put("cy/Downloads/reduction.c", "work", 1);
    snprintf(windows, sizeof windows, "\xef\xbb\xbf");
    for (const char *p = skeleton; *p; p++)
        snprintf(windows + strlen(windows), sizeof windows - strlen(windows),
                 *p == '\n' ? "\r\n" : "%c", *p);
    put("dora/reduction.c", windows, 1);
    put("dora/pi.c", "changed", 1);
    collect();
    ck_assert_int_eq(c.n, 4);
    ck_assert_str_eq(c.submission[2].from, "cy/Downloads/reduction.c");
    ck_assert_int_eq(c.submission[3].lab, 1);
    ck_assert_str_eq(c.submission[0].student, "ann");
    ck_assert_int_eq(c.submission[0].lab, 1);
    ck_assert_str_eq(c.submission[1].student, "bob");
    says("it is as it was handed out: labs/03_reduction/reduction.c");
    free(skeleton);
}
END_TEST

START_TEST(nearly)
{
    put("ann/reduction_final.c", "x", 1);
    put("ann/vector_add.c", "x", 1);
    put("ann/hw.rar", "Rar!", 1);
    expect("");
    says("its name is nearly that of lab 03, but the lab's file is named "
         "reduction.c: reduction_final.c");
    says("nearly that of lab 12");
    says("RAR is not read");
    students("ann ");
}
END_TEST

/* ---- names ------------------------------------------------------------------
 */

START_TEST(odd_names)
{
    put("Jos\303\251/pi.c", "utf-8", 1);
    put("Jos\351/pi.c", "latin-1", 1);
    put("a b/pi.c", "blank", 1);
    put("a_b/pi.c", "underscore", 1);
    put("...x/pi.c", "junk", 1);
    put("e\033[31m\n/pi.c", "escape", 1);
    put("- -/pi.c", "option", 1);
    put("mal/x\033]0;y\a\nz.txt", "", 1);
    collect();
    ck_assert_int_eq(c.n, 6);
    ck_assert_int_eq(c.n_students, 7);
    for (int i = 0; i < c.n; i++)
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(c.submission[i].student, c.submission[k].student);
    for (const char *s = collected_text(); *s; s++)
        ck_assert(*s == '\n' || (unsigned char)*s >= ' ');
    says("a_b ");
    says("a_b-");
    says("x?]0;y??z.txt");
}
END_TEST

/* ---- hostile
 * ----------------------------------------------------------------- */

static void good_neighbour(void)
{
    put("zoe/pi.c", "zoe 7", 1);
}
#define ZOE "zoe 07 1 1 zoe 7\n"

START_TEST(no_files)
{
    char path[300];

    good_neighbour();
    put("secret", "secret", 1);
    put("ann/empty/reduction.c", "", 1);
    put_bytes("ann/zero/pi.c", "a\0b", 3, 1);
    put("ann/x", "", 1);
    snprintf(path, sizeof path, "%s/ann/reduction.c", in);
    ck_assert_int_eq(symlink("../secret", path), 0);
    snprintf(path, sizeof path, "%s/ann/loop", in);
    ck_assert_int_eq(symlink(".", path), 0);
    snprintf(path, sizeof path, "%s/ann/pi.c", in);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    snprintf(path, sizeof path, "%s/ann/vector_add.cu", in);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/bob", in);
    ck_assert_int_eq(symlink("zoe", path), 0);
    snprintf(path, sizeof path, "%s/cy.zip", in);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    snprintf(path, sizeof path, "%s/ann/hw.zip", in);
    ck_assert_int_eq(symlink("/dev/zero", path), 0);
    put("ann/dev/x", "", 1);
    snprintf(path, sizeof path, "%s/ann/dev/pi.c", in);
    if (mknod(path, S_IFCHR | 0666, 1 << 8 | 5)) /* /dev/zero: for root */
        put("ann/dev/pi.c", "", 1);
    expect(ZOE);
    students("ann zoe ");
    says("it is a link: only files are taken: hw.zip, reduction.c\n");
    says("it is a link: only files are taken: loop\n");
    says("no file, but a device or a pipe: ");
    says("it is a folder, though named as a file: vector_add.cu");
    says("it is empty: empty/reduction.c");
    says("bytes that are 0, as UTF-16 does: zero/pi.c");
    says("only files and folders are taken: bob, cy.zip");
}
END_TEST

START_TEST(large_files)
{
    char *text = malloc(COLLECT_FILE + 1);
    const char *path;

    ck_assert_ptr_nonnull(text);
    memset(text, ' ', COLLECT_FILE);
    text[COLLECT_FILE] = '\0';
    good_neighbour();
    path = put_bytes("ann/pi.c", "", 0, 1);
    ck_assert_int_eq(truncate(path, (off_t)1 << 30), 0);
    path = put_bytes("ann/hw.zip", "", 0, 1);
    ck_assert_int_eq(truncate(path, (off_t)1 << 30), 0);
    put("bob/reduction.c", text, 1);
    put_bytes("bob/pi.c", text, COLLECT_FILE + 1, 1);
    collect();
    ck_assert_int_eq(c.n, 2);
    ck_assert_str_eq(c.submission[0].student, "bob");
    ck_assert_uint_eq(strlen(text_of(c.submission[0].source)),
                      COLLECT_FILE - 1); /* as much as text_of() takes */
    says("it is larger than 1 MB: pi.c");
    says("there is nothing in the archive: hw.zip");
    free(text);
}
END_TEST

START_TEST(paths_in_archives)
{
    char outside[200];

    good_neighbour();
    PUT("ann.zip", 1, "zip", {"../../pi.c", "x", 1}, {"/etc/pi.c", "x", 1},
        {"a/../../../pi.c", "x", 1}, {"..\\pi.c", "x", 1},
        {"C:\\x\\pi.c", "x", 1}, {"ok/reduction.c", "ann 3", 1});
    PUT("bob.tar", 1, "tar", {"pi.c", .symlink = "/etc/passwd"},
        {"reduction.c", .hardlink = "/etc/passwd"},
        {"a/pi.c", .type = AE_IFCHR}, {"b/pi.c", .type = AE_IFIFO},
        {"d", .symlink = "/tmp"}, {"d/pi.c", "bob 7", 1},
        {"x/reduction.c/", NULL});
    expect("ann 03 1 1 ann 3\nbob 07 1 1 bob 7\n" ZOE);
    says("its path leads out of the archive: ");
    says("it is a link: only files are taken: pi.c, reduction.c");
    says("no file, but a device or a pipe: a/pi.c, b/pi.c");
    says("it is a folder, though named as a file: x/reduction.c");
    snprintf(outside, sizeof outside, "%s/pi.c", tree);
    ck_assert_int_ne(access(outside, F_OK), 0);
}
END_TEST

START_TEST(damaged_archives)
{
    struct packed p = PACK("tgz", {"pi.c", "ann 7", 1}, {"x", .size = 1 << 20},
                           {"reduction.c", "lost", 1});

    good_neighbour();
    put_bytes("ann.tgz", p.bytes, p.n / 2, 1);
    put("bob.zip", "this is no zip", 1);
    put("cy.zip", "", 1);
    PUT("dora.zip", 1, "zip secret", {"pi.c", "secret", 1});
    PUT("eve.zip", 1, "zip", {"pi.c", "", 1}, {"reduction.c", "eve 3", 1});
    free(p.bytes);
    expect("ann 07 1 1 ann 7\neve 03 1 1 eve 3\n" ZOE);
    students("ann bob cy dora eve zoe ");
    says("ann.tgz\n    the rest of the archive is lost: it is damaged (");
    says("bob.zip\n    the rest of the archive is lost: it is damaged (");
    says("it is encrypted: ask for it without a password: pi.c");
    says("it is empty: pi.c");
}
END_TEST

/* The student's good files before the bomb are taken. */
START_TEST(bombs)
{
    struct packed flat =
        PACK("tgz", {"pi.c", "ann 7", 1}, {"zeros", .size = (size_t)300 << 20},
             {"reduction.c", "lost", 1});
    struct packed zip =
        PACK("zip", {"zeros.txt", .size = (size_t)300 << 20},
             {"pi.c", "bob 7", 1}, {"in.zip", .size = (size_t)200 << 20});
    struct packed deep = PACK("zip", {"pi.c", "cy 7", 1});

    good_neighbour();
    put_packed("ann.tgz", flat, 1);
    put_packed("bob.zip", zip, 1);
    for (int i = 0; i < 4; i++) {
        struct packed outer =
            PACK("zip", {"in.zip", deep.bytes, 1, .n = deep.n});

        free(deep.bytes);
        deep = outer;
        if (i == 0)
            put_bytes("dora.zip", deep.bytes, deep.n, 1);
    }
    put_packed("cy.zip", deep, 1);
    expect("ann 07 1 1 ann 7\nbob 07 1 1 bob 7\ndora 07 1 1 cy 7\n" ZOE);
    says("too much comes out of it, a zip bomb perhaps");
    says("it is larger than 128 MB: in.zip");
    says("it is an archive in an archive in an archive: in.zip: in.zip");
}
END_TEST

/* Also inside of a class's archive, where all lie in one stream. */
START_TEST(bombs_among_others)
{
    struct packed bomb = PACK("tgz", {"zeros", .size = (size_t)300 << 20});

    PUT("all.tar", 1, "tar", {"ann/pi.c", "ann 7", 1},
        {"bob.tgz", bomb.bytes, 1, .n = bomb.n}, {"cy.zip", "no zip", 1},
        {"dora/pi.c", "dora 7", 1}, {"../x/pi.c", "x", 1},
        {"eve", .symlink = "ann"});
    expect("ann 07 1 1 ann 7\ndora 07 1 1 dora 7\n");
    students("ann bob cy dora ");
    says("all.tar: bob.tgz\n    the rest of the archive is lost: too much");
    free(bomb.bytes);
}
END_TEST

START_TEST(many_entries)
{
    enum { MANY = COLLECT_ENTRIES + 100 };
    struct entry *e = calloc(MANY, sizeof *e);
    char(*name)[20] = calloc(MANY, sizeof *name);

    ck_assert(e && name);
    for (int i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "f%d", i);
        e[i] = (struct entry){name[i], "x", 1};
    }
    e[0].path = "pi.c";
    e[MANY - 1].path = "reduction.c";
    good_neighbour();
    put_packed("ann.zip", pack_n("zip", e, MANY), 1);
    expect("ann 07 1 1 x\n" ZOE);
    says("f8, and 99991 more\n");
    says("there are more than 100000 files");
    free(e);
    free(name);
}
END_TEST

START_TEST(many_files_of_labs)
{
    char name[40];

    for (int i = 0; i < COLLECT_FILES + 5; i++) {
        snprintf(name, sizeof name, "ann/%04d/pi.c", i);
        put(name, i ? "x" : "first", 1);
    }
    good_neighbour();
    expect("ann 07 1 1 first\n" ZOE);
    says("there are too many files of labs before it: 1000/pi.c");
}
END_TEST

/* The second is what everybody gets who unpacks it. */
START_TEST(twice_in_an_archive)
{
    PUT("ann.zip", 1, "zip", {"pi.c", "1", 1}, {"pi.c", "2", 1});
    good_neighbour();
    expect("ann 07 1 1 2\n" ZOE);
}
END_TEST

START_TEST(deep_folders)
{
    char name[300] = "ann/";

    for (int i = 0; i < 60; i++)
        strcat(name, "d/");
    strcat(name, "pi.c");
    put(name, "x", 1);
    good_neighbour();
    expect(ZOE);
    says("folders lie too deep in each other");
}
END_TEST

/* ---- the same twice ---------------------------------------------------------
 */

START_TEST(the_same_twice)
{
    char *first;

    PUT("ann.zip", 1, "zip", {"b/pi.c", "1", 1}, {"a/pi.c", "2", 1});
    put("bob/pi.c", "1", 1);
    put("Bob/pi.c", "2", 1);
    put("..bob/x", "2", 1);
    collect();
    first = strdup(collected_text());
    collect();
    ck_assert_str_eq(first, collected_text());
    free(first);
}
END_TEST

START_TEST(no_in)
{
    c.in = "build/there is no such folder";
    ck_assert_int_eq(class_collect(&c, &left), -1);
    c.in = put_bytes("x.txt", "x", 1, 1);
    ck_assert_int_eq(class_collect(&c, &left), -1);
    c.in = put_bytes("x.zip", "x", 1, 1);
    ck_assert_int_eq(class_collect(&c, &left), -1);
    ck_assert_int_eq(c.n, 0);
    c.in = in;
    ck_assert_int_eq(remove(put_bytes("x.zip", "x", 1, 1)), 0);
    ck_assert_int_eq(remove(put_bytes("x.txt", "x", 1, 1)), 0);
    expect("");
}
END_TEST

/* Archives with wrong bytes in them: they end, and the neighbour is there. */
START_TEST(random_bytes)
{
    static const char *const kinds[] = {"zip", "tar", "tgz", "txz", "7z"};
    static const char *const names[] = {"ann.zip", "ann.tar", "ann.tgz",
                                        "ann.txz", "ann.7z"};
    unsigned state = (unsigned)_i + 1;

    good_neighbour();
    for (int i = 0; i < 60; i++) {
        struct packed p = PACK(kinds[_i], {"hw/", NULL}, {"hw/pi.c", "7", 1},
                               {"x", .size = 5000}, {"reduction.c", "3", 1});
        const char *path;

        for (int k = 0; k < 1 + i % 10; k++) {
            state = state * 1103515245u + 12345u;
            p.bytes[(state >> 8) % p.n] = (char)(state >> 20);
        }
        path = put_bytes(names[_i], p.bytes, p.n, 1);
        free(p.bytes);
        collect();
        ck_assert_int_ge(c.n, 1);
        ck_assert_str_eq(c.submission[c.n - 1].student, "zoe");
        ck_assert_int_eq(remove(path), 0);
    }
}
END_TEST

/* ---- the process that unpacks
 * ------------------------------------------------ */

/* It is stopped with all that it holds, and the reason is said. */
START_TEST(unpacking_ends)
{
    struct packed p = PACK("tgz", {"a", .size = (size_t)64 << 20}, {"b", "b"});
    struct unpack *u = unpack_open(-1, p.bytes, p.n, 32 << 20, 10);
    struct unpacked e;
    char *bytes;
    size_t n;

    ck_assert_ptr_nonnull(u);
    ck_assert_int_eq(unpack_next(u, &e), 1);
    ck_assert_str_eq(e.path, "a");
    ck_assert_int_eq(unpack_read(u, 1000, &bytes, &n), 1);
    ck_assert_ptr_null(bytes);
    ck_assert_int_eq(unpack_next(u, &e), -1);
    ck_assert_ptr_nonnull(strstr(unpack_why(u), "too much"));
    unpack_close(u);
    free(p.bytes);
}
END_TEST

/* The only other process that this one has started. */
static int child(void)
{
    char path[100];
    int pid = 0;

    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    ck_assert_int_eq(sscanf(text_of(path), "%d", &pid), 1);
    return pid;
}

START_TEST(unpacking_is_locked_in)
{
    struct packed p = PACK("zip", {"a", "a", 1}, {"b", "b", 1});
    int other = open("/dev/null", O_RDONLY); /* not closed by exec */
    struct unpack *u = unpack_open(-1, p.bytes, p.n, 1000, 10);
    struct unpacked e;
    char path[100];

    ck_assert(u && other >= 0);
    ck_assert_int_eq(unpack_next(u, &e), 1);
    snprintf(path, sizeof path, "/proc/%d/status", child());
    ck_assert_ptr_nonnull(strstr(text_of(path), "Seccomp:\t2"));
    for (int fd = 2; fd < 20; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", child(), fd);
        ck_assert_int_ne(access(path, F_OK), 0);
        ck_assert_int_eq(errno, ENOENT);
    }
    /* Whatever ends it, the next question has an answer. */
    ck_assert_int_eq(kill(child(), SIGSEGV), 0);
    ck_assert_int_eq(unpack_next(u, &e), -1);
    ck_assert_ptr_nonnull(strstr(unpack_why(u), "broke down"));
    ck_assert_int_eq(unpack_next(u, &e), -1);
    unpack_close(u);
    close(other);
    free(p.bytes);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("collect");
    TCase *t = tcase_create("collect");
    SRunner *runner;
    int failed;

    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_folder_per_student);
    tcase_add_test(t, many_students);
    tcase_add_test(t, an_archive_per_student);
    tcase_add_test(t, one_archive_of_all);
    tcase_add_test(t, one_students_archive);
    tcase_add_test(t, single_files);
    tcase_add_test(t, moodle);
    tcase_add_test(t, two_downloads_of_moodle);
    tcase_add_test(t, data_files);
    tcase_add_test(t, nobody_speaks_for_others);
    tcase_add_test(t, canvas);
    tcase_add_test(t, autolab);
    tcase_add_test(t, gradescope);
    tcase_add_test(t, one_of_several);
    tcase_add_test(t, as_it_was_handed_out);
    tcase_add_test(t, nearly);
    tcase_add_test(t, odd_names);
    tcase_add_test(t, no_files);
    tcase_add_test(t, large_files);
    tcase_add_test(t, paths_in_archives);
    tcase_add_test(t, damaged_archives);
    tcase_add_test(t, bombs);
    tcase_add_test(t, bombs_among_others);
    tcase_add_test(t, many_entries);
    tcase_add_test(t, many_files_of_labs);
    tcase_add_test(t, twice_in_an_archive);
    tcase_add_test(t, deep_folders);
    tcase_add_test(t, the_same_twice);
    tcase_add_test(t, no_in);
    tcase_add_loop_test(t, random_bytes, 0, 5);
    tcase_add_test(t, unpacking_ends);
    tcase_add_test(t, unpacking_is_locked_in);
    suite_add_tcase(s, t);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
