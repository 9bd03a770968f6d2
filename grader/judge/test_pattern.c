/* test_pattern.c - what wrong elements have in common, pattern.c. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/pattern.h"
#include "tests/in_english.h"

enum { MOST = 2048 };

static int32_t want[MOST], got[MOST], before[MOST];
static unsigned char state[MOST];
static struct pattern p;
static char said[500];

/* n right numbers, no two alike. */
static void right(size_t n)
{
    memset(state, ELEMENT_RIGHT, sizeof state);
    for (size_t i = 0; i < n; i++)
        want[i] = got[i] = (int32_t)(1000 + 37 * i * i % 9973);
    p = (struct pattern){.type = PATTERN_I32,
                         .n = n,
                         .array = "c",
                         .want = want,
                         .got = got,
                         .state = state};
}

static void unwritten(size_t i)
{
    state[i] = ELEMENT_UNWRITTEN;
}

static void wrong(size_t i, int32_t value)
{
    got[i] = value;
    state[i] = value == want[i] ? ELEMENT_RIGHT : ELEMENT_WRONG;
}

#define expect_says(words)              \
    pattern_say(&p, said, sizeof said); \
    ck_assert_str_eq(in_english(said), words)

START_TEST(test_places)
{
    right(100);
    expect_says("");
    for (size_t i = 0; i < 100; i++)
        unwritten(i);
    expect_says(" No element was written.");
    right(1027);
    for (size_t i = 1024; i < 1027; i++)
        unwritten(i);
    expect_says(" Only the last 3 of 1027 are wrong: the rest that does not "
                "fill a group of 4 (or of 8, or more). Who has the rest?");
    right(1000);
    for (size_t i = 994; i < 1000; i++)
        unwritten(i);
    p.team = 7;
    expect_says(" Only the last 6 of 1000 are wrong: the rest that does not "
                "fill a group of 7. Who has the rest?");
    right(1000);
    unwritten(999);
    expect_says(" Only the last element is wrong: does a loop end one too "
                "early, or who has the rest where the number of elements is no "
                "multiple?");
    right(1000);
    unwritten(0);
    expect_says(" Only the first element is wrong.");
    right(1000);
    for (size_t i = 256; i < 1000; i++)
        unwritten(i);
    expect_says(" From element 256 on nothing was written; all before it is "
                "right.");
    p.threads = 256;
    expect_says(" From element 256 on nothing was written, and 256 threads "
                "were launched: there is none for the others.");
    wrong(300, -1);
    expect_says(" From element 256 on all are wrong; all before it are "
                "right.");
    right(1000);
    for (size_t i = 1; i < 1000; i += 4)
        unwritten(i);
    expect_says(" Wrong is one element in 4, beginning with element 1; all "
                "others are right.");
    state[2] = ELEMENT_WRONG;
    got[2]++;
    expect_says("");
}
END_TEST

static void from_column(size_t first, size_t cols, size_t rows)
{
    right(rows * cols);
    p.rows = rows;
    p.cols = cols;
    for (size_t i = 0; i < rows * cols; i++)
        if (i % cols >= first)
            unwritten(i);
}

START_TEST(test_tables)
{
    from_column(8, 31, 20);
    expect_says(" Columns 8 to 30 of c were not written; those before "
                "are right.");
    p.threads_x = 8;
    expect_says(" Columns 8 to 30 of c were not written: the launch has only 8 "
                "threads in "
                "x.");
    p.threads_x = p.threads_y = 32;
    expect_says(" Columns 8 to 30 of c were not written; those before are "
                "right. The launch has threads enough in both directions: "
                "which row and column does each of them work out?");
    wrong(30, -1);
    p.threads_x = p.threads_y = 0;
    expect_says(" Columns 8 to 30 of c are wrong; those before are "
                "right.");
    right(600);
    p.rows = 20;
    p.cols = 30;
    for (size_t i = 240; i < 600; i++)
        unwritten(i);
    expect_says(" Rows 8 to 19 of c were not written; those before are right.");
    p.threads_y = 8;
    expect_says(" Rows 8 to 19 of c were not written: the launch has only 8 "
                "threads in y.");
    p.threads_y = 0;
    wrong(590, -1);
    expect_says(" Rows 8 to 19 of c are wrong; those before are right.");
    right(15);
    p.rows = 5;
    p.cols = 3;
    for (size_t i = 0; i < 15; i++)
        wrong(i, want[i % 5 * 3 + i / 5]);
    expect_says(" Each has the value that belongs to row and column "
                "exchanged.");
}
END_TEST

