/*
 * test_blame.c - tests of blame.h: which line, and what is said of it, whole.
 * The lines are made up. Run from the top folder:
 * build/grader/judge/test_blame.
 */
#define _GNU_SOURCE
#include "judge/blame.h"
#include "tests/in_english.h"
#include "tests/put_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct simt_line line[8];
static int lines;
static struct blame b;

/* A line of 32-lane requests to global memory, four bytes each. */
static struct simt_line *add(int number, const char *name,
                             enum simt_access access, uint64_t requests,
                             uint64_t sectors, uint64_t ideal)
{
    struct simt_line *l = &line[lines++];

    memset(l, 0, sizeof *l);
    snprintf(l->kernel, sizeof l->kernel, "k");
    snprintf(l->name, sizeof l->name, "%s", name);
    snprintf(l->array, sizeof l->array, "%.*s", (int)strcspn(name, "["), name);
    l->place.line = number;
    l->where = SIMT_IN_GLOBAL;
    l->access = access;
    l->counts = (struct simt_counts){.requests = requests,
                                     .ideal_requests = requests,
                                     .lanes = 32 * requests,
                                     .sectors = sectors,
                                     .ideal_sectors = ideal};
    l->worst = (struct simt_request){.known = true, .bytes = 4, .mask = ~0u};
    for (int i = 0; i < 32; i++)
        l->worst.offset[i] = 4 * i;
    return l;
}

/* From one lane's address to the next one's. */
static void step(struct simt_line *l, int bytes)
{
    for (int i = 0; i < 32; i++)
        l->worst.offset[i] = (int64_t)bytes * i;
}

static void begin(void)
{
    lines = 0;
}

/* All lines so far lie in a file with this text. */
static char path[] = "build/test_blame.XXXXXX";

static void lie_in(const char *text)
{
    put_file(path, text);
    for (int i = 0; i < lines; i++)
        snprintf(line[i].place.file, sizeof line[i].place.file, "%s", path);
}

static void expect(enum judge_count count, enum simt_where where,
                   enum simt_access access, int64_t most, int where_line,
                   const char *text)
{
    int64_t got = 0;

    for (int i = 0; i < lines; i++)
        if ((where == SIMT_ANYWHERE || line[i].where == where) &&
            (access == SIMT_ANY_OP || line[i].access == access))
            got += count_of(count, &line[i].counts);
    b = blame_line(line, lines,
                   &(struct too_much){count, where, access, got, most});
    ck_assert_str_eq(in_english(b.text), text);
    ck_assert_int_eq(b.place.line, where_line);
}

static void expect_read(int64_t most, int where_line, const char *text)
{
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_LOADS, most, where_line, text);
}

static void expect_written(int64_t most, int where_line, const char *text)
{
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_STORES, most, where_line, text);
}

/* ---- lanes that lie apart ----------------------------------------------- */

/* Line 14 has most, and needs it; line 15 wastes. */
START_TEST(test_excess_not_most)
{
    begin();
    add(14, "b[j]", SIMT_LOADS, 20000, 80000, 80000);
    step(add(15, "a[i * n]", SIMT_LOADS, 2000, 64000, 8000), 4096);
    expect_read(88000, 15,
                " `a[i * n]` in this line alone accounts for 64000, and 8000 "
                "would do. Neighbouring threads should touch neighbouring "
                "addresses; here they lie apart (4096 bytes from one thread to "
                "the next), and the rest of each sector is fetched for "
                "nothing.");
}
END_TEST

/* Of two arrays in one line it is one. */
START_TEST(test_array_of_a_line)
{
    begin();
    add(15, "b[i]", SIMT_LOADS, 1000, 4000, 4000);
    step(add(15, "a", SIMT_LOADS, 1000, 8000, 4000), 8);
    expect_read(8000, 15,
                " `a` in this line alone accounts for 8000, and 4000 would do. "
                "Neighbouring threads should touch neighbouring addresses; "
                "here they lie apart (8 bytes from one thread to the next), "
                "and the rest of each sector is fetched for nothing.");
}
END_TEST

START_TEST(test_nothing_is_fetched_for_a_store)
{
    begin();
    step(add(16, "c[j * m + i]", SIMT_STORES, 100, 3200, 400), 256);
    line[0].worst.offset[9] = line[0].worst.offset[20] = 3;
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] += 100 * i * i; /* in no pattern */
    expect_written(400, 16,
                   " `c[j * m + i]` in this line alone accounts for 3200, and "
                   "400 would do. Neighbouring threads should touch "
                   "neighbouring addresses; here they lie apart, and a whole "
                   "sector is moved for each few bytes that are written.");
}
END_TEST

