/* The rows of article 6 as text: what is a row, what is named as none, and how
 * a pair that is found is written. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/spearman_text.h"

/* 29 numbers; a row together with one more. */
#define NUMBERS_29                                                          \
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 " \
    "27 28 29"
#define ROW NUMBERS_29 " 30"

static char *complaints;
static int *rows;

/* How many rows that text of so many bytes has. */
static int read_bytes(const char *text, size_t bytes)
{
    size_t n;
    FILE *file = tmpfile(), *to = open_memstream(&complaints, &n);

    ck_assert(file && to);
    ck_assert_uint_eq(fwrite(text, 1, bytes, file), bytes);
    rewind(file);
    int got = read_rows(file, "some.txt", to, &rows);
    fclose(file);
    fclose(to);
    return got;
}

static int read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static void forget(void)
{
    free(complaints);
    free(rows);
    complaints = NULL;
    rows = NULL;
}

static void expect_rows(const char *text, int n)
{
    ck_assert_int_eq(read_text(text), n);
    ck_assert_str_eq(complaints, "");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < COLS; k++)
            ck_assert_int_eq(rows[COLS * i + k], k + 1);
    forget();
}

static void expect_bad(const char *text, const char *complaint)
{
    ck_assert_int_eq(read_text(text), -1);
    ck_assert_str_eq(complaints, complaint);
    ck_assert_ptr_null(rows);
    forget();
}

START_TEST(lines_are_rows)
{
    expect_rows("", 0);
    expect_rows(ROW "\n", 1);
    expect_rows(ROW "\n" ROW "\n" ROW "\n", 3);
    expect_rows(ROW "\n" ROW, 2); /* ends with the file */
    expect_rows(ROW "\r\n" ROW "\r\n", 2);
    expect_rows(ROW "\r\n" ROW "\r", 2);
    expect_rows(ROW "\n\n\n", 1);
    expect_rows(ROW "\r\n\r\n", 1);
    expect_rows("  \t" NUMBERS_29 " \t  +030 \t\n" ROW " \r\n", 2);
}

START_TEST(all_ints_are_numbers)
{
    ck_assert_int_eq(
        read_text("-2147483648 2147483647 -0 0 0\t0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
                  "0 0 0 0 0 0 0 0 0 0 -7"),
        1);
    ck_assert_int_eq(rows[0], INT_MIN);
    ck_assert_int_eq(rows[1], INT_MAX);
    ck_assert_int_eq(rows[2], 0);
    ck_assert_int_eq(rows[29], -7);
    forget();
}

START_TEST(bad_lines_are_named)
{
    expect_bad(NUMBERS_29 "\n", "some.txt:1: 29 numbers, and a row has 30\n");
    expect_bad(ROW "\n" ROW " 31\n",
               "some.txt:2: 31 numbers, and a row has 30\n");
    expect_bad(ROW "\n \t \n", "some.txt:2: 0 numbers, and a row has 30\n");
    expect_bad(NUMBERS_29 " 2.5\n",
               "some.txt:1: number 30, \"2.5\", is no whole number\n");
    expect_bad("1 -\n", "some.txt:1: number 2, \"-\", is no whole number\n");
    expect_bad("1 2x 3\n",
               "some.txt:1: number 2, \"2x\", is no whole number\n");
    expect_bad("1,2,3\n",
               "some.txt:1: number 1, \"1,2,3\", is no whole number\n");
    expect_bad("\033[2J\n",
               "some.txt:1: number 1, \"?[2J\", is no whole number\n");
    expect_bad(NUMBERS_29 " 2147483648\n",
               "some.txt:1: number 30, \"2147483648\", does not fit into an "
               "int\n");
    expect_bad("-2147483649\n", "some.txt:1: number 1, \"-2147483649\", does "
                                "not fit into an int\n");
    expect_bad("99999999999999999999999999999999999999999999999\n",
               "some.txt:1: number 1, "
               "\"9999999999999999999999999999999999999999\", does not fit "
               "into an int\n");
    expect_bad(ROW "\n\n\n" ROW "\n",
               "some.txt:2: an empty line between rows\n");
    expect_bad("\n" ROW "\n", "some.txt:1: an empty line between rows\n");
    /* a carriage return ends a line only together with a line feed */
    expect_bad(NUMBERS_29 "\r30\n",
               "some.txt:1: number 29, \"29?30\", is no whole number\n");
}

