/* test_mutants.c - which mistakes are made in a text, and what a mark fits. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/put_file.h"
#include "variants/marks.h"
#include "variants/mutants.h"

static struct mutants made;

static const struct mutant *find(const char *before, const char *after)
{
    for (int i = 0; i < made.n; i++)
        if (!strcmp(made.mutant[i].before, before) &&
            !strcmp(made.mutant[i].after, after))
            return &made.mutant[i];
    return NULL;
}

/* Every mutant changes the text, and none moves a line. */
static void make(const char *text)
{
    mutants_free(&made);
    mutants_make(text, &made);
    for (int i = 0; i < made.n; i++) {
        const struct mutant *m = &made.mutant[i];
        char *mutated = mutant_text(text, m);
        int lines = 0;

        for (const char *p = text; *p; p++)
            lines += *p == '\n';
        for (const char *p = mutated; *p; p++)
            lines -= *p == '\n';
        ck_assert_msg(lines == 0, "%s => %s", m->before, m->after);
        ck_assert_msg(strcmp(text, mutated), "%s: nothing changed", m->before);
        ck_assert_msg(strcmp(m->before, m->after), "%s: the same", m->before);
        free(mutated);
    }
}

/* One line in a function: its mutants, and how many there are. */
static void only(const char *line, const char *const *want)
{
    char text[400];
    int n = 0;

    snprintf(text, sizeof text, "void f(void)\n{\n    %s\n}\n", line);
    make(text);
    for (; want[n]; n++)
        ck_assert_msg(find(line, want[n]), "%s: no %s", line, want[n]);
    for (int i = 0; i < made.n; i++) {
        bool wanted = false;

        for (int k = 0; k < n; k++)
            wanted = wanted || !strcmp(made.mutant[i].after, want[k]);
        ck_assert_msg(wanted, "%s => %s", made.mutant[i].before,
                      made.mutant[i].after);
    }
    ck_assert_int_eq(made.n, n);
}

#define ONLY(line, ...) only(line, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(one_line)
{
    ONLY("x = y;", "x += y;", ";");
    ONLY("x += 2;", "x = 2;", "x -= 2;", "x += 1;", "x += 3;", ";");
    ONLY("i++;", "i--;", ";");
    ONLY("int k = n;", "int k ;", "short k = n;");
    ONLY("if (i < n) g();", "if (i <= n) g();", "if (i > n) g();",
         "if (i < n - 1) g();", "if (1) g();", "if (i < n) ;");
    ONLY("if (a && b) g();", "if (a || b) g();", "if (a ) g();", "if ( b) g();",
         "if (1) g();", "if (a && b) ;");
    ONLY("while (p) g();", "if (p) g();", "while (p) ;");
    ONLY("g(a, b);", "g(b, a);", ";");
    ONLY("x[i] += y;", "x[i + 1] += y;", "x[i - 1] += y;", "x[i] = y;",
         "x[i] -= y;", ";");
    ONLY("x[i][j] += y;", "x[j][i] += y;", "x[i + 1][j] += y;",
         "x[i - 1][j] += y;", "x[i][j + 1] += y;", "x[i][j - 1] += y;",
         "x[i][j] = y;", "x[i][j] -= y;", ";");
    ONLY("g(c ? a : b);", "g(c ? b : a);", ";");
    ONLY("__syncthreads();", "__syncwarp();", ";");
    ONLY("k<<<b, t>>>(x, y);", "k<<<t, b>>>(x, y);", "k<<<b, t>>>(y, x);", ";");
    ONLY("atomicAdd(p, v);", "atomicSub(p, v);", "atomicAdd_block(p, v);",
         "((*(p) += v) - (v));", "atomicAdd(v, p);", ";");
    ONLY("__shared__ float s[N];", "float s[N];", "__shared__ float s[N - 1];");
    ONLY("float x[N], y[N];", "float x[N - 1], y[N];", "float x[N], y[N - 1];");
    ONLY("return cudaGetLastError();", "return cudaSuccess;");
    ONLY("i = threadIdx.x;", "i = blockIdx.x;", "i = threadIdx.y;",
         "i += threadIdx.x;", ";");
    ONLY("x = (double)a;", "x = a;", "x = (float)a;", "x += (double)a;", ";");
    ONLY("free(p);", ";");
    ONLY("unsigned long long x;", "unsigned int x;");
}
END_TEST

START_TEST(directives)
{
    const char *const loop = "#pragma omp for reduction(+ : s) private(a, b)";

    ONLY("g();", ";");
    make("void f(void)\n{\n#pragma omp for reduction(+ : s) private(a, b)\n"
         "    for (;;)\n        ;\n#pragma unroll 4\n#pragma omp barrier\n}\n");
    ck_assert(find(loop, ""));
    ck_assert(find(loop, "#pragma omp reduction(+ : s) private(a, b)"));
    ck_assert(find(loop, "#pragma omp for private(a, b)"));
    ck_assert(find(loop, "#pragma omp for reduction(+ : s)"));
    ck_assert(find(loop, "#pragma omp for reduction(* : s) private(a, b)"));
    ck_assert(!find(loop, "#pragma omp for reduction(- : s) private(a, b)"));
    ck_assert(find(loop, "#pragma omp for reduction(+ : s) private( b)"));
    ck_assert(find(loop, "#pragma omp for reduction(+ : s) private(a)"));
    ck_assert(find(loop, "#pragma omp for reduction(+ : s) shared(a, b)"));
    ck_assert(
        find(loop, "#pragma omp for reduction(+ : s) private(a, b) nowait"));
    ck_assert(find("#pragma omp barrier", ""));
    ck_assert_int_eq(made.n, 10);
}
END_TEST