START_TEST(test_values)
{
    right(50);
    for (size_t i = 0; i < 50; i++)
        wrong(i, 2 * want[i]);
    expect_says(" Each wrong value is 2 times the right one: is it added 2 "
                "times, by several threads perhaps?");
    wrong(7, 1);
    expect_says("");
    right(50);
    for (size_t i = 0; i < 50; i++)
        wrong(i, want[i + 1 < 50 ? i + 1 : 49]);
    expect_says(" Each has the value that belongs to the element behind it: is "
                "an index one too large?");
    for (size_t i = 0; i < 50; i++)
        wrong(i, want[i ? i - 1 : 0]);
    expect_says(" Each has the value that belongs to the element before it: is "
                "an index one too small?");
    for (size_t i = 0; i < 50; i++)
        wrong(i, -want[i]);
    expect_says(" Each has the right size and the wrong sign.");
    for (size_t i = 0; i < 50; i++)
        wrong(i, 0);
    expect_says(" Each wrong value is 0.");
    p.before = before;
    for (size_t i = 0; i < 50; i++) {
        before[i] = (int32_t)(5000 + i);
        wrong(i, before[i]);
    }
    expect_says(" Each is what the call before had to give: something is kept "
                "from call to call.");
    for (size_t i = 0; i < 50; i++)
        wrong(i, want[i] + before[i]);
    expect_says(
        " Each is the right value plus that of the call before: what is "
        "added up must begin with 0 in each call.");
    for (size_t i = 0; i < 50; i++)
        wrong(i, (int32_t)((uint32_t)want[i] + 0xA5A5A5A5u));
    ck_assert(pattern_only_added(&p));
    expect_says(" What is added up must begin with 0.");
}
END_TEST

/* Values that are all alike, or few: chance. */
START_TEST(test_chance)
{
    right(50);
    for (size_t i = 0; i < 50; i++) {
        want[i] = 1;
        wrong(i, 2);
    }
    expect_says("");
    right(50);
    wrong(3, 2 * want[3]);
    wrong(9, 2 * want[9]);
    expect_says("");
}
END_TEST

START_TEST(test_wide)
{
    int64_t want64[] = {6400000000, 5, -5000000000},
            got64[] = {2105032704, 5, -705032704};

    right(3);
    p.type = PATTERN_I64;
    p.want = want64;
    p.got = got64;
    state[0] = state[2] = ELEMENT_WRONG;
    expect_says(" Each is the right value without its upper bits: an int, "
                "which ends at 2147483647, was too small for it.");
}
END_TEST

/* As the processor adds: the poison goes in, and what comes out is known. */
START_TEST(test_poison)
{
    const uint32_t poison = FLOAT_POISON;
    const uint64_t wide = DOUBLE_POISON;
    float f, wants = 5;
    double d, wantd = 5;

    right(1);
    memcpy(&f, &poison, sizeof f);
    f += wants;
    p.type = PATTERN_F32;
    p.want = &wants;
    p.got = &f;
    state[0] = ELEMENT_WRONG;
    ck_assert(pattern_only_added(&p));
    f = NAN;
    ck_assert(!pattern_only_added(&p));
    memcpy(&d, &wide, sizeof d);
    d += wantd;
    p.type = PATTERN_F64;
    p.want = &wantd;
    p.got = &d;
    ck_assert(pattern_only_added(&p));
}
END_TEST

#define expect_one(wanted, came, earlier, words)                           \
    do {                                                                   \
        const int64_t b_ = (earlier);                                      \
        pattern_say_one(wanted, came, b_ ? &b_ : NULL, said, sizeof said); \
        ck_assert_str_eq(in_english(said), words);                         \
    } while (0)

