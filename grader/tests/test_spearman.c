/*
 * test_spearman.c - the program `spearman`, as it is used: commands in a folder
 * of their own, on the CPU device. What is right comes from the definition in
 * common/spearman.h, pair by pair, and for p from an integral.
 */
#define _GNU_SOURCE
#include <check.h>
#include <math.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/spearman_text.h"
#include "drive.h"

/* ---- rows ---------------------------------------------------------------- */

enum { MOST = 70000 };
static int x[MOST][COLS], power[MOST], n;
static signed char rank[MOST][RANK_ROW];

static void add_row(const int *row)
{
    memcpy(x[n], row, sizeof x[n]);
    power[n] = rank_row(x[n], rank[n]);
    n++;
}

/* Rows of all kinds that have something to do with each other: some are another
 * one turned over, or with a few numbers exchanged, so that r goes from nearly
 * -1 to nearly 1. */
static void make_rows(int many)
{
    uint64_t seed = 97403;

    n = 0;
    for (int i = 0; i < 2 * CLOSE_CALLS && n < many; i++, n++) {
        for (int k = 0; k < COLS; k++)
            x[n][k] = close_call[i / 2][i % 2][k];
        power[n] = rank_row(x[n], rank[n]);
    }
    while (n < many) {
        int row[COLS];

        if (n % 4 == 3) {
            int sign = row_random(&seed) % 2 ? 1 : -1;

            for (int k = 0; k < COLS; k++)
                row[k] = sign * (x[n - 3][k] == INT_MIN ? 0 : x[n - 3][k]);
            for (int times = row_random(&seed) % 6; times > 0; times--) {
                int a = row_random(&seed) % COLS, b = row_random(&seed) % COLS;
                int swap = row[a];

                row[a] = row[b];
                row[b] = swap;
            }
        } else
            write_row(row, (enum row_kind)(row_random(&seed) % ROW_KINDS),
                      &seed);
        add_row(row);
    }
}

/* Rows like those of `spearman generate`: less work to write. */
static void make_counts(int many, uint64_t seed)
{
    for (n = 0; n < many;) {
        int row[COLS];

        write_row(row, COUNTS, &seed);
        add_row(row);
    }
}

static FILE *open_in_base(const char *name, const char *mode)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", base, name);
    file = fopen(path, mode);
    ck_assert_msg(file != NULL, "%s", path);
    return file;
}

static void put(const char *name, const char *text)
{
    FILE *file = open_in_base(name, "w");

    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static const char *get(const char *name)
{
    static char text[1 << 16];
    FILE *file = open_in_base(name, "r");

    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void write_rows(const char *name)
{
    FILE *file = open_in_base(name, "w");

    for (int i = 0; i < n; i++)
        for (int k = 0; k < COLS; k++)
            fprintf(file, "%d%c", x[i][k], k == COLS - 1 ? '\n' : ' ');
    ck_assert_int_eq(fclose(file), 0);
}

static bool pair_found(int i, int k)
{
    return correlated(dot_of_ranks(rank[i], rank[k]), power[i], power[k]);
}

static long long pairs_found(void)
{
    long long found = 0;

    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n && power[i] > 0; k++)
            found += pair_found(i, k);
    return found;
}

static long long constant_rows(void)
{
    long long constant = 0;

    for (int i = 0; i < n; i++)
        constant += power[i] == 0;
    return constant;
}

/* ---- the program --------------------------------------------------------- */

#define SPEARMAN "\"$ROOT\"/build/spearman/cpu/spearman "
/* A result that is there already would not be counted again. */
#define COUNT "rm -f all.json; " SPEARMAN "count rows.txt -o all.json "

#define run(...) sh(base, __VA_ARGS__)

static long long member(const char *file, const char *name)
{
    char path[PATH_MAX];
    json_t *j;
    long long value;

    snprintf(path, sizeof path, "%s/%s", base, file);
    j = load(path);
    ck_assert_msg(json_is_integer(json_object_get(j, name)), "%s of %s", name,
                  path);
    value = json_integer_value(json_object_get(j, name));
    json_decref(j);
    return value;
}

static bool is_there(const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", base, name);
    return access(path, F_OK) == 0;
}

/* The result of all rows. */
static void expect_result(const char *name)
{
    const long long many = n - constant_rows();

    ck_assert_int_eq(member(name, "rows"), n);
    ck_assert_int_eq(member(name, "rows_of_one_number"), constant_rows());
    ck_assert_int_eq(member(name, "pairs_compared"), many * (many - 1) / 2);
    ck_assert_int_eq(member(name, "pairs_found"), pairs_found());
    ck_assert_int_eq(member(name, "part"), 1);
    ck_assert_int_eq(member(name, "parts"), 1);
}

static void setup(void)
{
    if (base_make("test_spearman") != 0)
        ck_abort_msg("no folder to test in");
}

static void teardown(void)
{
    base_remove();
}

/* ---- counting ------------------------------------------------------------ */

START_TEST(all_pairs_are_counted)
{
    static const int sizes[] = {2, 3, 24, 511, 513, 700};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_rows(sizes[i]);
        write_rows("rows.txt");
        expect(0, COUNT);
        expect_result("all.json");
        ck_assert(!is_there("all.json.progress"));
        ck_assert(!is_there("all.json.new"));
    }
}

