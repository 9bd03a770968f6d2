/*
 * test_kit.c - the kit as a student uses it, through make, in a copy of the
 * tree whose path has blanks and Chinese characters. The copy is built once;
 * most tests use lab 90, which is added to it as docs/adding-a-lab.md says
 * and is graded in a second. Every test begins with the labs as handed out.
 */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "drive.h"
#include "machine/ulimits.h"
#include "sample.h"

static char tree[PATH_MAX + 64];
static json_t *results; /* of the last get() */

/* ---- helpers --------------------------------------------------------- */

#define run(...) sh(tree, __VA_ARGS__)

/* A lab's entry in a results file of the tree. */
static const json_t *get(const char *file, const char *id)
{
    char path[2 * PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", tree, file);
    json_decref(results);
    results = load(path);
    const json_t *lab = lab_entry(results, id);
    ck_assert_msg(lab != NULL, "%s has no lab %s; said:\n%s", file, id, said);
    return lab;
}

static const json_t *mine(const char *id)
{
    return get("build/results.json", id);
}

/* The first check that failed; its message is what the student reads. */
static const json_t *failure(const json_t *lab)
{
    size_t i;
    json_t *c;

    json_array_foreach(json_object_get(lab, "checks"), i,
                       c) if (!strcmp(text_of(c, "status"), "fail")) return c;
    ck_abort_msg("no check failed; said:\n%s", said);
    return NULL;
}

#define status_is(lab, want) ck_assert_str_eq(text_of(lab, "status"), want)

/* Everything as handed out, nothing graded. */
static void fresh(void)
{
    expect(0, "set -e; rm -rf build/results*.json build/locale "
              "labs/90_small/small.c labs/*/*.bak-*\n"
              "for s in labs/*/.skeleton.*; do d=${s%%/*}; n=${d##*/}\n"
              "  cp \"$s\" \"$d/${n#*_}.${s##*.}\"; done");
}

/* Put text into labs/90_small/small.c; "@" stands for a right body. */
#define RIGHT \
    "#include \"small.h\"\nint twice(int x)\n{\n    return 2 * x;\n}\n"

static void hand_in(const char *text)
{
    char path[PATH_MAX + 128];
    FILE *f;

    snprintf(path, sizeof path, "%s/labs/90_small/small.c", tree);
    f = fopen(path, "w");
    ck_assert_msg(f && fputs(text, f) >= 0 && !fclose(f), "%s: %s", path,
                  strerror(errno));
}

static const char small_lab[] =
    "set -e; mkdir -p labs/90_small solutions/90_small/wrong\n"
    "cd labs/90_small\n"
    "echo '/* The contract. */ /* Twice x. */ int twice(int x);' >small.h\n"
    "cat >.skeleton.c <<'END'\n"
    "#include \"small.h\"\n"
    "int twice(int x)\n"
    "{\n"
    "    /* TODO: double it */\n"
    "    return x;\n"
    "}\n"
    "END\n"
    "cp .skeleton.c small.c\n"
    "cat >main.c <<'END'\n"
    "#include <stdio.h>\n"
    "#include \"small.h\"\n"
    "int main(void)\n"
    "{\n"
    "    printf(\"twice 21 is %%d\\n\", twice(21));\n"
    "    return 0;\n"
    "}\n"
    "END\n"
    "cat >lab.ini <<'END'\n"
    "title = Twice\n"
    "[points]\n"
    "correctness = 3\n"
    "END\n"
    "cat >README.md <<'END'\n"
    "# Twice\n"
    "`make lab90`, `make grade LAB=90`, [contract](small.h)\n"
    "`make hint LAB=90`\n"
    "END\n"
    "cat >hints.md <<'END'\n"
    "## start\n"
    "1. Begin anywhere.\n"
    "## correctness: twice 1000001\n"
    "1. Out of range.\n"
    "## correctness\n"
    "1. Twice is two times.\n"
    "2. Use the star.\n"
    "END\n"
    "cat >check.c <<'END'\n"
    "#include \"judge/judge.h\"\n"
    "// promise: Twice x\n"
    "// broken by: square\n"
    "START_TEST(twice_of_many)\n"
    "{\n"
    "    judge_start(BUILD_PLAIN, 2);\n"
    "    for (int i = 0; i < 10; i++) {\n"
    "        int64_t x = judge_between(1, 1000000);\n"
    "        judge_equal(2 * x, judge_call(\"twice\", T_I32,\n"
    "                    ARGS(I32(x))).i, \"twice %%d\", (int)x);\n"
    "    }\n"
    "}\n"
    "Suite *lab_suite(void)\n"
    "{\n"
    "    Suite *s = suite_create(\"90 small\");\n"
    "    judge_test(s, KIND_CORRECTNESS, twice_of_many);\n"
    "    return s;\n"
    "}\n"
    "END\n"
    "cd ../../solutions/90_small\n"
    "cat >small.c <<'END'\n" RIGHT "END\n"
    "cat >wrong/square.c <<'END'\n"
    "// caught by: correctness\n"
    "// hint: 2 is 1 + 1 | two times\n"
    "// says: twice\n"
    "#include \"small.h\"\n"
    "int twice(int x)\n"
    "{\n"
    "    return (int)((unsigned)x * (unsigned)x + 1);\n"
    "}\n"
    "END\n";

/* Copy and build the kit; then, and only then, add lab 90. */
static int make_tree(void)
{
    snprintf(tree, sizeof tree, "%s/my work \xe4\xbd\x9c\xe4\xb8\x9a/kit",
             base);
    setenv("TREE", tree, 1);
    if (sh(base,
           "set -e; mkdir -p \"$TREE\"; cd \"$ROOT\"\n"
           "for f in * .[!.]*; do case $f in\n"
           "  build|.git|.[a-z]*config) ;;\n"
           "  *) ! test -e \"$f\" || cp -a \"$f\" \"$TREE\";; esac; done\n"
           "cd \"$TREE\"; make -s -j2 build/grader/kit "
           "build/grader/student/runner.o build/grader/student/program.o "
           "build/grader/student/race_runtime.o "
           "build/grader/student/strict_runtime.o"))
        return -1;
    if (run("make"))
        return -1;
    if (run(small_lab))
        return -1;
    return run("make -s needed NEEDS='build/checks/90_small "
               "build/checks/03_reduction build/checks/06_mix "
               "build/checks/13_array_sum'");
}

/* ---- from the first look to a solved lab ----------------------------- */

START_TEST(list_then_solve_then_list)
{
    expect(0, "make");
    expect_says("90  Twice");
    expect_not_says("Makefile:"); /* where make itself complains */
    expect_says("not started");
    expect_says("make lab00");
    expect(0, "make lab90");
    expect_says("twice 21 is 21");
    hand_in(RIGHT);
    expect(0, "make lab90");
    expect_says("twice 21 is 42");
    expect(0, "make | grep '^90'");
    expect_says("in progress");
    expect(0, "make grade");
    status_is(mine("90"), "passed");
    expect(0, "make | grep '^90'");
    expect_says("passed 3/3");
    hand_in(RIGHT "/* later */\n");
    expect(0, "make | grep '^90'");
    expect_says("changed since");
}
END_TEST

START_TEST(lab_03_with_its_solution)
{
    expect(0, "make lab03");
    expect_says("4851"); /* the skeleton stops one short */
    expect(0, "cp solutions/03_reduction/reduction.c labs/03_reduction");
    expect(0, "make lab3");
    expect_says("4950");
    /* A busy machine may leave the speed untold, which costs nothing. */
    expect(0, "make grade LAB=03");
    const json_t *lab = mine("03");
    status_is(lab, "passed");
    ck_assert(number_of(lab, "points") == 10);
    ck_assert(number_of(lab, "max_points") == 10);
    ck_assert_ptr_nonnull(check_with(lab, "race", "pass", ""));
    ck_assert_ptr_nonnull(check_with(lab, "memory", "pass", ""));
}
END_TEST

/* The article's vector, and the number that its program should have printed. */
START_TEST(lab_06_with_its_solution)
{
    expect(0, "make lab06");
    expect_not_says("4999738");
    expect(0, "cp solutions/06_mix/mix.c labs/06_mix");
    expect(0, "make lab06");
    expect_says("- size of v_ans: 4999738");
}
END_TEST

/* So slow that there is no time for the pairs that a verdict usually takes. */
START_TEST(slow_beyond_measure)
{
    expect(0, "cat >labs/03_reduction/reduction.c <<'END'\n"
              "#include \"reduction.h\"\n"
              "#include <unistd.h>\n"
              "int64_t sum_array(const int32_t *a, size_t n)\n"
              "{\n"
              "    int64_t sum = 0;\n"
              "    for (size_t i = 0; i < n; i++)\n"
              "        sum += a[i];\n"
              "    if (n == 16 << 20) /* the speed check's */\n"
              "        sleep(6);\n"
              "    return sum;\n"
              "}\n"
              "END");
    expect(2, "make grade LAB=03");
    expect_says("Right, but too slow");
}
END_TEST

/* Two seconds of work last longer than any limit where eight others are busy on
 * each core; that is no endless loop. */
START_TEST(slow_for_others)
{
    fresh();
    hand_in("#include \"small.h\"\n"
            "#include <time.h>\n"
            "int twice(int x)\n"
            "{\n"
            "    static int after;\n"
            "    for (clock_t b = clock(); !after && clock() - b < "
            "2 * CLOCKS_PER_SEC;)\n"
            "        ;\n"
            "    after = 1;\n"
            "    return 2 * x;\n"
            "}\n");
    expect(0, "LAB=90 make -s build/checks/90_small\n"
              "n=$(nproc); for i in $(seq $((8 * n)))\n"
              "do timeout 60 sh -c 'while :; do :; done' & done\n"
              "LAB=90 SRC=labs build/grader/kit grade; code=$?\n"
              "kill $(jobs -p); wait; exit $code");
    status_is(mine("90"), "passed");
}
END_TEST

/* The same for a .cu file, on a machine without a GPU or with one. */
/* What the race detector's clang may take and get wrong is looked for. */
START_TEST(a_word_that_clang_gets_wrong)
{
    expect(0, "cp grader/tests/right/03_reduction/loop.c "
              "labs/03_reduction/reduction.c");
    run("LAB=03 build/grader/kit grade");
    ck_assert_ptr_null(check_with(mine("03"), "race", "fail", ""));
}
END_TEST

/* ThreadSanitizer where vm.mmap_rnd_bits is 32 and personality() is refused, as
 * in a container on Ubuntu 24.04: it dies before it begins. Nobody loses a
 * point, and doctor knows it in advance. */
START_TEST(a_race_detector_that_cannot_start)
{
    static const char fake[] = "PATH=\"$PWD/fake:$PATH\" LABKIT_TOOLS= "
                               "LABKIT_READ=\"$PWD/fake\" ";

    expect(
        0, "%s",
        "mkdir -p fake; cd fake\n"
        "cat >die.c <<'END'\n"
        "#include <unistd.h>\n"
        "__attribute__((constructor(101))) static void die(void)\n"
        "{\n"
        "    static const char m[] = \"FATAL: ThreadSanitizer: unexpected \"\n"
        "        \"memory mapping 0x5e6583a81000-0x5e6583a8b000\\n\";\n"
        "    _exit(write(2, m, sizeof m - 1) > 0 ? 66 : 67);\n"
        "}\n"
        "END\n"
        "gcc -c -fPIC die.c\n"
        "real=$(command -v clang || command -v clang-14)\n"
        "cat >clang <<END\n"
        "#!/bin/sh\n"
        "case \" \\$* \" in\n"
        "*' -c '*|*' -E '*|*' -print-'*|*version*) exec '$real' \"\\$@\";;\n"
        "*fsanitize=thread*) exec '$real' \"\\$@\" '$PWD/die.o';;\n"
        "esac\n"
        "exec '$real' \"\\$@\"\n"
        "END\n"
        "chmod +x clang");
    expect(0, "cp solutions/03_reduction/reduction.c labs/03_reduction");
    run("%s SPEED=0 LAB=03 build/grader/kit grade", fake);
    expect_says("vm.mmap_rnd_bits");
    const json_t *lab = mine("03");
    const json_t *race = check_with(lab, "race", "skipped", "Not checked");
    ck_assert_ptr_nonnull(race);
    ck_assert(number_of(race, "max_points") == 0);
    ck_assert_ptr_nonnull(check_with(lab, "memory", "pass", ""));
    run("%s build/grader/kit doctor", fake);
    expect_says("missing  finds races");
    expect_says("vm.mmap_rnd_bits");
    expect_says("ok       memory errors");
    expect(0, "rm -rf fake build/tools.txt build/detectors-*");
}
END_TEST

/* UBSan begins late, in a thread, and closes what it finds open for reports. */
START_TEST(overflow_at_its_line)
{
    expect(0, "grep -v '^// hint:' solutions/06_mix/wrong/square_overflows.c "
              ">labs/06_mix/mix.c");
    expect(1, "LAB=06 build/grader/kit grade");
    ck_assert_ptr_nonnull(
        check_with(mine("06"), "memory", "fail", "Line 9 computes"));
}
END_TEST

START_TEST(lab_13_with_its_solution)
{
    expect(0, "make lab13");
    expect(0, "cp solutions/13_array_sum/array_sum.cu labs/13_array_sum");
    expect(0, "make lab13");
    expect_says("1000 numbers: CPU 5007061, device 5007061");
    expect(0, "make grade LAB=13 BACKEND=cpu");
    const json_t *lab = mine("13");
    status_is(lab, "passed");
    ck_assert_ptr_nonnull(check_with(lab, "race", "pass", ""));
    ck_assert_ptr_nonnull(check_with(lab, "memory", "pass", ""));
    ck_assert_ptr_nonnull(check_with(lab, "traffic", "pass", ""));
    expect(2, "make grade LAB=13 BACKEND=none");
    expect_says("BACKEND is cpu, gpu or both");
}
END_TEST

/* With the kernel's address, as one launches it for all blocks at a time. */
START_TEST(a_launch_by_address)
{
    expect(0, "sed '/sum_kernel<<</,/return/c "
              "void *args[] = {\\&d_a, \\&n, \\&d_sum};\\n"
              "return cudaLaunchKernel((const void *)sum_kernel, "
              "(n - 1) / THREADS + 1, THREADS, args, 0, 0);' "
              "solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu");
    expect(0, "make grade LAB=13 BACKEND=cpu");
    status_is(mine("13"), "passed");
}
END_TEST

/* What C++ has in each object that needs it, for instance how exceptions end,
 * the student's object must not hide from a libstdc++ that is linked in. */
START_TEST(a_static_libstdcxx)
{
    expect(0, "{ cat solutions/13_array_sum/array_sum.cu; echo '#include "
              "<string>'; echo '#include <vector>'; echo 'int more(int n) {"
              " std::vector<std::string> v; for (int i = 0; i < n; i++)"
              " v.push_back(std::to_string(i)); try { return (int)v.at(n - 1)"
              ".size(); } catch (...) { return 0; } }'; } "
              ">labs/13_array_sum/array_sum.cu");
    expect(0, "CXX='g++ -static-libstdc++' LAB=13 BACKEND=cpu "
              "build/grader/kit grade");
    status_is(mine("13"), "passed");
}
END_TEST

/* A result that the host has worked out is right, and earns nothing. */
START_TEST(done_by_the_host)
{
    expect(0, "cp solutions/13_array_sum/wrong/done_by_the_host.cu "
              "labs/13_array_sum/array_sum.cu");
    expect(1, "LAB=13 BACKEND=cpu build/grader/kit grade");
    ck_assert_ptr_nonnull(
        check_with(mine("13"), "correctness", "skipped",
                   "Not counted: the host did the work, and no kernel any of "
                   "it. In this lab it is a kernel's."));
    ck_assert(number_of(mine("13"), "points") == 0);
    ck_assert(number_of(mine("13"), "max_points") == 8);
}
END_TEST

/* Where a call is refused before a kernel can work, the host did nothing. */
START_TEST(refused_before_a_kernel_works)
{
    expect(0, "sed 's/<<<[^,]*,/<<<0,/' solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu");
    expect(1, "LAB=13 BACKEND=cpu build/grader/kit grade");
    ck_assert_ptr_nonnull(check_with(
        mine("13"), "correctness", "skipped",
        "Not counted: none of your kernels has done any work, as the device "
        "refused what line 49 asks for. Mend that first."));
}
END_TEST

/* No race is found where nothing runs; that is no tick, and no points. */
START_TEST(no_races_without_a_kernel)
{
    expect(0, "sed '/sum_kernel<<</,/;/d' solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu");
    expect(1, "LAB=13 BACKEND=cpu build/grader/kit grade");
    expect_says("none of your kernels ran");
    ck_assert_ptr_nonnull(check_with(mine("13"), "correctness", "fail",
                                     " No kernel was launched."));
    const json_t *race = check_with(mine("13"), "race", "skipped", "");
    ck_assert_ptr_nonnull(race);
    ck_assert(number_of(race, "max_points") > 0);
}
END_TEST

/* Of a right answer, other forms are made, and those that people wrote are
 * found; one that is wrong loses its points. */
START_TEST(twins)
{
    expect(0, "mkdir -p grader/tests/right/90_small &&"
              " sed 's/2 \\* x/x + x/' solutions/90_small/small.c"
              " >grader/tests/right/90_small/sum.c");
    expect(0, "make twins LAB=90");
    expect_says("points lost in 0, speed not told in 0");
    expect_not_says("twins 0,");
    expect(0, "test -f build/twins/90_small/crlf.c");
    expect(0, "make twins LAB=90 ANSWER=/right/");
    expect_says("twins 1, gradings 1, points lost in 0");
    expect(0, "sed 's/2 \\* x/x * x/' solutions/90_small/small.c"
              " >grader/tests/right/90_small/square.c");
    expect(1, "LAB=90 ANSWER=/right/ N=2 LOOPS=0 build/grader/kit twins");
    expect_says("LOST grader/tests/right/90_small/square.c: 0 of 3 points");
    expect_says("twins 2, gradings 4, points lost in 2");
    expect(0, "LAB=90 SAMPLE=2 ANSWER=build/ build/grader/kit twins");
    expect_says("twins 2, gradings 2, points lost in 0");
    expect(0, "rm -r grader/tests/right/90_small");
}
END_TEST

START_TEST(lab_13_explained)
{
    expect(0, "mkdir -p build/explain/13_array_sum; "
              ">build/explain/13_array_sum/of_an_earlier_version.svg");
    expect(0, "make explain LAB=13 SRC=solutions");
    expect_says("Kernel sum_kernel");
    expect_says("part[tid] += part[tid + half];");
    expect_says("shared load");
    expect(0, "python3 -c 'import sys, xml.dom.minidom\n"
              "for f in sys.argv[1:]: xml.dom.minidom.parse(f)' "
              "build/explain/13_array_sum/*.svg");
    expect(1, "test -e build/explain/13_array_sum/of_an_earlier_version.svg");
    /* What is found is an answer, and no trouble of make's. */
    expect(0, "sed 's/__syncthreads();//' solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu; make explain LAB=13");
    expect_says("nothing orders the two");
    expect_not_says("***");
    expect(0, "sed 's/__syncthreads();/__trap();/' "
              "solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu; make explain LAB=13");
    expect_not_says("***");
    expect(0, "printf '#include \"array_sum.h\"\\n#include <stdlib.h>\\n"
              "int array_sum(const int *, int, long long *)\\n"
              "{\\n    abort();\\n}\\n' "
              ">labs/13_array_sum/array_sum.cu; make explain LAB=13");
    expect_says("The program was ended by a signal: Aborted.");
    expect_not_says("***");
    expect(0, "make explain LAB=42 SRC=solutions"); /* of a short text */
    expect_says("200000 bytes of text");
    expect(2, "make explain LAB=99");
}
END_TEST

/* A step that is right, one that is wrong, and those not begun. */
START_TEST(ladder_of_transposes)
{
    expect(0,
           "cd solutions && for l in 31_transpose_rows 32_transpose_columns\n"
           "do cp $l/*.cu ../labs/$l; done");
    expect(0, "sed -i 's/d_b, rows, cols)/d_b, cols, rows)/' "
              "labs/32_transpose_columns/transpose_columns.cu");
    expect(0, "make ladder LAB=33 BACKEND=cpu");
    expect_says("256 x 384");
    expect_says("98,304     12,288");
    expect_says("(not right yet)");
    expect_says("(not started)");
    expect_not_says("matmul");
    status_is(mine("31"), "passed");
    ck_assert(json_object_size(json_object_get(mine("31"), "ladder")) > 0);
    status_is(mine("32"), "failed");
    expect(0, "make ladder LAB=33 BACKEND=cpu");
    expect_says("98,304     12,288"); /* as remembered */
    expect(0, "python3 -c 'import sys, xml.dom.minidom\n"
              "t = xml.dom.minidom.parse(sys.argv[1]).toxml()\n"
              "assert \"98,304 read, 12,288 written\" in t\n"
              "assert \"not right yet\" in t' build/ladder/transpose.svg");
    expect(2, "make ladder LAB=03");
    expect_says("not a step of a ladder");
}
END_TEST

/* Whatever goes wrong in a .cu file is said at its own line. */
START_TEST(wrong_cuda_at_its_line)
{
    expect(0, "sed 's/__syncthreads();//' solutions/13_array_sum/array_sum.cu "
              ">labs/13_array_sum/array_sum.cu");
    expect(2, "make grade LAB=13 BACKEND=cpu");
    const json_t *race = check_with(mine("13"), "race", "fail", "`part");
    ck_assert_ptr_nonnull(race);
    ck_assert(number_of(race, "line") > 20);
    ck_assert_str_eq(text_of(race, "file"), "labs/13_array_sum/array_sum.cu");
    expect(0, "echo 'int x = 1' >>labs/13_array_sum/array_sum.cu");
    expect(2, "make lab13");
    expect_says("labs/13_array_sum/array_sum.cu:");
    expect_says("error: expected");
}
END_TEST

/* What is not seen at full speed is looked at once more. */
START_TEST(crash_at_its_line)
{
    expect(0, "sed 's/sum += a.i.;/sum += ((const int32_t *)0)[i];/' "
              "solutions/03_reduction/reduction.c "
              ">labs/03_reduction/reduction.c");
    expect(2, "make grade LAB=03");
    const json_t *c = check_with(mine("03"), "correctness", "fail", "crashed");
    ck_assert_ptr_nonnull(c);
    ck_assert_ptr_nonnull(strstr(text_of(c, "message"),
                                 "Your code crashed in sum_array(). Line "));
    ck_assert_ptr_nonnull(strstr(
        text_of(c, "message"), " uses a null pointer: `((const int32_t *)0)[i]`"
                               ". Look where the pointer gets its value."));
    ck_assert(number_of(c, "line") > 10);
    expect(0, "sed 's/sum = 0;/sum = 0; if (n == 7) abort();/;"
              "s/#include .reduction.h./&\\n#include <stdlib.h>/' "
              "solutions/03_reduction/reduction.c "
              ">labs/03_reduction/reduction.c");
    expect(2, "make grade LAB=03");
    ck_assert_ptr_nonnull(check_with(
        mine("03"), "correctness", "fail",
        "Your code stopped itself in sum_array() (abort: a failed assert, or "
        "damaged malloc memory)."));
}
END_TEST

/* An answer that goes wrong only where it is timed. */
START_TEST(wrong_where_it_is_timed)
{
    expect(0, "sed 's/    return sum;/    static int k;\\n    return sum + "
              "(++k > 3 \\&\\& n > 1000000);/' "
              "solutions/03_reduction/reduction.c "
              ">labs/03_reduction/reduction.c");
    expect(2, "make grade LAB=03");
    ck_assert_ptr_nonnull(
        check_with(mine("03"), "speed", "fail",
                   "Not measured, because a result is wrong. Wrong: the sum of "
                   "167"));
}
END_TEST

START_TEST(refused_launch_at_its_line)
{
    expect(0, "sed 's/1, THREADS>>>/1, 5 * THREADS>>>/' "
              "solutions/12_vector_add/vector_add.cu "
              ">labs/12_vector_add/vector_add.cu");
    expect(2, "make grade LAB=12 BACKEND=cpu");
    const json_t *c = check_with(mine("12"), "correctness", "fail", "n = 1.");
    ck_assert_ptr_nonnull(c);
    ck_assert_ptr_nonnull(
        strstr(text_of(c, "message"),
               "Wrong: the error from vector_add() for n = 1. At line "));
    ck_assert_ptr_nonnull(
        strstr(text_of(c, "message"),
               ", add is launched with blocks of 1280 threads; a block has at "
               "most 1024. The call returns cudaErrorInvalidConfiguration."));
    ck_assert(number_of(c, "line") > 20);
}
END_TEST

START_TEST(skeleton_fails)
{
    expect(2, "make grade LAB=90"); /* make's own code for a failed command */
    expect(1, "LAB=90 build/grader/kit grade");
    expect_says("make hint LAB=90");
    const json_t *lab = mine("90");
    status_is(lab, "failed");
    ck_assert(number_of(lab, "points") == 0);
    ck_assert(number_of(lab, "max_points") == 3);
}
END_TEST

START_TEST(nothing_changed_nothing_graded)
{
    expect(0, "rm -f build/checks/08_map_reduce; make grade");
    ck_assert_str_eq(
        said, "You have not changed any lab yet, so there is nothing to grade: "
              "read\nlabs/00_openmp_detect/README.md, edit "
              "labs/00_openmp_detect/openmp_detect.c, and\n"
              "then type make grade.\n");
    expect(0, "make ladder");
    expect_says("(not started)");
    expect_not_says("CC  ");
    expect_not_says("LINK");
    hand_in(RIGHT);
    expect(0, "make grade");
    char *seed = strdup(text_of(mine("90"), "seed"));
    expect(0, "make grade");
    expect_says("\nNothing has changed since this was graded: edit a lab's "
                "file first, or have one\ngraded again as it is\n"
                "  make grade LAB=90\n");
    expect_not_says("LINK");
    expect(1, "test -e build/checks/08_map_reduce"); /* nobody needs it */
    ck_assert_str_eq(text_of(mine("90"), "seed"), seed);
    hand_in(RIGHT "/* changed */\n");
    expect(0, "make grade");
    ck_assert_str_ne(text_of(mine("90"), "seed"), seed);
    free(seed);
}
END_TEST

START_TEST(hints_one_by_one)
{
    static const char *const want[] = {
        "Lab 90, hint 1 of 2 (correctness: twice of many):\n"
        "  Twice is two times.\n",
        "Lab 90, hint 2 of 2 (correctness: twice of many):\n"
        "  Use the star.\n",
        "all hints for this (2)", "two times"};

    expect(0, "make hint LAB=90");
    expect_says("Lab 90, hint 1 of 1 (start):\n  Begin anywhere.\n");
    expect(2, "make grade LAB=90");
    for (int i = 0; i < 4; i++) {
        expect(0, "make hint LAB=90");
        expect_says(want[i]);
    }
    hand_in(RIGHT);
    expect(0, "make grade LAB=90");
    expect(0, "make hint LAB=90");
    expect_says("needs no hint");
    expect(2, "make hint"); /* which lab? */
    expect_says("Which lab?");
}
END_TEST

/* Each section has its own place, whatever went wrong in between. */
START_TEST(hints_of_several_kinds)
{
    static const char *const race = "sed 's/reduction(+ : sum)//' "
                                    "solutions/03_reduction/reduction.c "
                                    ">labs/03_reduction/reduction.c";

    expect(0, "%s", race);
    expect(2, "make grade LAB=03");
    expect(0, "make hint LAB=03");
    expect_says("Lab 03, hint 1 of 3 (race: no race):\n"
                "  Which variable do all threads write?");
    expect(0, "cp labs/03_reduction/.skeleton.c "
              "labs/03_reduction/reduction.c");
    expect(2, "make grade LAB=03");
    /* that it has no race earns nothing */
    const json_t *races =
        check_with(mine("03"), "race", "skipped", "Not counted");
    ck_assert_ptr_nonnull(races);
    ck_assert(number_of(races, "points") == 0);
    ck_assert(number_of(mine("03"), "points") < 1);
    expect_says("as soon as half of");
    expect(0, "make hint LAB=03");
    expect_says("hint 1 of 3 (correctness: exact for every size):");
    expect(0, "%s", race);
    expect(2, "make grade LAB=03");
    expect(0, "make hint LAB=03");
    expect_says("Lab 03, hint 2 of 3 (race: no race):");
}
END_TEST

START_TEST(what_does_not_build_has_the_hints_of_all_labs)
{
    hand_in("int twice(int x)\n{\n    return 2 x;\n}\n");
    expect(2, "make grade LAB=90");
    expect_says("make hint LAB=90");
    expect(0, "make hint LAB=90");
    expect_says("Lab 90, hint 1 of 3 (build");
    expect_says("the line that the finding names");

    expect(0, "mv labs/hints.md build");
    expect(2, "make grade LAB=90");
    expect_says("Mend what is said first");
    expect_says("make grade LAB=90");
    expect_not_says("make hint");
    expect(0, "make hint LAB=90");
    expect_says("no hint for this");
    expect_says("make grade LAB=90");
    expect(0, "mv build/hints.md labs");
}
END_TEST

START_TEST(reset_keeps_the_old_file)
{
    hand_in("mine\n");
    expect(0, "make reset LAB=90");
    expect(0, "cmp labs/90_small/small.c labs/90_small/.skeleton.c");
    expect(0, "cat labs/90_small/small.c.bak-*");
    ck_assert_str_eq(said, "mine\n");
    expect(0, "make reset LAB=90");
    expect_says("nothing to do");
}
END_TEST

START_TEST(resets_in_one_second)
{
    expect(0, "for i in 1 2 3 4 5 6; do echo mine $i >labs/90_small/small.c; "
              "LAB=90 build/grader/kit reset || exit; done");
    expect(0, "cat labs/90_small/small.c.bak-* | sort");
    ck_assert_str_eq(said, "mine 1\nmine 2\nmine 3\nmine 4\nmine 5\nmine 6\n");
    expect(0, "ls labs/90_small/small.c.bak-*-2");
}
END_TEST

START_TEST(endless_program)
{
    hand_in("#include <stdio.h>\n#include \"small.h\"\nint twice(int x)\n{\n"
            "    puts(\"begun\");\n    fflush(stdout);\n"
            "    for (volatile int i = 0; i >= 0;)\n        i = 0;\n"
            "    return x;\n}\n");
    expect(2, "make lab90 RUN_SECONDS=1");
    expect_says(
        "begun\nIt was ended after 1 seconds. Most likely a loop has "
        "no end, or threads wait\nfor what never comes (a deadlock).\n");
    expect(0, "make -n lab90 | grep 'timeout --foreground .* 60 '");
    /* Ctrl-C, which a terminal sends to all, ends it, too. */
    expect(0, "timeout -s INT 3 make lab90; test $? -eq 124");
    expect_not_says("It was ended");
}
END_TEST

START_TEST(readme_shows_what_comes)
{
    expect(0, "cp grader/demo/mistake/03_reduction/reduction.c "
              "labs/03_reduction; { make grade LAB=03; make hint LAB=03; } "
              "2>&1 | python3 grader/tests/readme.py");
}
END_TEST

/* ---- settings -------------------------------------------------------- */

START_TEST(other_folders_with_blanks)
{
    expect(0, "set -e; rm -rf '../alice b'; mkdir -p '../alice b/90_small'\n"
              "cp solutions/90_small/small.c '../alice b/90_small'");
    expect(0, "make grade SRC='../alice b'");
    status_is(get("build/results-alice b.json", "90"), "passed");
    ck_assert_str_eq(text_of(results, "src"), "../alice b");
    expect(1, "test -e build/results.json");
    expect(0, "make lab90 SRC='../alice b'");
    expect_says("42");
    expect(0, "make grade SRC='../alice b' RESULTS='../my results.json'");
    status_is(get("../my results.json", "90"), "passed");
    expect(2, "make grade SRC=nowhere");
    expect_says("nowhere");
}
END_TEST

/* Two folders of one name have two files; and whatever a folder is called. */
START_TEST(folders_and_their_results)
{
    static const char *const names[] = {"alice/hw1",
                                        "bob/hw1",
                                        "../bob/hw1",
                                        "bob/-x",
                                        "bob/a'b\"c $d",
                                        "bob/a\nb",
                                        "bob/\033[2J\xe2\x80\xae\xff",
                                        "bob/"};
    char path[PATH_MAX], name[300];
    int n = (int)(sizeof names / sizeof *names);

    expect(0, "mkdir -p bob alice/hw1 ../bob");
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s", names[i]);
        if (i == n - 1) { /* as long as a name can be */
            memset(name + 4, 'n', 255);
            name[4 + 255] = 0;
        }
        setenv("SRC", name, 1);
        snprintf(path, sizeof path, "%s/%s", tree, name);
        expect(0, "mkdir -p -- \"$SRC/90_small\" && cp "
                  "solutions/90_small/small.c -- \"$SRC/90_small\"");
        int code = run("build/grader/kit grade");
        unsetenv("SRC");
        ck_assert_msg(code == 0, "%s: %d %s", name, code, said);
        ck_assert_ptr_null(strchr(said, '\033'));
        expect(0, "ls build/results-* | grep -c json");
        ck_assert_msg(atoi(said) == i + 1, "%s: %s files", name, said);
    }
    expect(0, "python3 -c 'import json, sys\n"
              "for f in sys.argv[1:]: json.load(open(f, encoding=\"utf-8\"))' "
              "build/results-*.json");
    /* the same folder by other names */
    expect(0, "SRC=bob/hw1/ build/grader/kit grade");
    expect(0, "cd bob; ln -sf hw1 link; cd ..; SRC=bob/link "
              "build/grader/kit grade");
    expect(0, "ls build/results-* | grep -c json");
    ck_assert_int_eq(atoi(said), n);
    expect(0, "rm -rf bob alice ../bob");
}
END_TEST