START_TEST(test_one)
{
    expect_one(6400000000, 2105032704, 0,
               " 2105032704 is 6400000000 without its upper bits: an int was "
               "too small for it.");
    expect_one(12884901885000, 12884901885000 - 3 * 4294967296, 0,
               " What it is off by is a multiple of 4294967296, which is 2 to "
               "the power of 32: on the way, something was too large for an "
               "int.");
    expect_one(4950, 9900, 0,
               " That is 2 times the right value: is something added more than "
               "once, by several threads perhaps?");
    expect_one(10, 20, 0, "");
    expect_one(0, (int64_t)0xA5A5A5A500000000, 0,
               " Only 4 of its 8 bytes were set to 0 before: how many bytes "
               "does the call take that clears it?");
    expect_one(-2073, (int64_t)0xA5A5A5A500000000 - 2073, 0,
               " Only 4 of its 8 bytes were set to 0 before: how many bytes "
               "does the call take that clears it?");
    expect_one(5, (int32_t)0xA5A5A500 + 5, 0,
               " Only 1 of its 4 bytes was set to 0 before: how many bytes "
               "does the call take that clears it?");
    expect_one(505, -505, 0, " It has the right size and the wrong sign.");
    expect_one(9007255700472969, 9007255700472968, 0,
               " A double has 53 bits for its digits, and this number needs "
               "more: was it computed as a double on the way?");
    expect_one(9007255700472969, 9007255700472967, 0, "");
    expect_one(7, (int32_t)0xA5A5A5A5, 0, " Nobody has written it.");
    expect_one(7, 0xA5A5A5A5, 0, " Nobody has written it.");
    expect_one(2, 0xA5A5A5A5 | 2, 0,
               " It was added to before anybody had written it: what is added "
               "up must begin with 0.");
    expect_one(7, (int64_t)0xA5A5A5A5A5A5A5A5 + 7, 0,
               " It was added to before anybody had written it: what is added "
               "up must begin with 0.");
    expect_one(4950, 4321, 4321,
               " That was right in the call before: something is kept from "
               "call to call.");
    expect_one(4950, 9271, 4321,
               " That is the right value plus 4321, which was right in the "
               "call before: what is added up must begin with 0 in each call.");
    expect_one(4950, 4951, 0, "");
    expect_one(5, 4, 3, "");
    pattern_say_real(3.14159265358979, (double)3.1415927F, said, sizeof said);
    ck_assert_str_eq(in_english(said),
                     " The result has no more digits than a float: is "
                     "it, or a part of it, kept in a float?");
    pattern_say_real(66908.16, 66908.16 - 16 * 4294.967296, said, sizeof said);
    ck_assert_str_eq(in_english(said),
                     " What it is off by are multiples of 2 to the power "
                     "of 32: on the way, a product of ints was too large "
                     "for an int.");
    pattern_say_real(66908.16, 66908.16 - 16.3217123456 * 4294.967296, said,
                     sizeof said);
    ck_assert_str_eq(in_english(said), "");
    pattern_say_real(-0.5, 2.2250738585072014e-308, said, sizeof said);
    ck_assert_str_eq(in_english(said),
                     " That is DBL_MIN, the smallest number above 0. The "
                     "lowest one is -DBL_MAX.");
    pattern_say_real(-5.25, -5, said, sizeof said);
    ck_assert_str_eq(in_english(said),
                     " It has lost its fraction: is it, or a part of it, "
                     "kept in an int, or divided as one?");
    pattern_say_real(1.25, 1, said, sizeof said); /* chance */
    ck_assert_str_eq(in_english(said), "");
    pattern_say_real(5.25, 4, said, sizeof said);
    ck_assert_str_eq(in_english(said), "");
    pattern_say_real(0, NAN, said, sizeof said);
    ck_assert_str_eq(
        in_english(said),
        " \"nan\", not a number, comes of 0 / 0, of infinity times 0 and "
        "of infinity minus infinity; and infinity of a division by 0. "
        "Which of your divisions has a 0 below?");
    pattern_say_real(3.14159265358979, 3.14159265358, said, sizeof said);
    ck_assert_str_eq(in_english(said), "");
}
END_TEST

