/*
 * test_picture.c - tests of picture.h: figures as a profiler has them, and
 * pictures in text and as SVG, of requests that are made up.
 */
#define _GNU_SOURCE
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "show/picture.h"
#include "show/touched.h"

static struct simt_line request(enum simt_where where, enum simt_access access,
                                int bytes, uint32_t mask, long stride,
                                long first)
{
    struct simt_line l = {.kernel = "k<&\">",
                          .place = {.line = 14},
                          .where = where,
                          .access = access,
                          .counts = {.requests = 10,
                                     .sectors = 320,
                                     .ideal_sectors = 40,
                                     .wavefronts = 320,
                                     .ideal_wavefronts = 10,
                                     .passes = 320}};

    l.worst.known = true;
    l.worst.bytes = bytes;
    l.worst.mask = mask;
    l.worst.warp = 3;
    snprintf(l.worst.object, sizeof l.worst.object, "in");
    for (int i = 0; i < 32; i++)
        l.worst.offset[i] = first + i * stride;
    return l;
}

/* What Nsight Compute counts for these. */
START_TEST(test_figures)
{
    static const struct {
        int bytes;
        long stride, first;
        int sectors, wavefronts, passes;
    } known[] = {
        {4, 4, 0, 4, 1, 1},     {4, 4, 4, 5, 1, 1},     {4, 8, 0, 8, 2, 1},
        {4, 12, 0, 12, 1, 1},   {4, 16, 0, 16, 4, 1},   {4, 32, 0, 32, 8, 1},
        {4, 64, 0, 32, 16, 1},  {4, 128, 0, 32, 32, 1}, {4, 132, 0, 32, 1, 1},
        {4, 0, 0, 1, 1, 32},    {4, -4, 124, 4, 1, 1},  {8, 8, 0, 8, 2, 1},
        {16, 16, 0, 16, 4, 1},  {1, 1, 0, 1, 1, 1},     {2, 2, 0, 2, 1, 1},
        {8, 128, 0, 32, 32, 1}, {4, 4, -4, 5, 1, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct simt_line l =
            request(SIMT_IN_GLOBAL, SIMT_LOADS, known[i].bytes, UINT32_MAX,
                    known[i].stride, known[i].first);
        ck_assert_msg(touched_units(&l.worst, false, TOUCHED_SECTORS) ==
                          known[i].sectors,
                      "%zu: %d sectors", i,
                      touched_units(&l.worst, false, TOUCHED_SECTORS));
        ck_assert_msg(touched_units(&l.worst, true, TOUCHED_WAVEFRONTS) ==
                          known[i].wavefronts,
                      "%zu: %d wavefronts", i,
                      touched_units(&l.worst, true, TOUCHED_WAVEFRONTS));
        ck_assert_int_eq(touched_units(&l.worst, false, TOUCHED_ADDRESSES),
                         known[i].passes);
    }
}
END_TEST

static char *text_of(const struct simt_line *l)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    picture_text(out, l);
    fclose(out);
    return text;
}

static const char legend_sectors[] =
    "      [ ] is a sector of 32 bytes; # a word that a lane needs, . one that "
    "is\n"
    "      moved for nothing.\n";