START_TEST(all_bad_lines_are_named_and_rows_between_are_none)
{
    expect_bad("1\n" ROW "\n\n" ROW "\nx\n",
               "some.txt:1: 1 numbers, and a row has 30\n"
               "some.txt:3: an empty line between rows\n"
               "some.txt:5: number 1, \"x\", is no whole number\n");
}

START_TEST(of_many_bad_lines_the_first_are_named)
{
    char text[2 * (BAD_LINES + 7) + 1] = "";

    for (int i = 0; i < BAD_LINES + 7; i++)
        strcat(text, "x\n");
    ck_assert_int_eq(read_text(text), -1);
    ck_assert_ptr_nonnull(strstr(complaints, "some.txt:20: number"));
    ck_assert_ptr_null(strstr(complaints, "some.txt:21:"));
    ck_assert_ptr_nonnull(strstr(complaints, "some.txt: 7 bad lines more\n"));
    forget();
}

START_TEST(a_zero_byte_is_no_end)
{
    static const char text[] = NUMBERS_29 " 30\0 31\n";

    ck_assert_int_eq(read_bytes(text, sizeof text - 1), -1);
    ck_assert_ptr_nonnull(strstr(complaints, "some.txt:1: number 30"));
    forget();
}

/* A row, and blanks until the line has so many bytes; and a row. */
static int with_line_of(size_t bytes)
{
    static char text[2 * LONGEST_LINE];

    memset(text, ' ', sizeof text);
    memcpy(text, ROW, strlen(ROW));
    strcpy(text + bytes, "\n" ROW "\n");
    return read_text(text);
}

/* A long line ends anywhere in what is read at once; the next one is a row. */
START_TEST(very_long_lines_are_named)
{
    enum { MOST = 70000 };
    static char text[3 * MOST];

    for (size_t bytes = MOST - 10000; bytes <= MOST; bytes += 113) {
        memset(text, '7', bytes);
        strcpy(text + bytes, "\n" ROW "\nx");
        ck_assert_int_eq(read_text(text), -1);
        ck_assert_str_eq(complaints,
                         "some.txt:1: longer than 4095 bytes\n"
                         "some.txt:3: number 1, \"x\", is no whole number\n");
        forget();
    }
}

START_TEST(long_lines_are_named)
{
    ck_assert_int_eq(with_line_of(LONGEST_LINE), 2);
    forget();
    for (int more = 1; more <= 3; more++) {
        ck_assert_int_eq(with_line_of(LONGEST_LINE + (size_t)more), -1);
        ck_assert_str_eq(complaints, "some.txt:1: longer than 4095 bytes\n");
        forget();
    }
}

/* More than is read at once, each row another one. */
START_TEST(many_rows)
{
    enum { MANY = 4099 };
    char *text;
    size_t bytes;
    FILE *to = open_memstream(&text, &bytes);

    ck_assert_ptr_nonnull(to);
    for (int i = 0; i < MANY * COLS; i++)
        fprintf(to, "%d%c", i - 1000, i % COLS == COLS - 1 ? '\n' : '\t');
    fclose(to);
    ck_assert_int_eq(read_text(text), MANY);
    for (int i = 0; i < MANY * COLS; i++)
        ck_assert_int_eq(rows[i], i - 1000);
    free(text);
    forget();
}

