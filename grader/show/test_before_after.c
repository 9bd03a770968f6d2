/*
 * test_before_after.c - tests of the handouts' pictures: before_after.h, timeline_pair.h,
 * and array_names.h, which names what they show. Requests are made up.
 */
#define _GNU_SOURCE
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "show/array_names.h"
#include "show/before_after.h"
#include "show/timeline_pair.h"

/* ---- names of arrays ----------------------------------------------------- */

static const struct {
    const char *text, *loads, *stores, *atomics;
} named[] = {
    {"c[i] = a[i] + b[i];", "a b", "c", ""},
    {"out[atomicAdd(count, 1)] = *x;", "x", "out", "count"},
    {"sum += a[k] * (*factor);", "a factor", "", ""},
    {"bins[c]++;", "bins", "bins", ""},
    {"++bins[text[i]];", "text bins", "bins", ""},
    {"c[i * n + j] += a[i * k + l] * b[l * n + j];", "a b c", "c", ""},
    {"(*counter)++;", "counter", "counter", ""},
    {"*c += part[0];", "part c", "c", ""},
    {"if (*left > *right) {", "left right", "", ""},
    {"atomicAdd(&bins[c], 1);", "", "", "bins"},
    {"atomicAdd(&bins[text[i]], 1);", "text", "", "bins"},
    {"b[j * rows + i] = tile[threadIdx.x][threadIdx.y];", "tile", "b", ""},
    {"sum += a_row[l] * row(b, b_pitch, l)[j];", "a_row b", "", ""},
    {"row(c, c_pitch, i)[j] = sum;", "", "c", ""},
    {"uint4 v = ((const uint4 *)text)[i];", "text", "", ""},
    {"rows[r][w] = x < n ? rank[x * W + w] : 0;", "rank", "rows", ""},
    {"a[i] == b[i] && a[i] != 0", "a b", "", ""},
    {"a[i] = a[i + 1];", "a", "a", ""},
    {"int m = n * k - x;", "", "", ""},
    {"if (x[", "x", "", ""},
    {"", "", "", ""},
};

static const char *all_of(const char *text, enum simt_access access)
{
    static char line[400];
    char name[8][ARRAY_NAME];
    int n = array_names(text, access, name, 8);

    *line = '\0';
    for (int i = 0; i < n && i < 8; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s",
                 i ? " " : "", name[i]);
    return line;
}

START_TEST(test_array_names)
{
    ck_assert_str_eq(all_of(named[_i].text, SIMT_LOADS), named[_i].loads);
    ck_assert_str_eq(all_of(named[_i].text, SIMT_STORES), named[_i].stores);
    ck_assert_str_eq(all_of(named[_i].text, SIMT_ATOMICS), named[_i].atomics);
}
END_TEST

/* ---- pictures ------------------------------------------------------------ */

static struct pattern_item item(const char *name, enum simt_where where,
                                enum simt_access access, long stride)
{
    struct pattern_item i = {.line = {.where = where, .access = access}};
    struct simt_request *q = &i.line.worst;

    snprintf(i.name, sizeof i.name, "%s", name);
    q->known = true;
    q->bytes = 4;
    q->mask = UINT32_MAX;
    for (int lane = 0; lane < 32; lane++)
        q->offset[lane] = lane * stride;
    return i;
}

/* The file's text; well-formed, if xmllint is there to look. */
static char *finished(FILE *out, char **text)
{
    char command[200], path[100];
    FILE *file;

    ck_assert_int_eq(fclose(out), 0);
    snprintf(path, sizeof path, "build/test_pattern.%d.svg", (int)getpid());
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(*text, file);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(command, sizeof command,
             system("xmllint --version >/dev/null 2>&1") == 0
                 ? "xmllint --noout %s"
                 : "grep -q '^</svg>$' %s",
             path);
    ck_assert_int_eq(system(command), 0);
    unlink(path);
    return *text;
}

static int times(const char *text, const char *words)
{
    int n = 0;

    for (; (text = strstr(text, words)) != NULL; text++)
        n++;
    return n;
}

/* That it says each of these, as text. */
static void says(const char *svg, const char *const *words)
{
    char element[300];

    for (; *words; words++) {
        snprintf(element, sizeof element, ">%s</text>", *words);
        ck_assert_msg(strstr(svg, element), "no %s in %s", element, svg);
    }
}