/* Links on the way are as good as folders, but for one to the solution. */
START_TEST(linked_folders)
{
    expect(0, "mkdir -p ../else ../alice; mv labs/90_small ../else; "
              "ln -s \"$PWD/../else/90_small\" labs; "
              "cp solutions/90_small/small.c labs/90_small; "
              "ln -sfn \"$PWD/../else\" ../alice/link");
    int own = run("LAB=90 build/grader/kit grade");
    int linked = run("LAB=90 SRC=../alice/link build/grader/kit grade");
    expect(0, "ln -sfn \"$PWD/solutions/90_small\" ../alice/90_small");
    int solution = run("SRC=../alice build/grader/kit grade");
    expect(0, "rm -r labs/90_small; mv ../else/90_small labs");
    ck_assert_int_eq(own, 0);
    ck_assert_int_eq(linked, 0);
    ck_assert_int_eq(solution, 1);
    const json_t *f = failure(get("build/results-alice.json", "90"));
    ck_assert_ptr_nonnull(strstr(text_of(f, "message"), "link to the refer"));
}
END_TEST

START_TEST(no_such_folder)
{
    expect(2, "SRC=Makefile build/grader/kit grade");
    expect_says("Makefile: Not a directory");
    expect(2, "SRC=$(printf '%%0600d' 0) build/grader/kit grade");
    expect_says("room for 511");
    expect(2, "RESULTS=$(printf '%%0900d' 0) build/grader/kit grade");
    expect_says("room for 799");
    expect(0, "mkdir -p '../a b'; SRC='../a b' LAB=90 build/grader/kit grade; "
              "true");
    expect_says("LAB=90 SRC='../a b'"); /* can be typed */
}
END_TEST