START_TEST(test_begins_within_a_sector)
{
    begin();
    add(16, "", SIMT_LOADS, 1000, 5000, 4000);
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] += 12;
    expect_read(4000, 16,
                " This line alone accounts for 5000, and 4000 would do. "
                "Neighbouring threads touch neighbouring addresses, but these "
                "begin in the middle of a sector, so they lie in one sector "
                "more than they need. Let what a warp touches begin with a "
                "sector: rows as from cudaMallocPitch(), steps that are "
                "multiples of 32 bytes.");
}
END_TEST

/* A warp that is a rectangle, 16 x 2: its lanes side by side are two in each
 * line of the array, whatever their order. */
START_TEST(test_pieces)
{
    begin();
    add(16, "a[i * n + j]", SIMT_LOADS, 1000, 16000, 4000);
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] = 1024 * (i % 16) + 4 * (i / 16);
    expect_read(
        4000, 16,
        " `a[i * n + j]` in this line alone accounts for 16000, and "
        "4000 would do. In one step a warp reads 16 pieces of 8 bytes, "
        "and a sector of 32 bytes is fetched for each. A warp is 32 threads of "
        "the block, counted in x first: let neighbours in x touch neighbouring "
        "addresses, and let the block's shape put more of them into one warp.");
    add(16, "b[j * m + i]", SIMT_STORES, 1000, 4000, 4000);
    expect(
        COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_ANY_OP, 8000, 16,
        " `a[i * n + j]` in this line alone accounts for 16000, and 4000 "
        "would do. In one step a warp reads 16 pieces of 8 bytes, and a "
        "sector of 32 bytes is fetched for each. A warp is 32 threads of the "
        "block, counted in x first: let neighbours in x touch neighbouring "
        "addresses, and let the block's shape put more of them into one warp. "
        "Reading and "
        "writing count together: what the one gains the other may lose.");
    line[0].access = SIMT_STORES;
    line[0].worst.offset[3] += 4096; /* pieces of one, and of two */
    expect_written(8000, 16,
                   " `a[i * n + j]` in this line alone accounts for 16000, and "
                   "4000 would do. Neighbouring threads should touch "
                   "neighbouring addresses; here they lie apart (1024 bytes "
                   "from one thread to the next), and a whole sector is moved "
                   "for each few bytes that are written.");
}
END_TEST

START_TEST(test_pieces_that_are_written)
{
    begin();
    add(16, "b[j * m + i]", SIMT_STORES, 1000, 16000, 4000);
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] = 1024 * (i % 16) + 4 * (i / 16);
    expect_written(
        4000, 16,
        " `b[j * m + i]` in this line alone accounts for 16000, and 4000 would "
        "do. In one step a warp writes 16 pieces of 8 bytes, and a sector of "
        "32 bytes is moved for each. A warp is 32 threads of the block, "
        "counted in x first: let neighbours in x touch neighbouring addresses, "
        "and let the block's shape put more of them into one warp.");
}
END_TEST

/* Of a rectangle with every second column: not the next lane is near, but some
 * other one, and only that one. */
START_TEST(test_nearest_lanes)
{
    begin();
    add(16, "a[i * n + 2 * j]", SIMT_LOADS, 1000, 16000, 4000);
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] = 1024 * (i % 16) + 8 * (i / 16);
    expect_read(
        4000, 16,
        " `a[i * n + 2 * j]` in this line alone accounts for 16000, and 4000 "
        "would do. Neighbouring threads should touch neighbouring addresses; "
        "here they lie apart (the nearest two of a warp are 8 bytes from each "
        "other, so a sector serves at most 2), and the rest of each sector is "
        "fetched for nothing.");
    for (int i = 0; i < 32; i++) /* near, but in another sector */
        line[0].worst.offset[i] = 1024 * (i % 16) + 16 + 20 * (i / 16);
    expect_read(
        4000, 16,
        " `a[i * n + 2 * j]` in this line alone accounts for 16000, and 4000 "
        "would do. Neighbouring threads should touch neighbouring addresses; "
        "here they lie apart (1024 bytes from one thread to the next), and the "
        "rest of each sector is fetched for nothing.");
}
END_TEST