/* All rows but one, or all, of one number: that are found with none. */
START_TEST(rows_of_one_number)
{
    make_rows(70);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < COLS && i != 7; k++)
            x[i][k] = i % 9;
    for (int i = 0; i < n; i++)
        power[i] = rank_row(x[i], rank[i]);
    write_rows("rows.txt");
    expect(0, COUNT);
    expect_result("all.json");
    ck_assert_int_eq(member("all.json", "pairs_found"), 0);
    for (int k = 0; k < COLS; k++)
        x[7][k] = 5;
    power[7] = rank_row(x[7], rank[7]);
    write_rows("rows.txt");
    expect(0, COUNT "--part 2/3");
    ck_assert_int_eq(member("all.json", "pairs_compared"), 0);
    expect(0, COUNT);
    expect_result("all.json");
}

/* More rows than are ranked at once, most of one number, so that few pairs are
 * left; some of the others next to where the next ones begin. */
static void make_sparse(int many)
{
    uint64_t seed = 5;

    for (n = 0; n < many;) {
        int row[COLS], near = n % (1 << 15);
        bool equal = n % 120 && near > 8 && near < (1 << 15) - 8;

        write_row(row, equal ? EQUAL : n % 3 ? COUNTS : FEW, &seed);
        add_row(row);
    }
}

START_TEST(many_rows)
{
    make_sparse(MOST);
    write_rows("rows.txt");
    expect(0, COUNT);
    expect_result("all.json");
    ck_assert_int_gt(member("all.json", "pairs_found"), 1000);
}

/* Parts have as many pairs as each other, within the rows of one cut; one of
 * few rows may have none. */
START_TEST(parts_make_the_whole)
{
    static const int parts[] = {1, 2, 7};

    make_counts(2000, 1);
    write_rows("rows.txt");
    expect(0, COUNT);
    expect_result("all.json");
    long long found = member("all.json", "pairs_found");
    long long compared = member("all.json", "pairs_compared");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        sh(base, "rm -f part-*");
        for (int k = 1; k <= parts[i]; k++) {
            char name[40];

            snprintf(name, sizeof name, "part-%d.json", k);
            expect(0, SPEARMAN "count rows.txt --part %d/%d -o %s", k, parts[i],
                   name);
            ck_assert_int_eq(member(name, "part"), k);
            ck_assert_int_eq(member(name, "parts"), parts[i]);
            found -= member(name, "pairs_found");
            long long less =
                member(name, "pairs_compared") - compared / parts[i];
            ck_assert_int_le(llabs(less), 512 * n);
        }
        ck_assert_int_eq(found, 0);
        found = member("all.json", "pairs_found");
        expect(0, SPEARMAN "merge -o merged.json part-*.json");
        expect(0, "cmp merged.json all.json");
    }
}