START_TEST(test_pattern)
{
    static const char *const words[] = {"before",
                                        "after",
                                        "the skeleton",
                                        "lab 31 &lt;&amp;",
                                        "a",
                                        "read: 32 lanes",
                                        "4 sectors",
                                        "b",
                                        "written: 32 lanes",
                                        "32 sectors",
                                        "tile",
                                        "read: 32 lanes, the same word",
                                        "1 wavefront",
                                        "bank",
                                        "count",
                                        "atomic: 32 lanes, 1 address",
                                        "32 passes",
                                        "byte",
                                        "all requests of the kernel",
                                        "1,234 sectors",
                                        "5 wavefronts",
                                        "77 passes",
                                        "0 passes",
                                        "lanes",
                                        "moved, but wanted by no lane",
                                        NULL};
    struct pattern before = {
        .program = "the skeleton",
        .n = 2,
        .item = {item("a", SIMT_IN_GLOBAL, SIMT_LOADS, 4),
                 item("b", SIMT_IN_GLOBAL, SIMT_STORES, 1024)},
        .all = {.sectors = 1234, .wavefronts = 0, .passes = 0}};
    struct pattern after = {
        .program = "lab 31 <&",
        .n = 2,
        .item = {item("tile", SIMT_IN_SHARED, SIMT_LOADS, 0),
                 item("count", SIMT_IN_GLOBAL, SIMT_ATOMICS, 0)},
        .all = {.sectors = 8, .wavefronts = 5, .passes = 77}};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    pattern_svg(out, "a < b", &before, &after);
    finished(out, &text);
    says(text, words);
    ck_assert_ptr_nonnull(strstr(text, "prefers-color-scheme:dark"));
    /* a, b, count, a stripe of tile's word, and the row at the bottom */
    for (int g = 0; g < 4; g++) {
        char colour[20];
        snprintf(colour, sizeof colour, "class=\"g%d\"", g);
        ck_assert_int_eq(times(text, colour), 8 + 8 + 8 + 1 + 8);
    }
    /* sectors: 4 of a, 32 of b, the legend's; bars have none */
    ck_assert_int_eq(times(text, "class=\"waste\""), 4 + 32 + 1 + 2);
    free(text);
}
END_TEST

/* One lane's atomic is one pass, though it is drawn as a sector. */
START_TEST(test_one_pass)
{
    static const char *const words[] = {"atomic: 1 lane", "1 pass", NULL};
    struct pattern p = {.program = "x",
                        .n = 1,
                        .item = {item("m", SIMT_IN_GLOBAL, SIMT_ATOMICS, 0)}};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    p.item[0].line.worst.mask = 1;
    pattern_svg(out, "x", &p, &p);
    says(finished(out, &text), words);
    free(text);
}
END_TEST

static struct simt_step step(enum simt_engine engine, int device,
                             int64_t stream, uint64_t bytes, int64_t begin,
                             int64_t end)
{
    return (struct simt_step){.engine = engine,
                              .device = device,
                              .stream = stream,
                              .bytes = bytes,
                              .begin = begin,
                              .end = end};
}

START_TEST(test_timelines)
{
    static const char *const words[] = {
        "before",
        "after",
        "one",
        "two",
        "to device",
        "kernels",
        "from device",
        "kernels: 1; copies to the device: 1, 4,096 bytes; 4.0 us",
        "kernels: 2; copies to the device: 0, 0 bytes; 2.0 us",
        "streams",
        "modelled time, from left to right",
        NULL};
    static const char *const devices[] = {
        "device 0", "device 1", "copies and settings; in colour: kernels",
        NULL};
    const struct simt_step first[] = {
        step(SIMT_TO_DEVICE, 0, 3, 4096, 0, 1000000),
        step(SIMT_COMPUTE, 0, 3, 0, 1000000, 3000000),
        step(SIMT_FROM_DEVICE, 0, 3, 64, 3000000, 4000000)};
    struct simt_step second[] = {step(SIMT_COMPUTE, 0, 3, 0, 0, 1000000),
                                 step(SIMT_COMPUTE, 0, 4, 0, 1000000, 2000000)};
    const struct timeline_side before = {"one", {.span = 4000000}, first, 3};
    const struct timeline_side after = {"two", {.span = 2000000}, second, 2};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    timeline_pair_svg(out, "x", &before, &after);
    finished(out, &text);
    says(text, words);
    ck_assert_ptr_null(strstr(text, ">device 0<"));
    free(text);

    second[1].device = 1;
    out = open_memstream(&text, &size);
    timeline_pair_svg(out, "x", &before, &after);
    finished(out, &text);
    says(text, devices);
    ck_assert_ptr_null(strstr(text, ">to device<"));
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pattern");
    TCase *draw = tcase_create("pictures of handouts");
    int failed;

    setlocale(LC_CTYPE, "C.UTF-8");
    tcase_set_timeout(draw, 60);
    tcase_add_loop_test(draw, test_array_names, 0,
                        sizeof named / sizeof *named);
    tcase_add_test(draw, test_pattern);
    tcase_add_test(draw, test_one_pass);
    tcase_add_test(draw, test_timelines);
    suite_add_tcase(suite, draw);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