/* Who may not look into a folder is told so; it is not left out. */
START_TEST(folder_without_rights)
{
    if (geteuid() == 0) {
        printf("NOT RUN: a folder without rights, which takes another user.\n");
        return;
    }
    expect(0, "mkdir -p ../carol/90_small; chmod 000 ../carol/90_small");
    int code = run("SRC=../carol build/grader/kit grade");
    run("chmod 755 ../carol/90_small; rm -r ../carol");
    ck_assert_int_eq(code, 1);
    expect_says("Permission denied");
}
END_TEST

/* Whatever stands in the file's place is kept as it is. */
START_TEST(reset_of_odd_files)
{
    static const char *const make[] = {"mkfifo $F", "ln -s /dev/zero $F",
                                       "mkdir $F", "ln -s nowhere $F",
                                       "truncate -s 1T $F"};
    static const char *const kept[] = {"test -p", "test -L", "test -d",
                                       "test -L", "test -f"};

    setenv("F", "labs/90_small/small.c", 1);
    for (size_t i = 0; i < sizeof make / sizeof *make; i++) {
        expect(0, "rm -rf $F $F.bak-*; %s", make[i]);
        expect(0, "LAB=90 build/grader/kit reset");
        expect(0, "cmp $F labs/90_small/.skeleton.c; %s $F.bak-*", kept[i]);
        expect(0, "rm -rf $F.bak-*; ! ls $F.new-*");
    }
}
END_TEST