/* Mending that is not enough. */
START_TEST(test_apart_and_again)
{
    begin();
    step(add(15, "a[i]", SIMT_LOADS, 2000, 64000, 8000), 128);
    expect_read(
        3000, 15,
        " `a[i]` in this line alone accounts for 64000, and 8000 would "
        "do. Neighbouring threads should touch neighbouring addresses; "
        "here they lie apart (128 bytes from one thread to the next), "
        "and the rest of each sector is fetched for nothing. Even then "
        "it would be too much: the same memory is read again and again as "
        "well. Keep in shared memory, or in a variable, what is used again.");
    /* all of this line is needed, and another one has too much as well */
    add(20, "c[i]", SIMT_STORES, 9000, 36000, 36000);
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_ANY_OP, 20000, 15,
           " `a[i]` in this line alone accounts for 64000, and 8000 would do. "
           "Neighbouring threads should touch neighbouring addresses; here "
           "they lie apart (128 bytes from one thread to the next), and the "
           "rest of each sector is fetched for nothing. Reading and writing "
           "count together: what the one gains the other may lose. Even then "
           "it would be too much: some memory is touched more often than "
           "needed as well.");
}
END_TEST

/* Apart by a factor of two, and each of it a hundred times. */
START_TEST(test_again_more_than_apart)
{
    begin();
    step(add(15, "*right", SIMT_LOADS, 4000, 33000, 16500), 8);
    expect_read(64, 15,
                " `*right` in this line alone accounts for 33000. The same "
                "memory is read more often than needed: keep in a variable or "
                "in shared memory what is used again, and see whether several "
                "threads do the same elements.");
}
END_TEST

/* ---- requests of few lanes ---------------------------------------------- */

START_TEST(test_lone_threads)
{
    struct simt_line *l;

    begin();
    add(9, "a[i]", SIMT_LOADS, 1500, 6000, 6000);
    l = add(12, "sums[k]", SIMT_LOADS, 1600, 1600, 1600);
    l->counts.lanes = 1600;
    l->worst.mask = 1;
    expect_read(6500, 12,
                " `sums[k]` in this line alone accounts for 1600, by 1 of 32 "
                "threads at a time, so a whole sector is fetched for a few "
                "bytes, again and again. Let neighbouring threads touch "
                "neighbouring addresses in one step, and touch no memory more "
                "often than needed.");
    for (int i = 0; i < lines; i++)
        line[i].access = SIMT_STORES;
    expect_written(6500, 12,
                   " `sums[k]` in this line alone accounts for 1600, by 1 of "
                   "32 threads at a time, so a whole sector is written for a "
                   "few bytes, again and again. Let neighbouring threads touch "
                   "neighbouring addresses in one step, and touch no memory "
                   "more often than needed.");
}
END_TEST

/* ---- the same memory again ---------------------------------------------- */

START_TEST(test_again_by_one_line)
{
    begin();
    add(12, "a[i]", SIMT_LOADS, 1000, 4000, 4000);
    expect_read(1000, 12,
                " `a[i]` in this line alone accounts for 4000. The same memory "
                "is read more often than needed: keep in a variable or in "
                "shared memory what is used again, and see whether several "
                "threads do the same elements.");
    line[0].access = SIMT_STORES;
    expect_written(
        1000, 12,
        " `a[i]` in this line alone accounts for 4000. The same "
        "memory is written more often than needed: by one thread, which could "
        "keep in a variable what is not the result yet, or by several that do "
        "the same elements. Write each element once.");
    line[0].access = SIMT_ATOMICS;
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_ATOMICS, 1000, 12,
           " `a[i]` in this line alone accounts for 4000. The same memory is "
           "changed more often than needed: let each thread, or each block in "
           "shared memory, add up first, and change each element in global "
           "memory once.");
}
END_TEST

/* Pieces of 8 bytes, too, but written once they would do. */
START_TEST(test_same_in_each_turn)
{
    static const char *const code[] = {
        "    for (int k = 0; k < n; k += 16) {\n"
        "        sum += a[k];\n"
        "        if (i < m && j < n)\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
        /* another element, or a turn of its own for each thread */
        "    for (int i = 0; i < n; i += 16) {\n"
        "        sum += a[k];\n"
        "        if (j < n)\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
        "    for (int k = 0; k < n; k += 16) {\n"
        "        sum += a[k];\n"
        "        if (k + 16 >= n)\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
        "    for (int k = 0; k < n; k += 16) {\n"
        "        sum += a[k];\n"
        "        if (last[j])\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
        "    for (int k = 0; k < n; k += 16) {\n"
        "        if (is_last(j))\n"
        "\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
        "    for (int k = 0; k < n; k += 16) {\n"
        "\n"
        "        if (i < m)\n"
        "            c[i * n + j] = sum;\n"
        "        break;\n"
        "    }\n",
        "    for (int k = 0; k < n; k += 16) {\n"
        "        take(&j);\n"
        "        if (i < m)\n"
        "            c[i * n + j] = sum;\n"
        "    }\n",
    };
    char text[400];

    begin();
    add(5, "c[i * n + j]", SIMT_STORES, 256, 4096, 1024);
    for (int i = 0; i < 32; i++)
        line[0].worst.offset[i] = 1024 * (i % 16) + 4 * (i / 16);
    snprintf(text, sizeof text, "__global__ void k(int *c) {\n%s}\n", code[_i]);
    lie_in(text);
    expect_written(
        2048, 5,
        _i == 0
            ? " `c[i * n + j]` in this line alone accounts for 4096. The same "
              "memory is written more often than needed: this line stands in "
              "the loop at line 2, and writes the same element in each turn. "
              "Keep in a variable what is not the result yet, and write it "
              "once, behind the loop."
            : " `c[i * n + j]` in this line alone accounts for 4096, and 1024 "
              "would do. In one step a warp writes 16 pieces of 8 bytes, and a "
              "sector of 32 bytes is moved for each. A warp is 32 threads of "
              "the block, counted in x first: let neighbours in x touch "
              "neighbouring addresses, and let the block's shape put more of "
              "them into one warp.");
}
END_TEST