/* A variable of a list, also where it is a part of an array. */
START_TEST(lists_of_clauses)
{
    const char *const line = "#pragma omp for reduction(+ : a[:n], b, c[:f(n, "
                             "2)])";
    char text[200];
    int lists = 0;

    snprintf(text, sizeof text,
             "void f(void)\n{\n%s\n    for (;;)\n"
             "        ;\n}\n",
             line);
    make(text);
    ck_assert(find(line, "#pragma omp for reduction(+ : b, c[:f(n, 2)])"));
    ck_assert(find(line, "#pragma omp for reduction(+ : a[:n], c[:f(n, 2)])"));
    ck_assert(find(line, "#pragma omp for reduction(+ : a[:n], b)"));
    for (int i = 0; i < made.n; i++)
        lists += !strcmp(made.mutant[i].slip, "clause") &&
                 !strstr(made.mutant[i].after, "*") &&
                 !strstr(made.mutant[i].after, "nowait");
    ck_assert_int_eq(lists, 3);
}
END_TEST

/* Nothing to be found in comments, in static_assert() and what only declares;
 * a statement of several lines is one. */
START_TEST(what_is_no_mistake)
{
    make("/* a < b; g(1); */\n#include <stdio.h>\n"
         "static_assert(N % 2 == 0, \"even\");\n"
         "struct s;\n#if X > 1\n#endif\n");
    ck_assert_int_eq(made.n, 0);
    make("void f(void)\n{\n    g(a, // a < b\n      \"<\\\"=\");\n}\n");
    ck_assert(find("g(a, \"<\\\"=\");", ";"));
    ck_assert(find("\"<\\\"=\");", "\"\");"));
    ck_assert(find("g(a, \"<\\\"=\");", "g(\"<\\\"=\", a);"));
    ck_assert_int_eq(made.n, 3);
    make("#define N 8 /* of them */\n");
    ck_assert(find("#define N 8", "#define N 7"));
    ck_assert_int_eq(made.n, 2);
}
END_TEST

static char file[] = "build/test_mutants.XXXXXX";

static int read_marks(const char *text, struct marks *marks)
{
    put_file(file, text);
    return marks_read(file, marks);
}

static const char *why(const struct marks *marks, const char *before,
                       const char *after)
{
    const struct mutant *m = find(before, after);
    struct mark *k;

    ck_assert_msg(m, "no %s => %s", before, after);
    k = marks_find(marks, m);
    return k ? k->why : NULL;
}

START_TEST(marks_of_a_file)
{
    struct marks marks;

    make("void f(void)\n{\n    g();\n    x = 1;\n    g();\n}\n");
    ck_assert_int_eq(read_marks("// about f\n\n"
                                "x = 1; => x = ...; // any number\n"
                                "@2 g(); => ; //  slow: twice is too often \n"
                                "... => x += 1; // x is 0\n",
                                &marks),
                     0);
    ck_assert_int_eq(marks.n, 3);
    ck_assert_int_eq(marks.mark[0].line, 3);
    ck_assert_str_eq(why(&marks, "x = 1;", "x = 2;"), "any number");
    ck_assert_str_eq(why(&marks, "x = 1;", "x += 1;"), "x is 0");
    ck_assert_ptr_null(why(&marks, "x = 1;", ";"));
    ck_assert_ptr_null(why(&marks, "g();", ";")); /* the first */
    ck_assert_int_eq(made.mutant[made.n - 1].nth, 2);
    ck_assert_ptr_eq(marks_find(&marks, &made.mutant[made.n - 1]),
                     &marks.mark[1]);
    ck_assert(!marks.mark[0].slow);
    marks_free(&marks);
    ck_assert_int_eq(read_marks("@2 g(); => ; // slow: too often\n", &marks),
                     0);
    ck_assert(marks.mark[0].slow);
    ck_assert_str_eq(marks.mark[0].why, "too often");
    marks_free(&marks);
    ck_assert_int_eq(read_marks("g(); => ;\n", &marks), -1);
    marks_free(&marks);
    ck_assert_int_eq(read_marks("g(); // without a change\n", &marks), -1);
    marks_free(&marks);
    unlink(file);
    ck_assert_int_eq(marks_read(file, &marks), 0);
    ck_assert_int_eq(marks.n, 0);
}
END_TEST

static Suite *mutants_suite(void)
{
    Suite *s = suite_create("mutants");
    TCase *tc = tcase_create("mutants");

    tcase_add_test(tc, one_line);
    tcase_add_test(tc, directives);
    tcase_add_test(tc, lists_of_clauses);
    tcase_add_test(tc, what_is_no_mistake);
    tcase_add_test(tc, marks_of_a_file);
    suite_add_tcase(s, tc);
    return s;
}

int main(void)
{
    int fd = mkstemp(file);

    if (fd < 0)
        return 1;
    close(fd);
    SRunner *runner = srunner_create(mutants_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    unlink(file);
    return failed != 0;
}