START_TEST(test_picture)
{
    struct simt_line l =
        request(SIMT_IN_GLOBAL, SIMT_STORES, 4, UINT32_MAX, 4096, 0);
    char *text = text_of(&l);
    char want[4096];
    int n;

    n = snprintf(want, sizeof want,
                 "      Block (0, 0, 0), warp 3: 32 lanes touch 32 sectors of "
                 "`in`, where 4 would\n      do.\n%s",
                 legend_sectors);
    for (int i = 0; i < 9; i++)
        n += snprintf(want + n, sizeof want - (size_t)n,
                      "      byte %-9d[#.......]%30s %d\n", i * 4096, "", i);
    snprintf(want + n, sizeof want - (size_t)n, "      ... and 23 rows more\n");
    ck_assert_str_eq(text, want);
    free(text);

    l = request(SIMT_IN_GLOBAL, SIMT_LOADS, 4, 0xffff, 4, 16);
    text = text_of(&l);
    snprintf(want, sizeof want,
             "      Block (0, 0, 0), warp 3: 16 lanes touch 3 sectors of `in`, "
             "where 2 would\n      do.\n%s"
             "      lanes  01234567 89abcdef ........ ........  16 of 32 take "
             "part\n"
             "      byte 0        [....####][########][####....]           "
             "0-15\n",
             legend_sectors);
    ck_assert_str_eq(text, want);
    free(text);

    l = request(SIMT_IN_SHARED, SIMT_LOADS, 4, UINT32_MAX, 64, 0);
    l.worst.offset[5] = 0;
    text = text_of(&l);
    ck_assert_str_eq(
        text,
        "      Block (0, 0, 0), warp 3: 32 lanes take 16 wavefronts of `in`, "
        "where 1\n      would do.\n"
        "      A row is a wavefront: one word from each of the 32 banks. 0-9 "
        "and a-v are\n      the lanes that get it.\n"
        "       0        8        16       24 (banks)\n"
        "       0....... ........ 1....... ........\n"
        "       2....... ........ 3....... ........\n"
        "       4....... ........ 7....... ........\n"
        "       6....... ........ 9....... ........\n"
        "       8....... ........ b....... ........\n"
        "       a....... ........ d....... ........\n"
        "       c....... ........ f....... ........\n"
        "       e....... ........ h....... ........\n"
        "       g....... ........ j....... ........\n"
        "      ... and 7 rows more\n"
        "      Lanes that want the same word get it together; the lowest is "
        "shown.\n");
    free(text);

    l = request(SIMT_IN_GLOBAL, SIMT_ATOMICS, 4, 0xff, 0, 12);
    l.worst.offset[3] = 40;
    text = text_of(&l);
    ck_assert_str_eq(
        text,
        "      Block (0, 0, 0), warp 3: 8 lanes change 2 addresses of `in` in "
        "7 "
        "passes.\n"
        "      A row is an address; its lanes come one after the other, one in "
        "each pass.\n      0-9 and a-v are the lanes.\n"
        "      lanes  01234567 ........ ........ ........  8 of 32 take part\n"
        "      byte 12       0124567\n"
        "      byte 40       3\n");
    free(text);
}
END_TEST

/* One element for all lanes, as in a matrix product: said in both forms. */
START_TEST(test_broadcast)
{
    static const char words[] = "Lanes that want the same word get it together";
    struct simt_line all =
        request(SIMT_IN_GLOBAL, SIMT_LOADS, 4, UINT32_MAX, 0, 64);
    struct simt_line each =
        request(SIMT_IN_GLOBAL, SIMT_LOADS, 4, UINT32_MAX, 4, 0);
    char *text = text_of(&all), *svg = NULL;
    size_t size;
    FILE *out = open_memstream(&svg, &size);

    picture_svg(out, &all, "s += a[y * n + k];");
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, words));
    ck_assert_ptr_nonnull(strstr(svg, words));
    free(text);
    free(svg);
    text = text_of(&each);
    ck_assert_ptr_null(strstr(text, words));
    free(text);
}
END_TEST

/* Well-formed whatever is in it; xmllint looks if it is there. */
START_TEST(test_svg)
{
    static const char *const codes[] = {
        "out[x * n + y] = in[y * n + x];",
        "if (a < b && c > d) s[t] = \"<\";]]>",
        "\x1b[2J \xff\xfe \xe4\xb8\xad\xe6\x96\x87",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "x"
        "xxxxxxxxxxxxxxxxx\xe4\xb8\xad\xe6\x96\x87&"};
    const struct simt_line lines[] = {
        request(SIMT_IN_GLOBAL, SIMT_STORES, 4, UINT32_MAX, 4096, 0),
        request(SIMT_IN_SHARED, SIMT_LOADS, 8, 0x5555, 64, 0),
        request(SIMT_IN_GLOBAL, SIMT_ATOMICS, 4, UINT32_MAX, 0, 0)};
    bool lint = system("xmllint --version >/dev/null 2>&1") == 0;

    for (int i = 0; i < 12; i++) {
        char path[128], command[300];
        snprintf(path, sizeof path, "build/test_picture.%d.svg", (int)getpid());
        FILE *out = fopen(path, "w");
        ck_assert_ptr_nonnull(out);
        picture_svg(out, &lines[i % 3], codes[i / 3]);
        ck_assert_int_eq(fclose(out), 0);
        snprintf(command, sizeof command,
                 lint ? "xmllint --noout %s" : "grep -q '^</svg>$' %s", path);
        ck_assert_int_eq(system(command), 0);
        unlink(path);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("picture");
    TCase *draw = tcase_create("pictures");
    int failed;

    setlocale(LC_CTYPE, "C.UTF-8");
    tcase_set_timeout(draw, 60);
    tcase_add_test(draw, test_figures);
    tcase_add_test(draw, test_picture);
    tcase_add_test(draw, test_broadcast);
    tcase_add_test(draw, test_svg);
    suite_add_tcase(suite, draw);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