START_TEST(test_a_little_more_than_once)
{
    begin();
    add(12, "x[i]", SIMT_LOADS, 1000, 4000, 4000);
    expect_read(3750, 12,
                " `x[i]` in this line alone accounts for 4000. Some sectors "
                "are read more than once: by blocks or warps whose part begins "
                "or ends in the middle of a sector, or by several threads that "
                "do the same elements.");
}
END_TEST

START_TEST(test_again_by_two_lines)
{
    begin();
    add(12, "a[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(12, "b[i]", SIMT_LOADS, 1100, 4400, 4400);
    add(20, "a[k]", SIMT_LOADS, 900, 3600, 3600);
    expect_read(8800, 12,
                " `a[i]` in this line alone accounts for 4000. Line 20 reads "
                "`a` again, for another 3600: do in one go what needs the same "
                "elements, or keep them in a variable or in shared memory.");
    for (int i = 0; i < lines; i++)
        line[i].access = SIMT_STORES;
    expect_written(8800, 12,
                   " `a[i]` in this line alone accounts for 4000. Line 20 "
                   "writes `a` again, for another 3600: keep in a variable "
                   "what is not the result yet, and write each element once.");
    for (int i = 0; i < lines; i++)
        line[i].access = SIMT_ATOMICS;
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_ATOMICS, 8800, 12,
           " `a[i]` in this line alone accounts for 4000. Line 20 changes `a` "
           "again, for another 3600: add up first, and change each element "
           "once.");
}
END_TEST

/* The file's line 2 is the loop. */
static const char stride[] = "__global__ void k(float *a, int n) {\n"
                             "    for (int i = blockIdx.x * blockDim.x + "
                             "threadIdx.x; i < n; i += blockDim.x)\n"
                             "        a[i] = 0;\n"
                             "}\n";

START_TEST(test_stride_of_one_block)
{
    begin();
    add(3, "a[i]", SIMT_STORES, 1000, 4000, 4000);
    lie_in(stride);
    expect_written(1000, 3,
                   " `a[i]` in this line alone accounts for 4000. At line 2 a "
                   "thread goes on by the threads of one block (blockDim), so "
                   "with several blocks it comes to what threads of others "
                   "have as well: go on by those of the whole grid.");
}
END_TEST

/* Who exchanges has a lock, more likely than a sum. */
START_TEST(test_lock_by_all)
{
    begin();
    add(2, "*m", SIMT_ATOMICS, 1000, 4000, 4000);
    add(3, "*m", SIMT_ATOMICS, 900, 3600, 3600);
    for (int i = 0; i < lines; i++)
        snprintf(line[i].array, sizeof line[i].array, "m");
    lie_in("void k(int *m) {\n"
           "    while (atomicCAS(m, 0, 1));\n"
           "    atomicExch(m, 0);\n"
           "}\n");
    expect(COUNT_SECTORS, SIMT_IN_GLOBAL, SIMT_ATOMICS, 4000, 2,
           " `*m` in this line alone accounts for 4000. Line 3 changes `m` "
           "again, for another 3600. If that is a lock, let one thread of a "
           "block take it and give it back, once for all that the block has.");
    /* one line has too many of them */
    line[0].counts.passes = 32000;
    expect(
        COUNT_PASSES, SIMT_IN_GLOBAL, SIMT_ATOMICS, 64, 2,
        " `*m` in this line alone accounts for 32000. If that is a lock, let "
        "one thread of a block take it and give it back, once for all that "
        "the block has.");
}
END_TEST