/* An array that is changed in its place. */
START_TEST(test_put_in)
{
    static int32_t put_in[MOST];

    right(100);
    p.put_in = put_in;
    for (size_t i = 0; i < 100; i++)
        put_in[i] = want[i] - 1;
    for (size_t i = 3; i < 90; i += 1 + i % 3)
        wrong(i, put_in[i]);
    expect_says(" Each wrong element still has the value that was put in.");
    right(100);
    p.put_in = put_in;
    wrong(3, 5); /* no array that is only to be sorted */
    wrong(50, 7);
    wrong(51, 9);
    wrong(99, 1);
    expect_says("");
    right(100);
    wrong(10, want[20]);
    wrong(20, want[40]);
    wrong(40, want[10]);
    expect_says(" All values that are wanted are there, in another order: does "
                "each get its place when a thread comes to it?");
    right(100);
    p.put_in = put_in;
    for (size_t i = 0; i < 100; i++)
        put_in[i] = want[99 - i];
    wrong(10, want[20]);
    wrong(20, want[40]);
    wrong(40, want[60]);
    wrong(60, want[10]);
    expect_says(" All numbers that were put in are there, but not each in its "
                "place.");
    wrong(60, want[20]);
    expect_says(" These are not the numbers that were put in: some are lost, "
                "and others are there more than once.");
}
END_TEST

START_TEST(test_values_in_common)
{
    static float want_f[4] = {1.5F, -2.25F, 7.75F, 0.5F},
                 got_f[4] = {1, -2, 7, 0};
    static const uint32_t garbage = 0xFEFEFEFEu;

    right(100);
    for (size_t i = 2; i < 90; i += 1 + i % 7)
        wrong(i, want[i] + 29);
    expect_says(" Each is too large by 29.");
    for (size_t i = 2; i < 90; i += 1 + i % 7)
        wrong(i, want[i] - 7);
    expect_says(" Each is too small by 7.");
    wrong(5, want[5] + 1);
    expect_says("");
    right(4);
    p.type = PATTERN_F32;
    p.want = want_f;
    p.got = got_f;
    memset(state, ELEMENT_WRONG, 4);
    expect_says(" Each is the right value without its fraction: which variable "
                "is an int?");
    want_f[1] = 6e33f;
    got_f[1] = -2147483648.0f;
    expect_says(" Each is the right value without its fraction: which variable "
                "is an int?");
    want_f[1] = 1.5f;
    for (size_t i = 0; i < 4; i++)
        want_f[i] /= 8;
    memset(got_f, 0, sizeof got_f);
    expect_says(" Each wrong value is 0. If that is what is left of fractions: "
                "which variable is an int?");
    for (size_t i = 0; i < 4; i++)
        memcpy(&got_f[i], &garbage, sizeof garbage);
    expect_says(
        " What is wrong comes from memory of the device that nobody has "
        "written: is it copied from the right place, or is something "
        "not computed?");
}
END_TEST

/* In a sorted list whoever misses one has the next ones too early. */
START_TEST(test_sorted)
{
    right(100);
    for (size_t i = 0; i < 100; i++)
        want[i] = got[i] = (int32_t)(3 * i);
    for (size_t i = 10; i < 99; i++)
        wrong(i, want[i + 1]);
    wrong(99, 1);
    expect_says(" From element 10 on all are wrong; all before it are right.");
    want[99] = got[99] = -5; /* what stands behind the list */
    wrong(10, -7);
    for (size_t i = 11; i < 99; i++)
        wrong(i, want[i - 1]);
    expect_says(" From element 10 on all are wrong; all before it are right.");
}
END_TEST

START_TEST(test_one_row)
{
    right(33);
    p.rows = 33;
    p.cols = 1;
    unwritten(32);
    p.threads_x = 32;
    expect_says(
        " Row 32 of c was not written: the launch has only 32 threads in x.");
    p.threads_y = 64;
    expect_says(
        " Row 32 of c was not written: the launch has only 32 threads in x, "
        "and 64 in y. Are the two exchanged: in the launch, in an index, or in "
        "the order of the arguments? Or were the blocks counted for another "
        "shape?");
    right(15);
    p.rows = 5;
    p.cols = 3;
    for (size_t i = 3; i < 15; i++)
        unwritten(i);
    p.threads_y = 1;
    expect_says(
        " Rows 1 to 4 of c were not written: the launch has only 1 thread in "
        "y.");
}
END_TEST