START_TEST(seed_repeats_the_inputs)
{
    char first[1024];

    expect(2, "make grade LAB=90 SEED=42");
    snprintf(first, sizeof first, "%s",
             text_of(failure(mine("90")), "message"));
    expect(2, "make grade LAB=90 SEED=0x2a");
    ck_assert_str_eq(text_of(failure(mine("90")), "message"), first);
    ck_assert_str_eq(text_of(mine("90"), "seed"), "0x000000000000002a");
    expect(2, "make grade LAB=90 SEED=43");
    ck_assert_str_ne(text_of(failure(mine("90")), "message"), first);
    expect(2, "make grade LAB=90 SEED=many");
    expect_says("SEED is a number");
}
END_TEST

START_TEST(results_that_cannot_be_written)
{
    hand_in(RIGHT);
    expect(2, "LAB=90 RESULTS=/dev/full/x build/grader/kit grade");
    expect_says("/dev/full/x: cannot be written");
    expect(2, "LAB=90 RESULTS=no/such/folder/x build/grader/kit grade");
    expect(0, "test -z \"$(ls -A build/work)\"");
}
END_TEST

/* What is there already and not ours stays, and nothing is graded first. */
START_TEST(results_over_what_is_not_ours)
{
    static const struct {
        const char *make, *name, *says;
    } odd[] = {
        {"echo precious >../odd", "../odd", "would be lost"},
        {"echo '{\"format\": 1, \"labs\": 3}' >../odd", "../odd",
         "would be lost"},
        {"ln -s results.json ../odd", "../odd", "is a link"},
        {"ln -s nowhere ../odd", "../odd", "is a link"},
        {"mkfifo ../odd", "../odd", "a pipe or a device"},
        {"mkdir ../odd", "../odd", "is a folder"},
        {"true", "/dev/full", "a pipe or a device"},
        {"true", "/dev/null", "a pipe or a device"},
    };

    hand_in(RIGHT);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        expect(0, "rm -rf ../odd; %s; ls -l ../odd >../before 2>&1; true",
               odd[i].make);
        expect(2, "LAB=90 RESULTS=%s timeout 20 build/grader/kit grade",
               odd[i].name);
        expect_says(odd[i].says);
        expect_not_says("Results are in");
        expect(0, "ls -l ../odd 2>&1 | cmp - ../before");
    }
    expect(2, "echo precious >../odd; LAB=90 RESULTS=../odd build/grader/kit "
              "hint");
    expect(0, "grep -q precious ../odd; rm ../odd");
    /* what is ours, of another version, too, or empty, is written anew */
    expect(0, "echo '{\"format\": 0, \"src\": \"labs\", \"labs\": []}' "
              ">../odd; LAB=90 RESULTS=../odd build/grader/kit grade");
    expect(0, "LAB=90 RESULTS=../odd build/grader/kit grade");
    expect(0, ">../odd; LAB=90 RESULTS=../odd build/grader/kit grade");
    expect(0, "rm ../odd");
}
END_TEST

/* Whatever a variable holds is text: make expands nothing in it, and no shell
 * runs it. */
START_TEST(settings_are_text)
{
    static const char *const names[] = {
        "SRC",      "LAB",        "SEED",  "RESULTS", "KEEP",   "V",
        "BACKEND",  "SAMPLE",     "JOBS",  "SPEED",   "SEARCH", "TO",
        "OUT",      "ROSTER",     "IN",    "CONFIG",  "TRUST",  "COLUMN",
        "FEEDBACK", "MAX_POINTS", "LABS",  "GIT",     "N",      "NEEDS",
        "ENGINE",   "PARTITION",  "CORES", "GPU",     "LOOPS",  "ANSWER"};
    static const char *const goals[] = {"list", "needed", "lab03", "export",
                                        "explain"};
    /* as a shell reads them; NAME is each of the names */
    static const char *const values[] = {
        "NAME='$(shell touch ../ran)$$(touch ../ran)'",
        "\"NAME=x'; touch ../ran; '\"", "'NAME=x\"; touch ../ran; \"'",
        "'NAME=x`touch ../ran`'"};
    char all[4096], *end;

    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        end = all;
        *end = 0;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const char *at = strstr(values[v], "NAME");

            end += sprintf(end, " %.*s%s%s", (int)(at - values[v]), values[v],
                           names[i], at + 4);
        }
        for (size_t k = 0; k < sizeof goals / sizeof *goals; k++) {
            run("make %s %s", goals[k], all);
            if (!v)
                run("%s make %s", all, goals[k]);
            expect(1, "test -e ../ran");
        }
    }
    run("make \"'; touch ../ran; '\"");
    run("make '`touch ../ran`'");
    expect(1, "test -e ../ran");
}
END_TEST

START_TEST(results_on_a_full_disk)
{
    hand_in(RIGHT);
    expect(0, "mkdir -p ../full");
    if (run("mount -t tmpfs -o size=16k tmpfs ../full")) {
        printf("NOT TESTED: a full disk (mounting one takes root)\n");
        return;
    }
    int code = run("echo '{\"format\": 1, \"src\": \"\", \"labs\": []}' "
                   ">../full/r.json; cat /dev/zero >../full/fill "
                   "2>/dev/null; LAB=90 RESULTS=../full/r.json "
                   "build/grader/kit grade");
    char *words = strdup(said);
    int kept = run("cat ../full/r.json; ls ../full");
    run("umount ../full");
    ck_assert_msg(code == 2, "exit code %d: %s", code, words);
    ck_assert_msg(strstr(words, "r.json: cannot be written") != NULL, "%s",
                  words);
    ck_assert_int_eq(kept, 0);
    run("cat ../full/* 2>/dev/null; true");
    free(words);
}
END_TEST

/* Check's own settings, meant for another suite, leave no check out. */
START_TEST(settings_of_check)
{
    hand_in(RIGHT);
    expect(0, "CK_RUN_CASE=nothing CK_RUN_SUITE=x CK_INCLUDE_TAGS=y "
              "make grade LAB=90");
    status_is(mine("90"), "passed");
}
END_TEST

START_TEST(unknown_labs_and_words)
{
    static const char *const bad[] = {"99", "..", "abc", "03x", "-1"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        expect(2, "make grade LAB=%s", bad[i]);
        expect_says("no such lab");
        expect_says("LAB=90");
    }
    expect(2, "make lab77");
    expect(2, "make nonsense");
    expect_says("make help");
    expect(0, "make help");
    expect_says("make grade");
}
END_TEST