/* Line 12 may need all that it has; then line 20 has too much. */
START_TEST(test_rest_for_one_line)
{
    begin();
    add(12, "a[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(20, "b[k]", SIMT_LOADS, 900, 3600, 3600);
    expect_read(5000, 20,
                " `b[k]` in this line alone accounts for 3600, and `a[i]` at "
                "line 12 for 4000. If nothing can be spared elsewhere, 1000 "
                "are left for this line: do several threads, warps or blocks "
                "read the same here?");
    *line[0].name = '\0';
    add(21, "c[k]", SIMT_LOADS, 100, 400, 400); /* takes its part of them */
    expect_read(5000, 20,
                " `b[k]` in this line alone accounts for 3600, and line 12 for "
                "4000. If nothing can be spared elsewhere, 600 are left for "
                "this line: do several threads, warps or blocks read the same "
                "here?");
    expect_read(4300, 12, /* for line 20 would be less than none */
                " This line alone accounts for 4000. Line 20 accounts for "
                "another 3600. Is all of it needed, or does one of the two "
                "touch again what could be kept in a variable or in shared "
                "memory?");
}
END_TEST

/* An array of another kernel may only have the same name. */
START_TEST(test_two_lines_of_two_kernels)
{
    begin();
    add(12, "a[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(20, "a[k]", SIMT_LOADS, 900, 3600, 3600);
    line[1].kernel[0] = 'j';
    expect_read(4100, 12,
                " `a[i]` in this line alone accounts for 4000. Line 20 "
                "accounts for another 3600. Is all of it needed, or does one "
                "of the two touch again what could be kept in a variable or in "
                "shared memory?");
}
END_TEST

/* What is too much is what the kernel reads of its own results. */
START_TEST(test_read_back)
{
    begin();
    add(12, "a[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(14, "c[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(14, "b[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(14, "c[i]", SIMT_STORES, 1000, 4000, 4000);
    expect_read(8000, 14,
                " `c[i]` in this line alone accounts for 4000. This kernel "
                "writes the same array: keep in a variable what it has to use "
                "again, and write the result once.");
    /* what is too much comes of lanes that lie apart */
    step(&line[0], 128);
    line[0].counts.ideal_sectors = 500;
    line[0].counts.sectors = 8000;
    expect_read(12000, 12,
                " `a[i]` in this line alone accounts for 8000, and 500 would "
                "do. Neighbouring threads should touch neighbouring addresses; "
                "here they lie apart (128 bytes from one thread to the next), "
                "and the rest of each sector is fetched for nothing.");
    /* who sorts in place has to */
    begin();
    add(14, "c[i]", SIMT_LOADS, 1000, 4000, 4000);
    add(14, "c[i]", SIMT_STORES, 1000, 4000, 4000);
    expect_read(1000, 14,
                " `c[i]` in this line alone accounts for 4000. The same memory "
                "is read more often than needed: keep in a variable or in "
                "shared memory what is used again, and see whether several "
                "threads do the same elements.");
}
END_TEST

START_TEST(test_one_element_for_all)
{
    begin();
    add(22, "b[l * n + j]", SIMT_LOADS, 4096, 16384, 16384);
    step(add(22, "a[i * n + l]", SIMT_LOADS, 4096, 4096, 4096), 0);
    expect_read(16640, 22,
                " `a[i * n + l]` in this line alone accounts for 4096. All "
                "threads of a warp read the same element here, and a sector is "
                "fetched for each: keep in shared memory what all threads of a "
                "block use.");
}
END_TEST

/* Two arrays in one line, both twice. */
START_TEST(test_several_blocks)
{
    begin();
    add(22, "a[i]", SIMT_LOADS, 200, 800, 800);
    add(22, "b[i]", SIMT_LOADS, 200, 800, 800);
    expect_read(1000, 22,
                " `a[i]` in this line alone accounts for 800. The same memory "
                "is read more often than needed: keep in a variable or in "
                "shared memory what is used again, and see whether several "
                "threads do the same elements.");
}
END_TEST

/* ---- the other counts --------------------------------------------------- */

static void expect_conflicts(const char *name, int bytes, int from_lane_to_lane,
                             const char *text)
{
    struct simt_line *l;

    begin();
    l = add(30, "part[i]", SIMT_LOADS, 10, 0, 0);
    l->where = SIMT_IN_SHARED;
    l->counts.wavefronts = 300;
    l->counts.ideal_wavefronts = 290;
    l = add(31, name, SIMT_LOADS, 10, 0, 0);
    l->where = SIMT_IN_SHARED;
    l->worst.bytes = bytes;
    step(l, from_lane_to_lane);
    l->counts.wavefronts = 180;
    l->counts.ideal_wavefronts = 20;
    expect(COUNT_EXCESS_WAVEFRONTS, SIMT_IN_SHARED, SIMT_ANY_OP, 0, 31, text);
}

START_TEST(test_bank_conflicts)
{
    expect_conflicts(
        "tile[x][y]", 4, 128,
        " `tile[x][y]` in this line alone accounts for 160. It is 32 words "
        "from one thread to the next, so 32 threads of a warp use the same "
        "bank at different addresses and have to wait for each other. Rows "
        "that are one word longer, or other threads for these elements, put "
        "them into different banks.");
    expect_conflicts(
        "part[2 * t]", 4, 8,
        " `part[2 * t]` in this line alone accounts for 160. It is 2 words "
        "from one thread to the next, so 2 threads of a warp use the same bank "
        "at different addresses and have to wait for each other. Let "
        "neighbouring threads use neighbouring elements, or elements that lie "
        "an odd number apart.");
    expect_conflicts(
        "part[2 * t]", 8, 16,
        " `part[2 * t]` in this line alone accounts for 160. It is 4 words "
        "from one thread to the next, so 2 threads of a warp use the same bank "
        "at different addresses and have to wait for each other. Let "
        "neighbouring threads use neighbouring elements, or elements that lie "
        "an odd number apart.");
    /* it is not the step */
    expect_conflicts("tile[x][y]", 4, 132,
                     " `tile[x][y]` in this line alone accounts for 160. "
                     "Threads of one warp use the same bank at different "
                     "addresses, so they have to wait for each other. Let "
                     "their words lie in different banks.");
}
END_TEST

/* A warp reaches from one row into the next one. */
START_TEST(test_conflicts_of_two_rows)
{
    struct simt_line *l;

    begin();
    l = add(3, "tile[at / 30][at % 30]", SIMT_LOADS, 10, 0, 0);
    l->where = SIMT_IN_SHARED;
    step(l, 132);
    l->counts.wavefronts = 180;
    l->counts.ideal_wavefronts = 20;
    lie_in("#define ROW 31\n__global__ void k() {\n"
           "    __shared__ int tile[64][ROW];\n}\n");
    expect(COUNT_EXCESS_WAVEFRONTS, SIMT_IN_SHARED, SIMT_ANY_OP, 0, 3,
           " `tile[at / 30][at % 30]` in this line alone accounts for 160. "
           "Threads of one warp use the same bank at different addresses, so "
           "they have to wait for each other. Let their words lie in different "
           "banks. A row of `tile` has 31 words, and after 32 words the first "
           "bank comes again: does a warp touch two rows at once here?");
}
END_TEST

/* Two columns of rows of 16 words in one warp: one word more is not enough. */
START_TEST(test_bank_conflicts_of_two_columns)
{
    struct simt_line *l;

    begin();
    l = add(31, "tile[x][y]", SIMT_LOADS, 10, 0, 0);
    l->where = SIMT_IN_SHARED;
    for (int i = 0; i < 32; i++)
        l->worst.offset[i] = 64 * (i % 16) + 4 * (i / 16);
    l->counts.wavefronts = 100;
    l->counts.ideal_wavefronts = 20;
    expect(COUNT_EXCESS_WAVEFRONTS, SIMT_IN_SHARED, SIMT_ANY_OP, 0, 31,
           " `tile[x][y]` in this line alone accounts for 80. It is 16 words "
           "from one thread to the next, so 8 threads of a warp use the same "
           "bank at different addresses and have to wait for each other. Rows "
           "that are 2 words longer, or other threads for these elements, put "
           "them into different banks.");
    for (int i = 0; i < 32; i++) /* and one bank in no pattern */
        l->worst.offset[i] = i < 28 ? 128 * i : 32 * i * i;
    expect(COUNT_EXCESS_WAVEFRONTS, SIMT_IN_SHARED, SIMT_ANY_OP, 0, 31,
           " `tile[x][y]` in this line alone accounts for 80. It is 32 words "
           "from one thread to the next, so 30 threads of a warp use the same "
           "bank at different addresses and have to wait for each other. Let "
           "neighbouring threads use neighbouring elements of a row.");
}
END_TEST

START_TEST(test_idle_lanes)
{
    begin();
    add(7, "part[t]", SIMT_LOADS, 500, 2000, 2000)->counts.ideal_requests = 100;
    expect(COUNT_EXCESS_REQUESTS, SIMT_ANYWHERE, SIMT_ANY_OP, 10, 7,
           " `part[t]` in this line alone accounts for 400: 500 requests, "
           "where 100 by whole warps would do. Only some threads of each warp "
           "take part. Let neighbouring threads do the work, so that whole "
           "warps can rest.");
}
END_TEST

START_TEST(test_passes)
{
    begin();
    add(7, "*sum", SIMT_ATOMICS, 100, 100, 100)->counts.passes = 3200;
    expect(COUNT_PASSES, SIMT_ANYWHERE, SIMT_ATOMICS, 10, 7,
           " `*sum` in this line alone accounts for 3200. Threads of one warp "
           "change the same address, so they take turns. Let those do it that "
           "have something to add, or let the warp or the block add up "
           "first.");
    line[0].counts.passes = 100;
    expect(COUNT_PASSES, SIMT_ANYWHERE, SIMT_ATOMICS, 10, 7,
           " `*sum` in this line alone accounts for 100. Let threads add up "
           "more before, in variables or in shared memory, so that there are "
           "fewer.");
}
END_TEST

/* One thread hands on what all could. */
START_TEST(test_passes_of_one_thread)
{
    begin();
    add(28, "bins[bin]", SIMT_ATOMICS, 1024, 1024, 1024)->counts.passes = 1024;
    line[0].counts.lanes = 1024;
    expect(
        COUNT_PASSES, SIMT_IN_GLOBAL, SIMT_ATOMICS, 32, 28,
        " `bins[bin]` in this line alone accounts for 1024. One thread of a "
        "warp does them, one after the other. If they go to different "
        "addresses, let the other threads do some; if to one, do it once for "
        "all of it, not in each step.");
}
END_TEST

START_TEST(test_passes_in_two_lines)
{
    begin();
    add(7, "*sum", SIMT_ATOMICS, 100, 100, 100)->counts.passes = 3200;
    add(9, "*sum", SIMT_ATOMICS, 100, 100, 100)->counts.passes = 1600;
    snprintf(line[0].array, sizeof line[0].array, "sum");
    snprintf(line[1].array, sizeof line[1].array, "sum");
    expect(COUNT_PASSES, SIMT_ANYWHERE, SIMT_ATOMICS, 3200, 7,
           " `*sum` in this line alone accounts for 3200. Line 9 changes `sum` "
           "again, for another 1600: add up first, and change each element "
           "once.");
}
END_TEST

START_TEST(test_requests)
{
    begin();
    add(7, "a[i]", SIMT_LOADS, 100, 400, 400);
    expect(COUNT_REQUESTS, SIMT_ANYWHERE, SIMT_LOADS, 50, 7,
           " `a[i]` in this line alone accounts for 100. Warps ask more often "
           "than needed: let a thread touch each array once, for one element "
           "or for neighbours as one vector.");
    line[0].counts.lanes = 800;
    expect(COUNT_REQUESTS, SIMT_ANYWHERE, SIMT_LOADS, 50, 7,
           " `a[i]` in this line alone accounts for 100, by 8 of 32 threads at "
           "a time. A request is as much work for one thread as for all: let "
           "whole warps take part.");
    line[0].counts.lanes = 3200;
    line[0].where = SIMT_IN_SHARED;
    expect(COUNT_REQUESTS, SIMT_IN_SHARED, SIMT_ANY_OP, 50, 7,
           " `a[i]` in this line alone accounts for 100. Shared memory is used "
           "more often than needed: keep in variables what no other thread "
           "needs.");
    expect(COUNT_REQUESTS, SIMT_IN_SHARED, SIMT_ANY_OP, 0, 7,
           " `a[i]` in this line alone accounts for 100. It can be done "
           "without.");
}
END_TEST

START_TEST(test_lanes)
{
    begin();
    add(7, "a[i]", SIMT_LOADS, 100, 400, 400);
    expect(COUNT_LANES, SIMT_ANYWHERE, SIMT_LOADS, 50, 7,
           " `a[i]` in this line alone accounts for 3200. The same elements "
           "are touched more often than needed: keep in a variable or in "
           "shared memory what is used again.");
    line[0].access = SIMT_ATOMICS;
    expect(COUNT_LANES, SIMT_ANYWHERE, SIMT_ATOMICS, 50, 7,
           " `a[i]` in this line alone accounts for 3200. Let threads add up "
           "in variables or in shared memory first, and take an atomic "
           "operation only where there is something to add.");
}
END_TEST

/* ---- by kernel, and nothing --------------------------------------------- */

START_TEST(test_kernels)
{
    static const int64_t counted[] = {3, 500, 20};
    struct simt_launches kernel[3] = {{.name = "clear", .place.line = 40},
                                      {.name = "step", .place.line = 44},
                                      {.name = "last", .place.line = 50}};

    b = blame_kernel(kernel, counted, 3, COUNT_BLOCKS);
    ck_assert_int_eq(b.place.line, 44);
    ck_assert_str_eq(in_english(b.text),
                     " `step`, which is launched in this line, alone "
                     "accounts for 500.");
    b = blame_kernel(kernel, counted, 3, COUNT_LAUNCHES);
    ck_assert_str_eq(in_english(b.text),
                     " `step`, which is launched in this line, alone "
                     "accounts for 500. Find the launches that can be "
                     "done without.");
    b = blame_kernel(kernel, counted, 3, COUNT_BARRIERS);
    ck_assert_str_eq(in_english(b.text),
                     " `step`, which is launched in this line, alone "
                     "accounts for 500. A barrier in a loop is waited "
                     "at in each turn: find those that can be done "
                     "without.");
    kernel[1].place.line = 0;
    ck_assert_str_eq(
        in_english(blame_kernel(kernel, counted, 3, COUNT_BLOCKS).text), "");
    ck_assert_str_eq(
        in_english(blame_kernel(kernel, counted, 0, COUNT_BLOCKS).text), "");
}
END_TEST

START_TEST(test_copies)
{
    const struct simt_step copies[] = {
        {.what = "cudaMemcpy", .bytes = 500, .place.line = 20},
        {.what = "kernel", .bytes = 0, .place.line = 22},
        {.what = "cudaMemcpyAsync", .bytes = 300, .place.line = 24},
        {.what = "cudaMemset", .bytes = 9000, .place.line = 25},
        {.what = "cudaMemcpyAsync", .bytes = 300, .place.line = 24}};

    b = blame_copies(copies, 5);
    ck_assert_int_eq(b.place.line, 24);
    ck_assert_str_eq(in_english(b.text),
                     " cudaMemcpyAsync() in this line alone copied 600.");
    ck_assert_str_eq(in_english(blame_copies(copies + 1, 1).text), "");
}
END_TEST

START_TEST(test_no_line)
{
    begin();
    for (int count = 0; count <= COUNT_PRODUCTS; count++)
        expect((enum judge_count)count, SIMT_ANYWHERE, SIMT_ANY_OP, -1, 0, "");
    add(7, "a[i]", SIMT_LOADS, 100, 400, 400);
    expect(COUNT_SECTORS, SIMT_IN_SHARED, SIMT_LOADS, -1, 0, "");
    expect(COUNT_SECTORS, SIMT_ANYWHERE, SIMT_STORES, -1, 0, "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("blame");
    TCase *c = tcase_create("lines");
    SRunner *runner;
    const int fd = mkstemp(path);
    int failed;

    if (fd < 0) {
        perror(path);
        return EXIT_FAILURE;
    }
    close(fd);
    suite_add_tcase(s, c);
    tcase_add_test(c, test_excess_not_most);
    tcase_add_test(c, test_array_of_a_line);
    tcase_add_test(c, test_nothing_is_fetched_for_a_store);
    tcase_add_test(c, test_begins_within_a_sector);
    tcase_add_test(c, test_pieces);
    tcase_add_test(c, test_pieces_that_are_written);
    tcase_add_test(c, test_nearest_lanes);
    tcase_add_test(c, test_apart_and_again);
    tcase_add_test(c, test_again_more_than_apart);
    tcase_add_test(c, test_lone_threads);
    tcase_add_test(c, test_again_by_one_line);
    tcase_add_loop_test(c, test_same_in_each_turn, 0, 7);
    tcase_add_test(c, test_a_little_more_than_once);
    tcase_add_test(c, test_again_by_two_lines);
    tcase_add_test(c, test_stride_of_one_block);
    tcase_add_test(c, test_lock_by_all);
    tcase_add_test(c, test_rest_for_one_line);
    tcase_add_test(c, test_two_lines_of_two_kernels);
    tcase_add_test(c, test_read_back);
    tcase_add_test(c, test_one_element_for_all);
    tcase_add_test(c, test_several_blocks);
    tcase_add_test(c, test_bank_conflicts);
    tcase_add_test(c, test_conflicts_of_two_rows);
    tcase_add_test(c, test_bank_conflicts_of_two_columns);
    tcase_add_test(c, test_idle_lanes);
    tcase_add_test(c, test_passes);
    tcase_add_test(c, test_passes_of_one_thread);
    tcase_add_test(c, test_passes_in_two_lines);
    tcase_add_test(c, test_requests);
    tcase_add_test(c, test_lanes);
    tcase_add_test(c, test_kernels);
    tcase_add_test(c, test_copies);
    tcase_add_test(c, test_no_line);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove(path);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