START_TEST(what_cannot_be_read_is_named)
{
    FILE *folder = fopen(".", "r");

    ck_assert_ptr_nonnull(folder); /* opens, but cannot be read */
    size_t n;
    FILE *to = open_memstream(&complaints, &n);
    ck_assert_int_eq(read_rows(folder, "some.txt", to, &rows), -1);
    fclose(folder);
    fclose(to);
    ck_assert_str_eq(complaints, "some.txt: cannot be read\n");
    forget();
}

/* From any table of Student's t with 28 degrees of freedom. */
START_TEST(p_as_in_tables)
{
    static const double t_and_p[][2] = {{0.683353, 0.5},  {1.701131, 0.1},
                                        {2.048407, 0.05}, {2.467140, 0.02},
                                        {2.763262, 0.01}, {3.673906, 0.001}};

    for (size_t i = 0; i < sizeof t_and_p / sizeof *t_and_p; i++) {
        double t = t_and_p[i][0], r = t / sqrt(28 + t * t);

        ck_assert_double_eq_tol(p_of_r(r), t_and_p[i][1], 1e-6);
        ck_assert_double_eq_tol(p_of_r(-r), t_and_p[i][1], 1e-6);
    }
    ck_assert_double_eq_tol(p_of_r(0), 1, 1e-15);
    ck_assert_double_eq(p_of_r(1), 0);
    ck_assert_double_eq(p_of_r(-1), 0);
}

/* p of an r near 1 is about |r| * c14 * x^14, and has all its digits. */
START_TEST(small_p_keep_their_digits)
{
    double x = 1 - 0.999 * 0.999, c14 = 1;

    for (int k = 1; k <= 14; k++)
        c14 *= (2 * k - 1) / (2.0 * k);
    ck_assert_double_eq_tol(p_of_r(0.999) / (0.999 * c14 * pow(x, 14)), 1,
                            0.003);
    ck_assert_double_gt(p_of_r(0.999), 0.999 * c14 * pow(x, 14));
    /* both ways to add up, side by side */
    ck_assert_double_eq_tol(p_of_r(0.2999999999), p_of_r(0.3000000001), 1e-8);
}

START_TEST(pairs_are_lines)
{
    char *text;
    size_t bytes;
    FILE *to = open_memstream(&text, &bytes);

    ck_assert_ptr_nonnull(to);
    ck_assert_int_eq(write_pair(to, 0, 41, -4495, 8990, 8990), 0);
    ck_assert_int_eq(write_pair(to, 67108862, 67108863, 1000, 1000, 1000), 0);
    fclose(to);
    ck_assert_str_eq(text, "X1\tX42\t-0.500000\t0.0049\n"
                           "X67108863\tX67108864\t1.000000\t0\n");
    free(text);
}

START_TEST(a_full_disk_is_told)
{
    FILE *full = fopen("/dev/full", "w");

    if (!full)
        return;
    setvbuf(full, NULL, _IONBF, 0);
    ck_assert_int_eq(write_pair(full, 0, 1, 100, 1000, 1000), -1);
    fclose(full);
}

int main(void)
{
    Suite *s = suite_create("rows as text");
    TCase *c = tcase_create("rows");
    SRunner *runner;
    int failed;

    tcase_add_test(c, lines_are_rows);
    tcase_add_test(c, all_ints_are_numbers);
    tcase_add_test(c, bad_lines_are_named);
    tcase_add_test(c, all_bad_lines_are_named_and_rows_between_are_none);
    tcase_add_test(c, of_many_bad_lines_the_first_are_named);
    tcase_add_test(c, a_zero_byte_is_no_end);
    tcase_add_test(c, long_lines_are_named);
    tcase_add_test(c, very_long_lines_are_named);
    tcase_add_test(c, many_rows);
    tcase_add_test(c, what_cannot_be_read_is_named);
    suite_add_tcase(s, c);
    c = tcase_create("pairs");
    tcase_add_test(c, p_as_in_tables);
    tcase_add_test(c, small_p_keep_their_digits);
    tcase_add_test(c, pairs_are_lines);
    tcase_add_test(c, a_full_disk_is_told);
    suite_add_tcase(s, c);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