START_TEST(merge_notices)
{
    make_rows(64);
    write_rows("rows.txt");
    for (int k = 1; k <= 9; k++)
        expect(0, SPEARMAN "count rows.txt --part %d/9 -o %d.json", k, k);
    expect(0, SPEARMAN "count rows.txt --part 2/4 -o of-4.json");
    x[5][0]++;
    write_rows("other.txt");
    expect(0, SPEARMAN "count other.txt --part 9/9 -o other.json");

    expect(2, SPEARMAN "merge -o all.json [1245678].json");
    expect_says("missing: part 3, 9 of 9\n");
    expect(2, SPEARMAN "merge -o all.json 5.json 9.json");
    expect_says("missing: part 1 to 4, 6 to 8 of 9\n");
    expect(2, SPEARMAN "merge -o all.json ?.json 4.json");
    expect_says("doubled: 4.json and 4.json are both part 4\n");
    expect(2, SPEARMAN "merge -o all.json [1-8].json other.json");
    expect_says("1.json and other.json are of different rows\n");
    expect_says("missing: part 9 of 9\n");
    expect(2, SPEARMAN "merge -o all.json [13-9].json of-4.json");
    expect_says("1.json is of 9 parts, of-4.json of 4\n");
    expect(2, SPEARMAN "merge -o all.json ?.json 10.json");
    expect_says("10.json: No such file or directory. Is the name right");
    /* the shell makes this the name of the result, and of eight parts */
    expect(2, SPEARMAN "merge -o ?.json");
    expect_says("missing: part 1 of 9\n");

    expect(0, "head -c 150 4.json > torn.json");
    expect(2, SPEARMAN "merge -o all.json torn.json [1-35-9].json");
    expect_says("torn.json is not what `spearman count` writes");
    expect(0, "(cat 4.json; echo more) > more.json;"
              "sed 's/compared\": /&1/' 4.json > compared.json;"
              "sed 's/part\": 4/part\": 10/' 4.json > part.json;"
              ": > empty.json");
    expect(2, SPEARMAN "merge -o all.json compared.json [1-35-9].json");
    expect_says("the parts have compared");
    expect(2, SPEARMAN "merge -o all.json [1-35-9].json part.json");
    expect_says("part.json is not what");
    expect(2, SPEARMAN "merge -o all.json more.json [1-35-9].json");
    expect_says("more.json is not what");
    expect(2, SPEARMAN "merge -o all.json empty.json");
    expect_says("empty.json is not what");
    ck_assert(!is_there("all.json"));
    expect(0, SPEARMAN "merge ?.json -o all.json");
    x[5][0]--;
    expect_result("all.json");
}

/* ---- stopped and gone on ------------------------------------------------- */

/* Counts until only the result is missing, which cannot be written; the
 * progress is whole then. Returns it. */
static const char *all_but_the_result(const char *options)
{
    expect(0, "rm -rf all.json*; mkdir all.json.new");
    expect(2, COUNT "%s", options);
    expect_says("all.json.new: Is a directory");
    expect(0, "rmdir all.json.new; test ! -e all.json");
    return get("all.json.progress");
}

static int lines_of(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* As if it were killed behind any byte that it writes. */
START_TEST(goes_on_behind_any_byte)
{
    char *whole, want[80];

    make_counts(1600, 2);
    write_rows("rows.txt");
    whole = strdup(all_but_the_result(""));
    ck_assert_ptr_nonnull(whole);
    const int strips = lines_of(whole) - 1, all = (int)strlen(whole);
    ck_assert_int_ge(strips, 3);
    const int head = (int)strcspn(whole, "\n") + 1;
    const int first = (int)strcspn(whole + head, "\n") + 1;
    const int ends[] = {
        0,       head - 1, head, head + 3, head + first - 1, head + first,
        all - 1, all};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *part = strndup(whole, (size_t)ends[i]);

        put("all.json.progress", part);
        expect(0, "rm -f all.json; mkdir all.json.new");
        expect(2, COUNT);
        snprintf(want, sizeof want, "going on from all.json.progress: %d of %d",
                 lines_of(part) - 1, strips);
        if (lines_of(part) > 0)
            expect_says(want);
        /* now all lines are there, and none is in the way of others */
        expect(0, "rmdir all.json.new");
        expect(0, COUNT);
        snprintf(want, sizeof want, "progress: %d of %d strips", strips,
                 strips);
        expect_says(want);
        expect_result("all.json");
        ck_assert(!is_there("all.json.progress"));
        free(part);
    }
    free(whole);
}