START_TEST(results_follow_the_schema)
{
    expect(2, "make grade LAB=90");
    expect(0, "cp solutions/03_reduction/reduction.c labs/03_reduction");
    run("make grade");
    expect(0, "make hint LAB=00");
    if (run("python3 -W ignore -c 'import jsonschema'")) {
        printf("NOT TESTED: the schema (python3-jsonschema is missing)\n");
        return;
    }
    expect(0, "python3 -W ignore -m jsonschema -i build/results.json "
              "docs/results.schema.json");
    /* and the schema says no to something */
    expect(1, "sed 's/\"failed\"/\"perfect\"/' build/results.json >../bad.json;"
              "python3 -W ignore -m jsonschema -i ../bad.json "
              "docs/results.schema.json");
}
END_TEST

/* ---- what is printed ------------------------------------------------- */

static void expect_narrow(void)
{
    int columns = 0;

    for (const char *p = said; *p; p++) {
        ck_assert_msg(*p != '\033', "an escape code in:\n%s", said);
        if (*p == '\n')
            columns = 0;
        else if ((*p & 0xc0) != 0x80) /* a character, not the rest of one */
            columns++;
        ck_assert_msg(columns <= 80, "more than 80 columns in:\n%s", said);
    }
}

START_TEST(plain_text_of_80_columns)
{
    expect(0, "make");
    expect_narrow();
    expect(2, "make grade LAB=90");
    expect_narrow();
    hand_in("#include \"small.h\"\nint twice(int x)\n{\n    return \"a long "
            "line that the compiler shows with its own words and more\" + "
            "x * undeclared;\n}\n");
    run("LAB=90 build/grader/kit grade | sed '/own words/,/^$/d'");
    expect_narrow();
    expect(0, "make hint LAB=90");
    expect_narrow();
    expect(0, "make help");
    expect_narrow();
    run("make doctor");
    expect_narrow();
}
END_TEST

START_TEST(colors_only_on_a_terminal)
{
    if (run("script -qec true /dev/null </dev/null")) {
        printf("NOT TESTED: a terminal (no `script`, or no /dev/pts)\n");
        return;
    }
    hand_in(RIGHT);
    expect(0, "script -qec 'make grade' /dev/null </dev/null");
    expect_says("\033[3");
    hand_in(RIGHT "/* again */\n");
    expect(0, "NO_COLOR=1 script -qec 'make grade' /dev/null </dev/null");
    expect_says("Twice");
    expect_not_says("\033[3");
}
END_TEST

START_TEST(translated)
{
    hand_in("");
    if (run("command -v msgfmt")) {
        printf("NOT TESTED: a translation (gettext is missing)\n");
        return;
    }
    expect(0, "set -e; mkdir -p build/locale/zh_CN/LC_MESSAGES\n"
              "cat >../zh.po <<'END'\n"
              "msgid \"\"\n"
              "msgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
              "msgid \"not started\"\n"
              "msgstr \"\xe6\x9c\xaa\xe5\xbc\x80\xe5\xa7\x8b\"\n"
              "END\n"
              "msgfmt -o build/locale/zh_CN/LC_MESSAGES/labkit.mo ../zh.po");
    /* Newer C libraries translate nothing in the C locales, and a small system
     * has no others: gettext's own command tells. */
    run("TEXTDOMAINDIR=build/locale LANGUAGE=zh_CN gettext labkit "
        "'not started'");
    if (strstr(said, "not started")) {
        printf("NOT TESTED: a translation (there is no locale for it)\n");
        return;
    }
    expect(0, "LANGUAGE=zh_CN make");
    expect_says("\xe6\x9c\xaa\xe5\xbc\x80\xe5\xa7\x8b");
    expect_not_says("not started");
    expect(0, "make");
    expect_says("not started");
}
END_TEST

/* ---- files that are not as they should be ---------------------------- */

static const struct odd_file {
    const char *name, *command; /* makes "$F"; "$S" is a right answer */
    const char *kind, *words;   /* null: it is graded and passes */
    int line;                   /* 0: does not matter */
} odd_files[] = {
    {"missing", "rm \"$F\"", "build", "make reset LAB=90", 0},
    {"folder", "rm \"$F\"; mkdir \"$F\"", "build", "is a folder", 0},
    {"pipe", "rm \"$F\"; mkfifo \"$F\"", "build", "not a file", 0},
    {"empty", ": >\"$F\"", "build", "empty", 0},
    {"renamed", "sed s/twice/double_it/ \"$S\" >\"$F\"", "correctness",
     "no function twice()", 0},
    {"static", "sed 's/^int twice/static &/' \"$S\" >\"$F\"", "build", "static",
     2},
    {"signature", "sed 's/int x/long x/' \"$S\" >\"$F\"", "build",
     "keep its return type", 2},
    {"second main",
     "{ cat \"$S\"; echo 'int main(void) { return 0; }'; } "
     ">\"$F\"",
     NULL, NULL, 0},
    {"CRLF", "sed 's/$/\\r/' \"$S\" >\"$F\"", NULL, NULL, 0},
    {"BOM", "{ printf '\\357\\273\\277'; cat \"$S\"; } >\"$F\"", NULL, NULL, 0},
    {"UTF-16", "iconv -t UTF-16 \"$S\" >\"$F\"", "build", "UTF-16", 0},
    {"GBK comment", "{ cat \"$S\"; printf '/* \\326\\320 */\\n'; } >\"$F\"",
     "build",
     "This line holds bytes that are not text in UTF-8, but in GBK, say. Save "
     "the file as UTF-8 in your editor and look at this line again.",
     6},
    {"syntax error", "sed 's/2 \\* x;/2 * x/' \"$S\" >\"$F\"", "build",
     "expected", 4},
    {"undefined",
     "sed 's/2 \\* x/nobody(x)/; 1iint nobody(int);' \"$S\" "
     ">\"$F\"",
     "build", "nobody", 5},
    {"unreadable include",
     "{ echo '#include \"not here.h\"'; cat \"$S\"; } "
     ">\"$F\"",
     "build", "not here.h", 1},
    {"symbolic link", "rm \"$F\"; ln -s \"$PWD/$S\" \"$F\"", "build",
     "is a symbolic link", 0},
    {"link to nothing", "rm \"$F\"; ln -s nowhere \"$F\"", "build",
     "is a symbolic link", 0},
    {"link to a device", "rm \"$F\"; ln -s /dev/zero \"$F\"", "build",
     "is a symbolic link", 0},
    {"a terabyte of nothing", "truncate -s 1T \"$F\"", "build", "million bytes",
     0},
    {"own header",
     "echo '#define TWO 2' >\"${F%/*}/my own.h\"; { echo '#include "
     "\"my own.h\"'; sed 's/2 \\*/TWO */' \"$S\"; } >\"$F\"",
     NULL, NULL, 0},
    {"a macro that doubles 40 times",
     "{ cat \"$S\"; echo '#define X0 1 +'; for i in $(seq 40); do echo "
     "\"#define X$i X$((i - 1)) X$((i - 1))\"; done; echo 'int more(void) "
     "{ return X40 0; }'; } >\"$F\"",
     "build", "could not be built in time", 0},
    {"a file that includes itself twice",
     "{ cat \"$S\"; echo '#include __FILE__'; echo '#include __FILE__'; } "
     ">\"$F\"",
     "build", "", 0},
    {"a name of 900,000 letters",
     "{ cat \"$S\"; echo 'int more(void) { return '; head -c 900000 /dev/zero "
     "| tr '\\0' q; echo '; }'; } >\"$F\"",
     "build", "", 0},
    {"link to a header of another's",
     "cp \"$S\" ../small.h; ln -sf \"$PWD/../small.h\" \"${F%/*}/my own.h\"; "
     "echo '#include \"my own.h\"' >\"$F\"",
     "build", "Only files of your own", 0},
    {"commands for a terminal",
     "printf '#error a\\033]0;x\\a \\302\\2332J \\342\\200\\256 b\\n' >\"$F\"",
     "build", "a?]0;x? ?2J", 1},
    {"header that is a pipe",
     "rm -f \"${F%/*}/my own.h\"; "
     "mkfifo \"${F%/*}/my own.h\"; { echo '#include \"my own.h\"'; "
     "cat \"$S\"; } >\"$F\"",
     "build", "did nothing", 0},
    {"header without end",
     "ln -sf /dev/zero \"${F%/*}/my own.h\"; { echo '#include \"small.h\"'; "
     "echo '# 1 \"labs/90_small/my own.h\" 1'; echo '# 2 \"x.c\" 2'; "
     "sed 1d \"$S\"; } >\"$F\"",
     "build", "begins with a #", 0},
    {"its own list",
     "{ echo '#ifndef AGAIN'; echo '#define AGAIN'; echo '#include __FILE__'; "
     "cat \"$S\"; echo '#endif'; } >\"$F\"",
     NULL, NULL, 0},
};

START_TEST(odd_file)
{
    const struct odd_file *o = &odd_files[_i];

    setenv("F", "labs/90_small/small.c", 1);
    setenv("S", "solutions/90_small/small.c", 1);
    hand_in("");
    expect(0, "%s", o->command);
    int code = run("LAB=90 build/grader/kit grade");
    ck_assert_msg(code == (o->kind ? 1 : 0), "%s: exit code %d:\n%s", o->name,
                  code, said);
    const json_t *lab = mine("90");
    if (o->kind) {
        const json_t *f = failure(lab);
        ck_assert_msg(!strcmp(text_of(f, "kind"), o->kind) &&
                          strstr(text_of(f, "message"), o->words),
                      "%s: %s: %s", o->name, text_of(f, "kind"),
                      text_of(f, "message"));
        ck_assert_msg(!o->line || number_of(f, "line") == o->line,
                      "%s: line %g, not %d", o->name, number_of(f, "line"),
                      o->line);
        ck_assert_msg(!o->line ||
                          !strcmp(text_of(f, "file"), "labs/90_small/small.c"),
                      "%s: file %s", o->name, text_of(f, "file"));
    } else {
        status_is(lab, "passed");
    }
    run("rm -rf \"$F\" \"${F%%/*}/my own.h\"");
}
END_TEST

START_TEST(compiler_that_breaks_down)
{
    hand_in(RIGHT);
    expect(0, "{ echo 'cat >&2 <<END'\n"
              "echo \"$PWD/labs/90_small/small.c:4:14: internal compiler \"\\\n"
              "\"error: in fold, at tree.c:7\"\n"
              "echo 'See <file:///usr/share/doc/README.Bugs>.'\n"
              "echo END; echo exit 4; } >build/broken_cc");
    expect(1, "CC='sh build/broken_cc' LAB=90 build/grader/kit grade");
    const json_t *f = failure(mine("90"));
    ck_assert_str_eq(text_of(f, "kind"), "build");
    ck_assert_msg(strstr(text_of(f, "message"), "(in fold, at tree.c:7)") &&
                      strstr(text_of(f, "message"), "itself breaks down"),
                  "%s", text_of(f, "message"));
    ck_assert(number_of(f, "line") == 4);
}
END_TEST

/* ---- trouble of the machine's own ------------------------------------ */