/* A wrong sum of N numbers: how often each is in it. */
enum { N = 1000 };
static int times[N];

static int64_t ones(size_t first, size_t count)
{
    int64_t sum = 0;

    ck_assert_uint_le(first + count, N);
    for (size_t i = first; i < first + count; i++)
        sum += times[i];
    return sum;
}

/* Different in each call, as with a race. */
static int64_t chance(size_t first, size_t count)
{
    static int64_t calls;

    return ones(first, count) - ++calls;
}

/* Some of the call before is still there. */
static int64_t old(size_t first, size_t count)
{
    static int64_t left;
    const int64_t sum = ones(first, count) + left / 2;

    left = ones(first, count);
    return sum;
}

/* step: of those from first to last, which. */
static void expect_sum(size_t first, size_t last, size_t step, int how_often,
                       const char *sentence)
{
    for (size_t i = 0; i < N; i++)
        times[i] = 1;
    for (size_t i = first; i <= last; i += step)
        times[i] = how_often;
    pattern_say_sum(ones, N, said, sizeof said);
    ck_assert_str_eq(in_english(said), sentence);
}

START_TEST(test_sum)
{
    expect_sum(1, 0, 1, 0, "");
    expect_sum(999, 999, 1, 0, " The last number is not in it.");
    expect_sum(768, 999, 1, 0,
               " The last 232 numbers are not in it, from index 768 on.");
    expect_sum(0, 0, 1, 0, " The first number is not in it.");
    expect_sum(0, 31, 1, 0,
               " The first 32 numbers are not in it, up to index 31.");
    expect_sum(0, 999, 1, 0, " None of the numbers is in it.");
    expect_sum(7, 999, 4, 0,
               " Of 1000 numbers 249 are not in it. The first of these is that "
               "with index 7.");
    expect_sum(0, 999, 1, 4, " Each number is in it 4 times.");
    expect_sum(256, 999, 256, 2,
               " Some numbers are in it more than once. The first of these is "
               "that with index 256.");
    pattern_say_sum(chance, N, said, sizeof said);
    ck_assert_str_eq(in_english(said), "");
    pattern_say_sum(old, N, said, sizeof said);
    ck_assert_str_eq(in_english(said), "");
    pattern_say_sum(ones, 0, said, sizeof said);
    ck_assert_str_eq(in_english(said), "");
}
END_TEST

START_TEST(test_numbers)
{
    static const struct {
        double x;
        const char *text;
    } doubles[] = {{0.1, "0.1"},
                   {-260, "-260"},
                   {NAN, "nan"},
                   {-NAN, "nan"},
                   {-INFINITY, "-inf"},
                   {132.75, "132.75"},
                   {1e300, "1e+300"},
                   {0.1 + 0.2, "0.30000000000000004"},
                   {0, "0"},
                   {2147483647, "2147483647"}};
    char text[40];

    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        pattern_double(doubles[i].x, text, sizeof text);
        ck_assert_str_eq(in_english(text), doubles[i].text);
    }
    pattern_float(0.1F, text, sizeof text);
    ck_assert_str_eq(in_english(text), "0.1");
    pattern_float(-NAN, text, sizeof text);
    ck_assert_str_eq(in_english(text), "nan");
    pattern_float(16777216, text, sizeof text);
    ck_assert_str_eq(in_english(text), "16777216");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pattern");
    TCase *tc = tcase_create("patterns");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, test_places);
    tcase_add_test(tc, test_tables);
    tcase_add_test(tc, test_values);
    tcase_add_test(tc, test_chance);
    tcase_add_test(tc, test_wide);
    tcase_add_test(tc, test_poison);
    tcase_add_test(tc, test_one);
    tcase_add_test(tc, test_sum);
    tcase_add_test(tc, test_put_in);
    tcase_add_test(tc, test_values_in_common);
    tcase_add_test(tc, test_sorted);
    tcase_add_test(tc, test_one_row);
    tcase_add_test(tc, test_numbers);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