/* What a machine that has gone down may leave: zeros, old bytes, a changed
 * number. Neither that nor what is behind it counts. */
START_TEST(damaged_lines_do_not_count)
{
    make_counts(1600, 2);
    write_rows("rows.txt");
    char *whole = strdup(all_but_the_result(""));
    ck_assert_ptr_nonnull(whole);
    const int strips = lines_of(whole) - 1;
    char *second = strchr(strchr(whole, '\n') + 1, '\n') + 1;
    char want[80];

    snprintf(want, sizeof want, "progress: 1 of %d strips are done", strips);
    for (int damage = 0; damage < 3; damage++) {
        FILE *file = open_in_base("all.json.progress", "w");
        char *text = strdup(whole);

        if (damage == 0) /* in the number that is found */
            *strchr(text + (second - whole), ' ') = '1';
        else if (damage == 1)
            strcpy(text + (second - whole), "0 1\n");
        else
            memset(text + (second - whole), 0, 12);
        fwrite(text, 1, damage == 1 ? strlen(text) : strlen(whole), file);
        fclose(file);
        free(text);
        expect(0, COUNT);
        expect_says(want);
        expect_result("all.json");
    }
    free(whole);
}

START_TEST(other_rows_or_options_are_refused)
{
    make_counts(1600, 2);
    write_rows("rows.txt");
    char *whole = strdup(all_but_the_result("--part 1/2"));
    ck_assert_ptr_nonnull(whole);
    expect(2, COUNT);
    expect_says("all.json.progress belongs to other rows or options");
    expect_says("part 1/2");
    expect_says("part 1/1");
    expect(2, COUNT "--part 2/2");
    x[100][29] += 7;
    write_rows("other.txt");
    expect(2, SPEARMAN "count other.txt -o all.json --part 1/2");
    expect_says("remove that file to begin anew");
    ck_assert_str_eq(get("all.json.progress"), whole);
    ck_assert(!is_there("all.json"));
    put("all.json.progress", "my notes");
    expect(2, COUNT "--part 1/2");
    ck_assert_str_eq(get("all.json.progress"), "my notes");
    put("all.json.progress", whole);
    expect(0, COUNT "--part 1/2");
    free(whole);
}

/* Not counted again: the same rows and part. All else is. */
START_TEST(what_is_there_stays)
{
    make_rows(64);
    write_rows("rows.txt");
    expect(0, COUNT);
    expect(0, "cp all.json want.json; touch -d yesterday all.json");
    expect(0, SPEARMAN "count rows.txt -o all.json");
    expect_says("all.json is there already");
    char found[60];
    snprintf(found, sizeof found, "all.json: %lld pairs are found",
             pairs_found());
    expect_says(found);
    expect(0, "test all.json -ot rows.txt && cmp all.json want.json");
    expect(0, SPEARMAN "count rows.txt -o all.json --part 1/1");
    expect_says("all.json is there already");

    expect(0, SPEARMAN "count rows.txt -o all.json --part 2/2");
    ck_assert_ptr_null(strstr(said, "already"));
    ck_assert_int_eq(member("all.json", "part"), 2);
    expect(0, SPEARMAN "count rows.txt -o all.json --part 1/2");
    ck_assert_int_eq(member("all.json", "part"), 1);
    expect(0, "head -c 99 want.json > all.json");
    expect(0, SPEARMAN "count rows.txt -o all.json");
    expect(0, "cmp all.json want.json");
    x[30][4] ^= 1;
    power[30] = rank_row(x[30], rank[30]);
    write_rows("rows.txt");
    expect(0, SPEARMAN "count rows.txt -o all.json");
    expect_result("all.json");
}