START_TEST(read_only_tree)
{
    hand_in(RIGHT);
    if (geteuid() == 0 && !can_be_nobody()) {
        printf("NOT RUN: a read-only tree, which takes another user.\n");
        return;
    }
    if (geteuid() == 0) {
        /* Nobody does not own the files, so all is read-only to it. */
        expect(2, "LAB=90 setpriv --reuid=65534 --regid=65534 --clear-groups "
                  "build/grader/kit grade");
    } else {
        expect(0, "chmod a-w build build/work build/tap build/grade.lock");
        int code = run("LAB=90 build/grader/kit grade");
        run("chmod u+w build build/work build/tap build/grade.lock");
        ck_assert_int_eq(code, 2);
    }
    expect_says("Permission denied");
    expect_says("build/");
    expect_says("Copy the kit");
}
END_TEST

START_TEST(many_jobs_and_two_at_once)
{
    hand_in(RIGHT);
    expect(0, "make -j8 grade LAB=90");
    status_is(mine("90"), "passed");
    expect(0, "(LAB=90 SEED=1 build/grader/kit grade >../1 2>&1; "
              "echo code $? >>../1) &"
              "LAB=90 SEED=2 build/grader/kit grade >../2 2>&1; "
              "echo code $? >>../2; wait; cat ../1 ../2");
    expect_says("Another grading is running");
    expect_not_says("code 1");
    expect_not_says("code 2");
    expect(0, "test -z \"$(ls -A build/work)\"");
    status_is(mine("90"), "passed");
}
END_TEST

/* A grading that Ctrl-C interrupts once a command says that it is time: the
 * whole group in the foreground gets the signal. Nothing stays behind. */
static void interrupt_grading(const char *time)
{
    const struct timespec nap = {0, 50000000};
    int status;
    pid_t pid;

    pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        if (chdir(tree) || !freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr))
            _exit(126);
        execlp("make", "make", "grade", (char *)NULL);
        _exit(126);
    }
    for (int i = 0; i < 400 && run("%s", time); i++)
        nanosleep(&nap, NULL);
    ck_assert_int_eq(waitpid(pid, &status, WNOHANG), 0);
    kill(-pid, SIGINT);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 2);
    for (int i = 0; i < 40; i++) {
        if (run("test -z \"$(ls -A build/work)\"") == 0 &&
            run("ls -l /proc/[0-9]*/exe 2>/dev/null | "
                "grep -e \"$TREE/build/checks\" -e \"$TREE/build/work\"") == 1)
            break;
        nanosleep(&nap, NULL);
        ck_assert_msg(i < 39, "left behind:\n%s", said);
    }
}

START_TEST(interrupted)
{
    hand_in(RIGHT);
    expect(0, "make grade");
    expect(0, "cp build/results.json ../before.json");
    hand_in("#include \"small.h\"\nint twice(int x)\n{\n"
            "    for (volatile int go = 1; go;)\n        ;\n"
            "    return x;\n}\n");
    /* until the student's process runs */
    interrupt_grading("ls build/work/*/plain && sleep 1.5");
    expect(0, "cmp build/results.json ../before.json");
}
END_TEST

/* ---- the place of a mistake, found by trying ----------------------------- */

#define WRONG(x) "#include \"small.h\"\nint twice(int x)\n{\n    " x "\n}\n"

/* A change that makes the results right and the memory work three times as much
 * is not what was meant: kernel and grid are for blocks of 32 x 8, and to
 * launch these would be lab 31. */
START_TEST(not_found_if_wasteful)
{
    expect(0, "sed 's/threadIdx/(threadIdx)/;" /* not to be exchanged */
              "s/blockIdx.x \\* blockDim.x/blockIdx.x * 32/;"
              "s/blockIdx.y \\* blockDim.y/blockIdx.y * 8/;"
              "s,(rows + 7) / 8,(rows + 31) / 32,;"
              "s,(cols + 31) / 32,(cols + 7) / 8,' "
              "solutions/34_transpose_blocks/transpose_blocks.cu "
              ">labs/34_transpose_blocks/transpose_blocks.cu");
    expect(2, "LAB=34 SEARCH=30 BACKEND=cpu make -s grade");
    expect_says("34 ");
    expect_not_says("Found by trying");
}
END_TEST

/* Where there is no memory for n of something, nobody sees that n is too large
 * for an int: that is not right, but untold. */
START_TEST(untold_if_starved)
{
    expect(0, "sed 's/malloc(team/malloc(n/; s/size_t begin, end/int begin, "
              "end/' solutions/02_parallel_no_omp/parallel_no_omp.c "
              ">labs/02_parallel_no_omp/parallel_no_omp.c");
    expect(0, "LAB=02 SPEED=0 make -s grade");
    expect_says("Could not be told: with n = 8589934598 and threads = 1 your "
                "code asks for\n     more memory than there is. What it needs "
                "need not grow with n.");
}
END_TEST

START_TEST(found_by_trying)
{
    const json_t *f;

    hand_in(WRONG("int y = x;\n\n    return y * 3;"));
    expect(2, "SEARCH=60 make -s grade");
    expect_says("Found by trying: look at line 6 of small.c, the number `3`. "
                "With that alone\nchanged, everything is right.");
    f = failure(mine("90"));
    ck_assert(number_of(f, "line") == 6);
    ck_assert_ptr_nonnull(strstr(text_of(f, "message"), "Found by trying"));
    hand_in(WRONG("int y = 1 * x;\n\n    return 1 * y;"));
    expect(2, "SEARCH=60 make -s grade");
    expect_says(
        "Found by trying: look at line 4 of small.c, the number `1`; or "
        "at line 6, the\nnumber `1`. With one of the two changed, "
        "everything is right.");
    expect(0, "test -z \"$(ls -A build/work)\"");
    expect(2, "SEARCH=0 make -s grade LAB=90");
    expect_not_says("Found by trying");
}
END_TEST

/* Neither of the two changes alone makes the check right. */
START_TEST(two_found_by_trying)
{
    hand_in(WRONG("return x > 500000\n               ? 3 * x\n"
                  "               : 1 * x;"));
    expect(2, "SEED=1 SEARCH=90 make -s grade");
    expect_says("Found by trying: look at line 6 of small.c, the number `1`, "
                "and at line 5, the\nnumber `3`. With both changed, "
                "everything is right.");
    hand_in(WRONG("return x > 500000 ? 3 * x : 1 * x;"));
    expect(2, "SEED=1 SEARCH=90 make -s grade");
    expect_says("Found by trying: look at line 4 of small.c, the number `1` "
                "and the number `3`.\nWith both changed, everything is right.");
}
END_TEST

/* Three mistakes, a file that has another beside it, one that is as it was
 * handed out, one that the compiler refuses: nothing can be said, and it does
 * not take long to know. */
START_TEST(not_found_by_trying)
{
    static const char *const texts[] = {
        WRONG("if (x > 700000)\n        return 2 * x + 1;\n"
              "    if (x < 300000)\n        return 3 * x;\n    return 1 * x;"),
        "#include \"mine.h\"\n" WRONG("return y(x);"),
        WRONG("/* TODO: double it */\n    return x;"),
        WRONG("return 2 * y;"),
    };

    expect(0, "echo 'static int y(int x) { return 3 * x; }' >"
              "labs/90_small/mine.h");
    hand_in(texts[_i]);
    expect(2, "SEARCH=%s make -s grade LAB=90", _i ? "1000" : "5");
    expect_not_says("Found by trying");
    expect_says("SEED=");
    expect(0, "rm labs/90_small/mine.h; test -z \"$(ls -A build/work)\"");
}
END_TEST

/* What was graded stays. */
START_TEST(interrupted_while_it_tries)
{
    hand_in(WRONG("if (x > 700000)\n        return 2 * x + 1;\n"
                  "    return 3 * x + (x ^ 5) * (x - 3) + (x | 6) * (x + 8);"));
    setenv("SEARCH", "1000", 1);
    interrupt_grading("ls build/work/tries/*/small.c && sleep 0.5");
    setenv("SEARCH", "0", 1);
    status_is(mine("90"), "failed");
}
END_TEST

/* Killed while it compiles, and while it runs what it has compiled: it cannot
 * clean up, and all that it has started dies with it. What did not would become
 * our child. */
START_TEST(killed)
{
    static const char *const files[] = {"plain-plain-o.txt", "plain"};
    const struct timespec nap = {0, 50000000};
    int status, tries = 0;
    pid_t pid;

    hand_in(_i ? "#include \"small.h\"\nint twice(int x)\n{\n"
                 "    for (volatile int go = 1; go;)\n        ;\n"
                 "    return x;\n}\n"
               : "#define A(x) x; x; x; x; x; x; x; x;\n"
                 "#define B(x) A(A(A(x)))\n"
                 "int twice(int x)\n{\n    int y = 0;\n"
                 "    B(B(if (x > y) y += x * y; else y ^= x))\n"
                 "    return y;\n}\n");
    expect(0, "rm -rf build/work/*");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        setenv("LAB", "90", 1);
        if (chdir(tree) || !freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr))
            _exit(126);
        execl("build/grader/kit", "kit", "grade", (char *)NULL);
        _exit(126);
    }
    while (tries++ < 400 && run("ls build/work/*/%s && sleep 1", files[_i]))
        nanosleep(&nap, NULL);
    ck_assert_int_eq(waitpid(pid, &status, WNOHANG), 0);
    kill(pid, SIGKILL);
    for (int i = 0; (pid = waitpid(-1, &status, WNOHANG)) >= 0; i += !pid) {
        if (pid > 0)
            continue;
        if (i == 40)
            run("ps -o pid,args --ppid %d; pkill -9 -P %d", (int)getpid(),
                (int)getpid());
        ck_assert_msg(i < 40, "left behind:\n%s", said);
        nanosleep(&nap, NULL);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    hand_in(RIGHT);
    expect(0, "make grade");
    expect(0, "test -z \"$(ls -A build/work)\"");
}
END_TEST

/* ---- a lab that came as two folders ---------------------------------- */

START_TEST(new_lab_is_verified)
{
    expect(0, "make verify LAB=90");
    expect_says("ok   90 promises");
    expect_says("ok   90 skeleton");
    expect_says("ok   90 solution");
    expect_says("ok   90 wrong/square.c");
    expect_not_says("FAIL");
    expect(0, "cp solutions/90_small/small.c ../kept.c; "
              "cp labs/90_small/.skeleton.c solutions/90_small/small.c");
    int code = run("make verify LAB=90");
    char *words = strdup(said);
    expect(0, "cp ../kept.c solutions/90_small/small.c");
    ck_assert_msg(code == 2 && strstr(words, "FAIL"), "%d %s", code, words);
    free(words);
}
END_TEST

/* A check of numbers that nobody has comes first, and the code does not come
 * back from it: the others count, traffic too. An answer that is named for such
 * checks alone, and fails another one, is found. */