START_TEST(one_at_a_time)
{
    make_rows(64);
    write_rows("rows.txt");
    put("all.json.progress", "");
    FILE *file = open_in_base("all.json.progress", "r");
    ck_assert_int_eq(flock(fileno(file), LOCK_EX), 0);
    expect(2, COUNT);
    expect_says("another spearman is at work on all.json");
    fclose(file);
    expect(0, COUNT);
    expect_result("all.json");
}

/* A full disk: the line of a strip, or a part of it, cannot be written. (So the
 * file may not grow; what is printed goes through a pipe, which may.) */
START_TEST(no_room_for_a_line)
{
    make_counts(1600, 2);
    write_rows("rows.txt");
    char *whole = strdup(all_but_the_result(""));
    ck_assert_ptr_nonnull(whole);
    const int head = (int)strcspn(whole, "\n") + 1;
    free(whole);
    for (int more = 0; more < 40; more += 13) {
        expect(0, "rm -f all.json.progress");
        expect(0,
               "{ (trap '' XFSZ; exec prlimit --fsize=%d " SPEARMAN
               "count rows.txt -o all.json); echo status $?; } 2>&1 | cat",
               head + more);
        expect_says("status 1\n");
        expect_says("all.json.progress: ");
        ck_assert(!is_there("all.json"));
        expect(0, COUNT);
        expect_says("going on from ");
        expect_result("all.json");
        expect(0, "rm all.json");
    }
}

/* Starts `spearman count`. */
static pid_t start(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);

        if (chdir(base) != 0 || null < 0 || dup2(null, 1) < 0 ||
            dup2(null, 2) < 0)
            _exit(126);
        execl("/bin/sh", "sh", "-c",
              "exec " SPEARMAN "count rows.txt -o all.json", (char *)NULL);
        _exit(126);
    }
    ck_assert_int_gt(pid, 0);
    return pid;
}

/* Kills it when a strip is done. Returns whether strips were left to do. */
static bool kill_in_the_middle(void)
{
    pid_t pid = start();
    int status;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (is_there("all.json.progress") &&
            lines_of(get("all.json.progress")) > 1) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            break;
        }
        usleep(1000);
    }
    return WIFSIGNALED(status) && is_there("all.json.progress") &&
           !is_there("all.json");
}

/* Killed for good, and again; and the pairs that were done are not compared
 * once more. Where the tester sleeps for too long, it tries again. */
START_TEST(killed_and_gone_on)
{
    bool killed = false;
    long long compared;

    make_counts(6000, 3);
    write_rows("rows.txt");
    for (int k = 0; k < 10 && !killed; k++) {
        expect(0, "rm -f all.json*");
        killed = kill_in_the_middle();
    }
    ck_assert_msg(killed, "it always ended before it was killed");
    expect(0, COUNT);
    expect_says("going on from all.json.progress: ");
    expect_result("all.json");
    const char *at = strstr(said, "sorted in ");
    ck_assert_ptr_nonnull(at);
    ck_assert_int_eq(sscanf(at, "sorted in %*f s, %lld pairs", &compared), 1);
    ck_assert_int_lt(compared, member("all.json", "pairs_compared"));
}

/* ---- devices ------------------------------------------------------------- */

START_TEST(several_devices)
{
    make_counts(1600, 4);
    write_rows("rows.txt");
    for (int devices = 1; devices <= 4; devices++) {
        expect(0, "export SIMT_DEVICES=4; " COUNT "--devices %d", devices);
        expect_result("all.json");
    }
    expect(0, "export SIMT_DEVICES=3; " COUNT);
    expect_result("all.json");
    expect(2,
           "SIMT_DEVICES=4 " SPEARMAN "count rows.txt -o b.json --devices 5");
    expect_says("--devices 5, and there are 4");
    ck_assert(!is_there("b.json"));
}

/* One that refuses memory, the copies, or the launches. */
START_TEST(a_device_that_fails)
{
    static const char *const how[] = {"SIMT_MEMORY=4000",
                                      "SIMT_REFUSE_LAUNCHES=1"};

    make_counts(1600, 4);
    write_rows("rows.txt");
    for (int h = 0; h < 2; h++) {
        expect(0, "export SIMT_DEVICES=3 SIMT_REFUSE_DEVICES=5 %s; " COUNT,
               how[h]);
        expect_says("device 0 cannot rank the rows: ");
        expect_says("device 0 fails: ");
        expect_says("device 2 fails: ");
        ck_assert_ptr_null(strstr(said, "device 1 "));
        expect_says("device 0: ");
        expect_says("device 1: ");
        expect_result("all.json");
    }
    expect(1, "SIMT_MEMORY=4000 " SPEARMAN "count rows.txt -o b.json");
    expect_says("no device can rank the rows");
    ck_assert(!is_there("b.json"));
}