START_TEST(a_nit_closes_nothing)
{
    expect(
        0,
        "cd labs/90_small; cp check.c small.h lab.ini ../../..\n"
        "echo '/* Below 0, too. */' >>small.h; echo 'traffic = 1' >>lab.ini\n"
        "for t in below_0 far_below_0; do cat >>added.c <<END\n"
        "// promise: Below 0, too.\n"
        "// broken by: below_0\n"
        "START_TEST($t)\n"
        "{\n"
        "    judge_start(BUILD_PLAIN, 2);\n"
        "    judge_equal(-2, judge_call(\"twice\", T_I32,\n"
        "                ARGS(I32(-1))).i, \"twice -1\");\n"
        "}\n"
        "END\n"
        "done\n"
        "sed -i '1r added.c' check.c; rm added.c\n"
        "sed -i 's/^ *judge_test.*/"
        "judge_nit(s, KIND_CORRECTNESS, below_0);\\n"
        "judge_nit(s, KIND_CORRECTNESS, far_below_0);\\n&\\n"
        "judge_test(s, KIND_TRAFFIC, twice_of_many);/' check.c");
    hand_in("#include \"small.h\"\nint twice(int x)\n{\n"
            "    for (volatile int y = x; y < 0;)\n        y = x;\n"
            "    return 2 * x;\n}\n");
    expect(2, "make grade LAB=90");
    expect_says("did not come back");
    ck_assert(number_of(mine("90"), "points") == 3); /* two of three, and 1 */
    ck_assert(number_of(mine("90"), "max_points") == 4);
    ck_assert_ptr_nonnull(check_with(mine("90"), "traffic", "pass", ""));
    ck_assert_ptr_nonnull(
        check_with(mine("90"), "correctness", "skipped", "did not come back"));
    hand_in(RIGHT);
    expect(0, "cp solutions/90_small/wrong/square.c ../square.c; "
              "sed 's/return/return x < 0 ? 0 :/' ../square.c "
              ">solutions/90_small/wrong/below_0.c");
    expect(2, "make verify LAB=90");
    expect_says("FAIL 90 wrong/below_0.c: breaks what nits are about, and "
                "\"twice of many\", which is none, fails: ");
    expect(0, "rm solutions/90_small/wrong/below_0.c; cd ..; "
              "mv check.c small.h lab.ini kit/labs/90_small; "
              "touch kit/labs/90_small/*"); /* the check is built anew */
}
END_TEST

/* A check that tries 2 alone lets `2 + x` pass; that is found, or explained by
 * a mark, and a mark that explains nothing is found as well. */
START_TEST(mistakes_that_nothing_catches)
{
    expect(0, "make mutate LAB=90 SEED=1");
    expect_says("All ");
    expect(0, "sed -i 's/judge_between(1, 1000000)/2/' labs/90_small/check.c");
    expect(2, "make mutate LAB=90 SEED=1");
    expect_says("solutions/90_small/small.c:4: operator\n"
                "      - return 2 * x;\n      + return 2 + x;\n");
    expect_says("1 not caught");
    expect(0, "grep -q '^90,4,survived,.*\"return 2 + x;\"' "
              "build/mutants.csv");
    expect(0, "$(make mutate LAB=90 | sed -n 's/ *\\(make grade\\)/\\1/p')");
    expect_says("3/3");
    expect(0, "echo 'return 2 * x; => ...2 + x; // only 2 is tried' "
              ">solutions/90_small/mutants; make mutate LAB=90");
    expect_says("1 mean the same");
    expect(0, "sed -i 's/= 2;/= judge_between(1, 1000000);/' "
              "labs/90_small/check.c");
    expect(2, "make mutate LAB=90");
    expect_says("solutions/90_small/mutants:1: this mark explains no survivor");
    expect(0, "make mutate LAB=90 SAMPLE=2"); /* may just have missed it */
    expect_says("2 mutants");
    expect(0, "LAB=90 make promises");
    expect_says("ok   90 mutants: 1 marks");
    expect(0, "echo 'return 3 * x; => ...2 + x; // gone' "
              ">>solutions/90_small/mutants");
    expect(2, "LAB=90 make promises");
    expect_says("FAIL 90 mutants: line 2 is for no mutant of the solution");
    expect(0, "rm solutions/90_small/mutants");
}
END_TEST

/* A sentence that no test is for, an answer that breaks another promise than
 * it is named for, and a test that is never run. */
START_TEST(promises_are_verified)
{
    expect(0,
           "cd labs/90_small; cp check.c ../../..; cp small.h ../../../kept.h\n"
           "echo '/* And fast. No, really. */' >>small.h\n"
           "sed -i 's|^START_TEST|// promise: And fast.\\n"
           "// broken by: square\\nSTART_TEST(fast)\\n{\\n"
           "    judge_start(BUILD_PLAIN, 2);\\n}\\n&|' check.c\n"
           "sed -i 's/^ *judge_test.*/&\\n"
           "judge_test(s, KIND_CORRECTNESS, fast);/' check.c");
    expect(2, "make verify LAB=90");
    expect_says("FAIL 90 promises: no test is for this: No, really.");
    expect_says("no promise asks for this test");
    expect_says("FAIL 90 wrong/square.c: \"fast\" must fail");
    expect(0, "sed -i '/judge_test.*fast/d' labs/90_small/check.c");
    expect(2, "make verify LAB=90");
    expect_says("FAIL 90 solution: \"fast\" is never run");
    expect(0, "sed -i '/^\\/\\/ /d' labs/90_small/check.c");
    expect(2, "make verify LAB=90"); /* as one who has never heard of them */
    expect_says("FAIL 90 promises: no test is for this: ");
    expect(0, "mv ../check.c labs/90_small; mv ../kept.h labs/90_small/small.h;"
              "touch labs/90_small/*");
}
END_TEST

/* A wrong answer that does not say which hint fits it, and one that gets
 * another hint; with V=1 one sees which, and need not grade again. */
START_TEST(hints_are_verified)
{
    expect(0, "cp solutions/90_small/wrong/square.c .. ; sed -i "
              "'s/^.. hint:.*/\\/\\/ hint: use the star/' "
              "solutions/90_small/wrong/square.c");
    expect(2, "make verify LAB=90 V=1");
    expect_says("FAIL 90 wrong/square.c: the first hint must contain \"use the "
                "star\", but is that of ## correctness "
                "(labs/90_small/hints.md:5): Twice is two times.\n"
                "     correctness: twice of many: Wrong: twice ");
    expect_says("  -> ## correctness\n     Twice is two times.\n");
    expect(2, "make promises LAB=90");
    expect_says("FAIL 90 hints: solutions/90_small/wrong/square.c: no first "
                "hint contains \"use the star\"\n");
    expect(0, "cp ../square.c solutions/90_small/wrong");
    expect(0, "make promises LAB=90 V=1");
    expect_says("ok   90 wrong/square.c: as it was graded last, the first hint "
                "fits\n");
    expect(0, "sed -i '/^.. hint:/d' solutions/90_small/wrong/square.c; "
              "sed -i 's/^## start/## begin/; s/^## correctness$/&: x/' "
              "labs/90_small/hints.md; sed -i '/make hint/d' "
              "labs/90_small/README.md");
    expect(2, "make promises LAB=90");
    expect_says("FAIL 90 hints: labs/90_small/hints.md:1: begin: there is no "
                "such section.");
    expect_says("FAIL 90 hints: labs/90_small/hints.md: there is no section ## "
                "start\n");
    expect_says("FAIL 90 hints: labs/90_small/hints.md: there is no section ## "
                "correctness\n");
    expect_says(
        "FAIL 90 hints: solutions/90_small/wrong/square.c: no line \"// "
        "hint: words\" behind the first one says what the first hint "
        "for it must contain\n");
    expect_says("FAIL 90 hints: labs/90_small/README.md: does not say `make "
                "hint LAB=90`\n");
    expect(0, "cp ../square.c solutions/90_small/wrong; "
              "sed -i 's/^## begin/## start/; s/^## correctness: x/"
              "## correctness/' labs/90_small/hints.md; "
              "echo '`make hint LAB=90` [x](gone)' >>labs/90_small/hints.md; "
              "echo '`make hint LAB=90`' >>labs/90_small/README.md");
    expect(2, "make promises LAB=90");
    expect_says("FAIL 90 handout: hints.md: the link to gone leads nowhere\n");
    expect(0, "sed -i '$d' labs/90_small/hints.md; make promises LAB=90");
}
END_TEST

/* Its gradings run at the same time where there is no GPU; one of them fails,
 * and is counted, in its place. */
START_TEST(cuda_lab_is_verified)
{
    static const char *const lines[] = {"\nok   13 handout",
                                        "\nFAIL 13 promises",
                                        "\nok   13 skeleton",
                                        "\nok   13 solution",
                                        "\nok   13 wrong/every_other_bank.cu",
                                        "\nFAIL 13 wrong/plain_addition.cu",
                                        "\nok   13 wrong/sum_not_zeroed.cu",
                                        "\n8 passed, 2 failed, 0 skipped"};
    const char *at = said;

    expect(0, "cd solutions/13_array_sum && mv wrong kept && mkdir wrong && "
              "cp kept/every_other_bank.cu kept/sum_not_zeroed.cu "
              "kept/plain_addition.cu wrong && "
              "sed -i '1s/race/speed/' wrong/plain_addition.cu");
    run("make verify LAB=13 BACKEND=cpu");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = strstr(at, lines[i]);
        ck_assert_msg(at, "%s is not in its place:\n%s", lines[i], said);
    }
    expect(0, "cd solutions/13_array_sum && rm -r wrong && mv kept wrong");
}
END_TEST

/* Without bubblewrap, leaks are found where Yama allows it. Elsewhere the table
 * says that nobody could look. */
START_TEST(leak_without_bubblewrap)
{
    expect(0, "cp solutions/02_parallel_no_omp/wrong/leak.c "
              "labs/02_parallel_no_omp/parallel_no_omp.c");
    run("LABKIT_SANDBOX=plain make grade LAB=02");
    expect_says("never freed");
    ck_assert_ptr_null(check_with(mine("02"), "memory", "pass", ""));
}
END_TEST

/* What is wrong already is not tried on the GPU, costs nothing there and is
 * told once; what is right is tried. The GPU's program is one that fails. */
START_TEST(gpu_comes_last)
{
    static const char again[] =
        "w=$(ls -d build/work/13_array_sum.*)\n"
        "[ -x $w/gpu ] || { echo 'exit 1' >$w/gpu; chmod +x $w/gpu; }\n"
        "build/checks/13_array_sum -w $w -f labs/13_array_sum/array_sum.cu\n"
        "cat $w/checks.json; rm -r $w";
    json_t *report, *c;
    size_t i, before = 0, with = 0;

    for (int right = 0; right < 2; right++) {
        if (right)
            expect(0, "cp solutions/13_array_sum/array_sum.cu "
                      "labs/13_array_sum");
        before = with;
        run("KEEP=1 BACKEND=cpu LAB=13 build/grader/kit grade");
        expect(0, again);
        report = json_loads(strchr(said, '{'), 0, NULL);
        json_array_foreach(json_object_get(report, "checks"), i, c)
        {
            bool not_tried =
                strstr(text_of(c, "message"), "Not tried on the GPU");

            if (!strstr(text_of(c, "name"), "(GPU)")) {
                ck_assert_msg(with == before, "%s comes late", said);
                continue;
            }
            with++;
            ck_assert_int_eq(not_tried, !right);
            ck_assert(right || (!strcmp(text_of(c, "status"), "skipped") &&
                                number_of(c, "max_points") == 0));
        }
        json_decref(report);
    }
    ck_assert_uint_ge(with, 4);
}
END_TEST

/* While a speed check has the machine alone, the others wait. */
START_TEST(waits_for_whoever_is_timed)
{
    hand_in(RIGHT);
    expect(0, "KEEP=1 LAB=90 build/grader/kit grade");
    expect(0, "w=$(ls -d build/work/90_small.*)\n"
              "flock build/work sh -c 'echo >locked; sleep 2; echo >over' &\n"
              "until [ -e locked ]; do sleep 0.05; done\n"
              "build/checks/90_small -w $w -f labs/90_small/small.c &&\n"
              "ls over; rm -r $w locked over");
}
END_TEST

/* Judge and student mean the same GPU. */
START_TEST(which_gpu_is_meant)
{
    hand_in("#include \"small.h\"\n"
            "#include <stdlib.h>\n"
            "int twice(int x)\n"
            "{\n"
            "    return x * atoi(getenv(\"CUDA_VISIBLE_DEVICES\"));\n"
            "}\n");
    expect(0, "CUDA_VISIBLE_DEVICES=2 LAB=90 build/grader/kit grade");
}
END_TEST

/* What the shell forbids is never said of the student's code. */
static const char *const limits[][2] = {
    {"ulimit -v 4000000", "MB of addresses"},
    {"ulimit -n 100", "100 open files"},
    {"ulimit -t 60", "seconds of processor time"},
    {"ulimit -s 1024", "1 MB for a thread's stack"},
};

START_TEST(narrow_shell)
{
    hand_in(RIGHT);
    expect(2, "%s; LAB=90 build/grader/kit grade", limits[_i][0]);
    expect_says(limits[_i][1]);
    expect_says("Nothing can be graded here");
    expect(1, "%s; build/grader/kit doctor", limits[_i][0]);
    expect_says("missing  limits");
}
END_TEST

/* Limits and variables of a shell that would each make one of these fail, or
 * let it pass. */
static const char *const any_shell[] = {"03_reduction", "05_atomic_barrier",
                                        "09_group_by"};

START_TEST(whatever_the_shell_has_set)
{
    char id[3];
    const json_t *lab;
    size_t i;
    json_t *c;

    snprintf(id, sizeof id, "%s", any_shell[_i]);
    run("set -e; make -s needed NEEDS=build/checks/%s; ulimit -s unlimited\n"
        "ulimit -n 300; export OMP_STACKSIZE=64K OMP_THREAD_LIMIT=1 "
        "OMP_NUM_THREADS=1 OMP_PROC_BIND=true OMP_PLACES='{0}' "
        "GOMP_CPU_AFFINITY=0 OMP_SCHEDULE=static,1 OMP_DYNAMIC=true "
        "OMP_MAX_ACTIVE_LEVELS=0 OMP_WAIT_POLICY=active OMP_TOOL=disabled "
        "GOMP_SPINCOUNT=infinite GOMP_STACKSIZE=16 KMP_STACKSIZE=16k "
        "KMP_AFFINITY=compact MALLOC_PERTURB_=85 MALLOC_ARENA_MAX=1 "
        "TSAN_OPTIONS=report_bugs=0 ASAN_OPTIONS=detect_leaks=0 "
        "UBSAN_OPTIONS=halt_on_error=1 LD_BIND_NOW=1 "
        "GLIBC_TUNABLES=glibc.malloc.tcache_count=0\n"
        "SRC=solutions RESULTS=build/results-any.json LAB=%s "
        "build/grader/kit grade",
        any_shell[_i], id);
    expect_not_says("The judge itself");
    lab = get("build/results-any.json", id);
    json_array_foreach(json_object_get(lab, "checks"), i, c)
    {
        const char *status = text_of(c, "status");

        /* a busy machine may not tell */
        ck_assert_msg(!strcmp(status, "pass") || !strcmp(status, "untold") ||
                          !strcmp(text_of(c, "kind"), "speed"),
                      "%s", said);
    }
}
END_TEST

/* In a group of processes with a limit; and in one whose path is outside. */
START_TEST(processes_of_a_group)
{
    char root[PATH_MAX], file[PATH_MAX + 16];

    expect(0, "mkdir -p group/a/b && cd group && echo 100 >a/pids.max &&"
              "echo 90 >a/pids.current && echo max >a/b/pids.max &&"
              "echo 5 >a/b/pids.current && echo 0::/a/b >here &&"
              "echo 0::/../x >outside && echo 7:pids:/ >old");
    snprintf(root, sizeof root, "%s/group", tree);
    snprintf(file, sizeof file, "%s/here", root);
    ck_assert_int_eq(ulimits_pids_at(root, file), 10);
    snprintf(file, sizeof file, "%s/outside", root);
    ck_assert_int_eq(ulimits_pids_at(root, file), -1);
    snprintf(file, sizeof file, "%s/old", root);
    ck_assert_int_eq(ulimits_pids_at(root, file), -1);
    expect(0, "rm -r group");
}
END_TEST

/* ---- all of it ------------------------------------------------------- */

static Suite *kit_suite(void)
{
    Suite *s = suite_create("the kit in use");
    TCase *tc = tcase_create("kit");

    tcase_set_timeout(tc, 180);
    tcase_add_checked_fixture(tc, fresh, NULL);
    tcase_add_test(tc, list_then_solve_then_list);
    tcase_add_test(tc, lab_03_with_its_solution);
    tcase_add_test(tc, lab_06_with_its_solution);
    tcase_add_test(tc, a_word_that_clang_gets_wrong);
    tcase_add_test(tc, a_race_detector_that_cannot_start);
    tcase_add_test(tc, overflow_at_its_line);
    tcase_add_test(tc, lab_13_with_its_solution);
    tcase_add_test(tc, a_static_libstdcxx);
    tcase_add_test(tc, done_by_the_host);
    tcase_add_test(tc, refused_before_a_kernel_works);
    tcase_add_test(tc, no_races_without_a_kernel);
    tcase_add_test(tc, ladder_of_transposes);
    tcase_add_test(tc, wrong_cuda_at_its_line);
    tcase_add_test(tc, crash_at_its_line);
    tcase_add_test(tc, refused_launch_at_its_line);
    tcase_add_test(tc, wrong_where_it_is_timed);
    tcase_add_test(tc, skeleton_fails);
    tcase_add_test(tc, nothing_changed_nothing_graded);
    tcase_add_test(tc, hints_one_by_one);
    tcase_add_test(tc, hints_of_several_kinds);
    tcase_add_test(tc, reset_keeps_the_old_file);
    tcase_add_test(tc, resets_in_one_second);
    tcase_add_test(tc, endless_program);
    tcase_add_test(tc, readme_shows_what_comes);
    tcase_add_test(tc, other_folders_with_blanks);
    tcase_add_test(tc, seed_repeats_the_inputs);
    tcase_add_test(tc, results_that_cannot_be_written);
    tcase_add_test(tc, results_on_a_full_disk);
    tcase_add_test(tc, settings_of_check);
    tcase_add_test(tc, unknown_labs_and_words);
    tcase_add_test(tc, results_follow_the_schema);
    tcase_add_test(tc, plain_text_of_80_columns);
    tcase_add_test(tc, colors_only_on_a_terminal);
    tcase_add_test(tc, translated);
    tcase_add_test(tc, compiler_that_breaks_down);
    tcase_add_test(tc, read_only_tree);
    tcase_add_test(tc, many_jobs_and_two_at_once);
    tcase_add_test(tc, interrupted);
    tcase_add_test(tc, untold_if_starved);
    tcase_add_test(tc, found_by_trying);
    tcase_add_test(tc, two_found_by_trying);
    tcase_add_loop_test(tc, not_found_by_trying, 0, 4);
    tcase_add_test(tc, interrupted_while_it_tries);
    tcase_add_test(tc, which_gpu_is_meant);
    tcase_add_loop_test(tc, narrow_shell, 0, sizeof limits / sizeof *limits);
    tcase_add_test(tc, processes_of_a_group);
    suite_add_tcase(s, tc);

    tc = tcase_create("walls"); /* what hurts the judge itself */
    tcase_set_timeout(tc, 180);
    tcase_add_checked_fixture(tc, fresh, NULL);
    tcase_add_loop_test(tc, killed, 0, 2);
    tcase_add_test(tc, folders_and_their_results);
    tcase_add_test(tc, linked_folders);
    tcase_add_test(tc, no_such_folder);
    tcase_add_test(tc, folder_without_rights);
    tcase_add_test(tc, reset_of_odd_files);
    tcase_add_test(tc, results_over_what_is_not_ours);
    tcase_add_test(tc, settings_are_text);
    suite_add_tcase(s, tc);

    tc = tcase_create("files");
    tcase_set_timeout(tc, 180);
    tcase_add_checked_fixture(tc, fresh, NULL);
    tcase_add_loop_test(tc, odd_file, 0,
                        (int)(sizeof odd_files / sizeof *odd_files));
    suite_add_tcase(s, tc);

    tc = tcase_create("any shell");
    tcase_set_tags(tc, "long");
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, whatever_the_shell_has_set, 0,
                        sizeof any_shell / sizeof *any_shell);
    suite_add_tcase(s, tc);

    tc = tcase_create("kit, long");
    tcase_set_tags(tc, "long"); /* not in `make test` */
    tcase_set_timeout(tc, 300);
    tcase_add_checked_fixture(tc, fresh, NULL);
    tcase_add_test(tc, slow_beyond_measure);
    tcase_add_test(tc, slow_for_others);
    tcase_add_test(tc, a_launch_by_address);
    tcase_add_test(tc, twins);
    tcase_add_test(tc, lab_13_explained);
    tcase_add_test(tc, not_found_if_wasteful);
    tcase_add_test(tc, what_does_not_build_has_the_hints_of_all_labs);
    tcase_add_test(tc, new_lab_is_verified);
    tcase_add_test(tc, a_nit_closes_nothing);
    tcase_add_test(tc, mistakes_that_nothing_catches);
    tcase_add_test(tc, promises_are_verified);
    tcase_add_test(tc, hints_are_verified);
    tcase_add_test(tc, cuda_lab_is_verified);
    tcase_add_test(tc, leak_without_bubblewrap);
    tcase_add_test(tc, gpu_comes_last);
    tcase_add_test(tc, waits_for_whoever_is_timed);
    suite_add_tcase(s, tc);
    return s;
}

int main(void)
{
    int failed = 1;

    clean_environment();
    if (base_make("test_kit"))
        return 1;
    if (make_tree()) {
        fprintf(stderr, "the copy cannot be built:\n%s\n", said);
    } else {
        failed = run_suite(kit_suite());
    }
    base_remove();
    return failed != 0;
}