/* There is one strip only, and who takes it first has it until its last copy
 * fails: then somebody who found nothing to do has to do it. (Two copies for
 * the table, the count set to 0, the count.) */
START_TEST(the_last_strip_comes_back)
{
    make_counts(500, 4);
    write_rows("rows.txt");
    for (int k = 0; k < 10; k++) {
        expect(0, "export SIMT_DEVICES=4 SIMT_REFUSE_DEVICES=14 "
                  "SIMT_REFUSE_COPY=4; " COUNT);
        expect_result("all.json");
    }
}

/* The only one fails on the way: what is done is kept. Copies and settings of
 * memory are counted, three to rank the rows, two for the table, two a strip.
 */
START_TEST(no_device_is_left)
{
    make_counts(1600, 4);
    write_rows("rows.txt");
    expect(1, "export SIMT_REFUSE_COPY=10; " COUNT);
    expect_says("device 0 fails: ");
    expect_says("no device is left, and 1 of 3 strips are not done");
    ck_assert(!is_there("all.json"));
    ck_assert_int_eq(lines_of(get("all.json.progress")), 3);
    expect(0, COUNT);
    expect_says("2 of 3 strips are done");
    expect_result("all.json");
}

/* ---- lists --------------------------------------------------------------- */

/* p is the integral of (1 - u * u)^13 from |r| to 1, twice, as a part of that
 * from -1 to 1: the distribution of r that belongs to Student's t. By Simpson's
 * rule, with s = 1 - u, so that no digits are lost near 1. */
static long double integral(long double end)
{
    enum { STEPS = 1000 };
    long double sum = 0, h = end / STEPS;

    for (int i = 0; i <= STEPS; i++) {
        long double u = h * i * (2 - h * i), u4 = u * u * u * u;

        sum += u4 * u4 * u4 * u * (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return sum * h / 3;
}

static long double p_by_integral(int i, int k)
{
    const int dot = abs(dot_of_ranks(rank[i], rank[k]));
    const long double both = (long double)power[i] * power[k];
    const long double root = sqrtl(both);
    /* 1 - |r| = (both - dot^2) / (root * (root + dot)) */
    const long double end =
        (both - (long double)dot * dot) / (root * (root + dot));

    return 2 * integral(end) / integral(2);
}

/* The list of rows first .. end - 1. */
static void expect_list(int first, int end, bool pvalue)
{
    FILE *list;
    int row, col, least = 0;
    double r, p;

    expect(0, SPEARMAN "list rows.txt --rows %d:%d%s > list.txt", first, end,
           pvalue ? " --pvalue" : "");
    list = open_in_base("list.txt", "r");
    for (int i = first; i < end; i++)
        for (int k = 0; k < n; k++) {
            if (k == i || !pair_found(i, k))
                continue;
            ck_assert_int_eq(fscanf(list, "%d %d %lf", &row, &col, &r), 3);
            ck_assert_int_eq(row, i);
            ck_assert_int_eq(col, k);
            ck_assert_double_eq_tol(r,
                                    dot_of_ranks(rank[i], rank[k]) /
                                        sqrt((double)power[i] * power[k]),
                                    1e-9);
            if (!pvalue) {
                ck_assert_int_eq(fgetc(list), '\n');
                continue;
            }
            ck_assert_int_eq(fscanf(list, "%lf", &p), 1);
            double want = (double)p_by_integral(i, k);
            ck_assert_msg(fabs(p - want) <= 1e-6 * want,
                          "row %d, col %d, r %.9f: p is %.9g, not %.9g", i, k,
                          r, p, want);
            least += want > 1e-14 && want < 1e-10;
            ck_assert_int_eq(fgetc(list), '\n');
        }
    ck_assert_int_eq(fgetc(list), EOF);
    fclose(list);
    if (pvalue && end - first == n) /* some p are as small as this */
        ck_assert_int_gt(least, 5);
}

START_TEST(pairs_of_some_rows)
{
    make_rows(300);
    write_rows("rows.txt");
    expect_list(0, 1, false);
    expect_list(37, 52, false);
    expect_list(n - 1, n, true);
    expect_list(0, n, true);
}

START_TEST(pairs_of_many_rows)
{
    make_sparse(MOST);
    write_rows("rows.txt");
    expect_list((1 << 16) - 3, (1 << 16) + 3, false);
}

/* ---- errors -------------------------------------------------------------- */

START_TEST(bad_lines_are_named)
{
    make_rows(4);
    write_rows("rows.txt");
    expect(0, "sed '2s/ /,/; 4s/$/ 7/' rows.txt > bad.txt");
    for (int k = 0; k < 2; k++) {
        expect(2, SPEARMAN "%s",
               k ? "list bad.txt --rows 0:1" : "count bad.txt -o a.json");
        expect_says("bad.txt:2: number 1, \"");
        expect_says("bad.txt:4: 31 numbers, and a row has 30");
        expect_says("mend the lines named above");
    }
    expect(0, "yes 1 2 3 | head -50 > bad.txt");
    expect(2, SPEARMAN "count bad.txt -o a.json");
    expect_says("bad.txt: 30 bad lines more");
    ck_assert(!is_there("a.json.progress"));
}

START_TEST(files_that_cannot_be_used)
{
    make_rows(4);
    write_rows("rows.txt");
    expect(0, "mkdir folder; : > empty.txt; head -1 rows.txt > one.txt");
    expect(2, SPEARMAN "count none.txt -o a.json");
    expect_says("none.txt: No such file or directory. Is the name right");
    expect(2, SPEARMAN "count empty.txt -o a.json");
    expect_says("empty.txt is empty");
    expect_says("spearman generate");
    expect(2, SPEARMAN "count one.txt -o a.json");
    expect_says("one.txt has one row only, and a pair needs two");
    expect(2, SPEARMAN "count folder -o a.json");
    expect_says("folder: Is a directory");
    expect(2, SPEARMAN "count rows.txt -o folder");
    expect_says("folder is no ordinary file");
    expect(2, SPEARMAN "count rows.txt -o none/a.json");
    expect_says("none/a.json.progress: No such file or directory");
    expect(2, SPEARMAN "list rows.txt --rows 3:5");
    expect_says("--rows 3:5, and rows.txt has the rows 0 to 3");
    /* the file of the progress may not grow */
    expect(0, "{ (trap '' XFSZ; ulimit -f 0; " SPEARMAN
              "count rows.txt -o a.json); echo status $?; } 2>&1 | cat");
    expect_says("status 1\n");
    expect_says("a.json.progress: File too large");
    ck_assert(!is_there("a.json"));
    if (access("/dev/full", W_OK) == 0) {
        expect(1, SPEARMAN "generate 100 > /dev/full");
        expect_says("No space left on device. Make room");
        expect(1, SPEARMAN "list rows.txt --rows 0:4 > /dev/full");
        expect_says("No space left on device. Make room");
    }
}

START_TEST(wrong_commands)
{
    static const char *const wrong[][2] = {
        {"", "spearman generate ROWS"},
        {"cuont rows.txt", "there is no command \"cuont\""},
        {"count", "a file of rows is missing"},
        {"count rows.txt", "-o is missing"},
        {"count rows.txt -o", "-o needs a value"},
        {"count rows.txt -o ''", "-o is missing"},
        {"count rows.txt more -o a.json", "\"more\" is one argument too many"},
        {"count rows.txt -o a.json --pvalue", "--pvalue does not go with it"},
        {"count rows.txt -o a.json --fast", "there is no option --fast"},
        {"count rows.txt -o a.json -x", "there is no option -x"},
        {"count rows.txt -o a.json --part 0/3", "--part is \"0/3\""},
        {"count rows.txt -o a.json --part 4/3", "--part is \"4/3\""},
        {"count rows.txt -o a.json --part 1/0", "--part is \"1/0\""},
        {"count rows.txt -o a.json --part 1", "--part is \"1\""},
        {"count rows.txt -o a.json --part 1/3x", "--part is \"1/3x\""},
        {"count rows.txt -o a.json --part -1/3", "--part is \"-1/3\""},
        {"count rows.txt -o a.json --devices 0", "--devices is \"0\""},
        {"count rows.txt -o a.json --devices 1.5", "--devices is \"1.5\""},
        {"generate", "how many rows is missing"},
        {"generate -- -5", "the number of rows is \"-5\""},
        {"generate 99999999999999999999", "has to be a whole number"},
        {"generate 5 --seed x", "--seed is \"x\""},
        {"merge 1.json", "-o is missing"},
        {"merge -o all.json", "the results of all parts are missing"},
        {"list rows.txt", "--rows is missing"},
        {"list rows.txt --rows 3:3", "--rows is \"3:3\""},
        {"list rows.txt --rows 3", "--rows is \"3\""},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        expect(2, SPEARMAN "%s", wrong[i][0]);
        expect_says(wrong[i][1]);
    }
    expect(0, SPEARMAN "--help");
    expect_says("spearman merge -o all.json");
}

START_TEST(rows_to_try)
{
    expect(0, SPEARMAN "generate 1000 --seed 7 > a.txt");
    expect(0, SPEARMAN "generate 1000 --seed 7 > b.txt; cmp a.txt b.txt");
    expect(0, SPEARMAN "generate 1000 --seed 8 > c.txt");
    expect(1, "cmp -s a.txt c.txt");
    expect(0, SPEARMAN "generate 0 > d.txt; test -f d.txt -a ! -s d.txt");
    expect(0, SPEARMAN "count a.txt -o a.json");
    ck_assert_int_eq(member("a.json", "rows"), 1000);
    ck_assert_int_gt(member("a.json", "rows_of_one_number"), 20);
    ck_assert_int_lt(member("a.json", "rows_of_one_number"), 300);
    /* rows of zeros, and of another number; negative ones */
    expect(0, "grep -q '^-[1-9]' a.txt && grep -qx '0\\( 0\\)*' a.txt && "
              "grep -qx '\\(-*[1-9][0-9]*\\)\\( \\1\\)*' a.txt");
}

int main(void)
{
    Suite *s = suite_create("spearman");
    TCase *c;
    int failed;

    clean_environment();
    unsetenv("SIMT_DEVICES");
#define CASE(name)                                 \
    c = tcase_create(name);                        \
    tcase_add_checked_fixture(c, setup, teardown); \
    tcase_set_timeout(c, 120);                     \
    suite_add_tcase(s, c)
    CASE("count");
    tcase_add_test(c, all_pairs_are_counted);
    tcase_add_test(c, rows_of_one_number);
    tcase_add_test(c, many_rows);
    tcase_add_test(c, parts_make_the_whole);
    tcase_add_test(c, merge_notices);
    CASE("go on");
    tcase_add_test(c, goes_on_behind_any_byte);
    tcase_add_test(c, damaged_lines_do_not_count);
    tcase_add_test(c, other_rows_or_options_are_refused);
    tcase_add_test(c, what_is_there_stays);
    tcase_add_test(c, one_at_a_time);
    tcase_add_test(c, no_room_for_a_line);
    tcase_add_test(c, killed_and_gone_on);
    CASE("devices");
    tcase_add_test(c, several_devices);
    tcase_add_test(c, a_device_that_fails);
    tcase_add_test(c, the_last_strip_comes_back);
    tcase_add_test(c, no_device_is_left);
    CASE("list");
    tcase_add_test(c, pairs_of_some_rows);
    tcase_add_test(c, pairs_of_many_rows);
    CASE("errors");
    tcase_add_test(c, bad_lines_are_named);
    tcase_add_test(c, files_that_cannot_be_used);
    tcase_add_test(c, wrong_commands);
    tcase_add_test(c, rows_to_try);
    failed = run_suite(s);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
