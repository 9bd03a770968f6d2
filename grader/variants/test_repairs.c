/* test_repairs.c - which changes are tried on a wrong answer, and in which
 * order. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/in_english.h"
#include "variants/repairs.h"

static struct mutants m;
static const char *text;

static void make(const char *t, const char *given, const char *message)
{
    text = t;
    repairs_make(t, given, message, NULL, 0, &m);
}

static void end(void)
{
    mutants_free(&m);
}

/* The place of the change that makes this line, without comments and with
 * single blanks, of it; -1. */
static int place(const char *after)
{
    for (int i = 0; i < m.n; i++)
        if (!strcmp(m.mutant[i].after, after))
            return i;
    return -1;
}

/* The change is tried among the first `within`, and is named like this. */
static void expect(const char *after, int within, const char *what)
{
    int i = place(after);
    char name[200];

    ck_assert_msg(i >= 0 && i < within, "\"%s\" is number %d of %d", after, i,
                  m.n);
    repair_name(text, &m.mutant[i], name, sizeof name);
    ck_assert_str_eq(in_english(name), what);
}

START_TEST(what_students_get_wrong)
{
    static const struct {
        const char *line, *after, *what;
    } of[] = {
        {"for (int i = 1; i < n; i++)", "for (int i = 1; i <= n; i++)",
         "the comparison `<`"},
        {"for (int i = 0; i <= last; i++)",
         "for (int i = 0; i <= last + 1; i++)",
         "`last`, which is wrong by one"},
        {"a[i * n + j] = 0;", "a[j * n + i] = 0;", "the order in `i * n + j`"},
        {"dim3 b((rows + 7) / 8, (cols + 31) / 32);",
         "dim3 b((cols + 7) / 8, (rows + 31) / 32);",
         "the order in `(rows + 7) / 8, (cols + 31) / 32`"},
        {"if (x < rows && y < cols) x = 0;", "if (x < cols && y < rows) x = 0;",
         "the order in `x < rows && y < cols`"},
        {"t[j][i] = 0;", "t[i][j] = 0;", "the order of the indices `[j][i]`"},
        {"int parts = n / 4;", "int parts = ((n + (4) - 1) / (4));",
         "the division `n / 4`, which rounds down"},
        {"x = 1 / 2 + y;", "x = 1.0 * 1 / 2 + y;",
         "`1 / 2`, a division of whole numbers"},
        {"int64_t z = i * j;", "int64_t z = 1LL * i * j;",
         "`i * j`, which is too large for its type"},
        {"p = malloc(n);", "p = calloc(1, n);",
         "`malloc()`: nobody has set what it gives"},
        {"cudaMemset(d_a, 0, n);", "cudaMemset(d_a, 0, (n) * sizeof *(d_a));",
         "`n`, which is not the number of bytes"},
        {"x = n * sizeof(p);", "x = n * sizeof(*p);",
         "`sizeof(p)`, which is the size of a pointer"},
        {"x = n * sizeof p;", "x = n * sizeof *p;",
         "`sizeof p`, which is the size of a pointer"},
        {"int mhz = khz / 1000;", "double mhz = 1.0 * khz / 1000;",
         "`int mhz = khz / 1000`, which has lost its fraction"},
        {"odd += v % 2 == 1;", "odd += v % 2 != 0;",
         "`% 2 == 1`, which a negative number never is"},
        {"even += v % 2 != 1;", "even += v % 2 == 0;",
         "`% 2 != 1`, which a negative number never is"},
        {"f(x > 0);", "f(x != 0);", "the comparison `>`"},
        {"if (f(x) == -1) g();", "if (f(x) != 0) g();",
         "the comparison `== -1`"},
        {"count += v % 2;", "count += v % 2 != 0;",
         "`% 2`, which is -1 for odd ones below 0"},
        {"memset(c, 0, n);", "memset(c, 0, (n) * sizeof *(c));",
         "`n`, which is not the number of bytes"},
        {"k = c + 273.15f;", "k = c + 273.15;",
         "`273.15f`, which has only the digits of a float"},
        {"int d = a - b;", "long long d = 1LL * a - b;",
         "`int d = a - b`, which is too large for its type"},
        {"__shared__ int part[9];", "__shared__ float part[9];",
         "the type `int`, which has no fractions"},
        {"w |= (unsigned)r[k] << 8 * k;", "w |= (unsigned char)r[k] << 8 * k;",
         "the conversion `(unsigned)`, which keeps too many bits"},
        {"for (int s = 32; s; s /= 2)", "for (int s = 16; s; s /= 2)",
         "the number `32`"},
        {"f(192);", "f(256);", "the number `192`"},
        {"x = a0 + b0 * (a1 + b0) + b1;", "x = a0 + b0 * (a1 + b1) + b1;",
         "`b0`, which is the wrong variable"},
        {"switch (n) { case 1: x = 2; case 2: x = 3; }",
         "switch (n) { case 1: x = 2; break; case 2: x = 3; }",
         "into which the case above goes on: nothing ends it"},
        {"return lround(x);", "return floor(x);",
         "`lround()`, the wrong function"},
        {"i += blockDim.x;", "i += (blockDim.x * gridDim.x);",
         "`blockDim.x`, which is one block's and not the grid's"},
        {"f(rows, cols);", "f(cols, rows);", "the order of `rows, cols`"},
        {"short most = n;", "int most = n;",
         "the type `short`, which is too small"},
        {"if (i > 3) x = 1;", "if (!(i > 3)) x = 1;",
         "the condition `i > 3`, which is turned round"},
    };
    char function[400];

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(function, sizeof function,
                 "void f(int n, int rows, int cols)\n{\n%s\n}\n", of[i].line);
        make(function, "", "");
        expect(of[i].after, m.n, of[i].what);
        end();
    }
}
END_TEST

START_TEST(openmp)
{
    make("void f(int n, int threads)\n{\n#pragma omp for\n"
         "for (int i = 0; i < n; i++)\nwork(i);\n}\n",
         "", "");
    expect("#pragma omp parallel for", 3,
           "`omp for`, which has no team: a `parallel` is missing");
    end();
    /* There is a team. */
    make("void f(int n, int threads)\n{\n#pragma omp parallel\n"
         "#pragma omp for\nfor (int i = 0; i < n; i++)\nwork(i);\n}\n",
         "", "");
    ck_assert_int_eq(place("#pragma omp parallel for"), -1);
    expect("#pragma omp parallel num_threads(threads)", m.n,
           "`omp parallel`, which does not say how many threads there are to "
           "be");
    end();
    make("void f(int n, int threads)\n{\n#pragma omp parallel\n"
         "{\nint first = n / threads;\n}\n}\n",
         "", "");
    expect("int first = n / omp_get_num_threads();", m.n,
           "`threads`, which is how many were asked for, and not how many "
           "came");
    end();
    make("#pragma omp declare reduction(add : S : f(&omp_out, &omp_in)) "
         "initializer(omp_priv = omp_orig)\n",
         "", "");
    expect("#pragma omp declare reduction(add : S : f(&omp_out, &omp_in)) "
           "initializer(omp_priv = {0})",
           1,
           "`omp_priv = omp_orig`, by which each thread begins with what was "
           "there");
    end();
    make("void f(void)\n{\n#pragma omp single\nx += 1;\n}\n", "", "");
    expect("#pragma omp critical", m.n,
           "`single`, which is the wrong directive");
    end();
}
END_TEST

START_TEST(a_sum_that_goes_on)
{
    make("void f(int n)\n{\nint sum = 0;\n"
         "for (int i = 0; i < n; i++) {\nsum += i;\na[i] = sum;\n}\n}\n",
         "", "");
    expect("for (int i = 0; i < n; i++) {sum = 0;", m.n,
           "`sum`, which does not begin anew in each turn of the loop");
    ck_assert_int_eq(
        m.mutant[place("for (int i = 0; i < n; i++) {sum = 0;")].line, 3);
    end();
}
END_TEST

START_TEST(a_sum_without_a_value)
{
    make("void f(int n)\n{\nfloat sum;\nint k, last;\nk = 0;\n"
         "for (int i = 0; i < n; i++) sum += a[i];\nk += n;\n}\n",
         "", "");
    expect("float sum = 0;", 3,
           "`sum`, which has no value when it is added to");
    ck_assert_int_eq(place("int k = 0, last;"), -1);
    end();
}
END_TEST

/* What a pointer points to, in a function of the host; and not where it is set,
 * or nothing is added to it. */
START_TEST(a_sum_that_is_not_cleared)
{
    make("void f(int n, long *sum, int *m)\n{\n*m = 0;\n(*m)++;\n"
         "*sum += n;\n}\n",
         "", "");
    expect("{*sum = 0;", m.n,
           "`*sum`: nobody sets it to 0, and it is added to");
    ck_assert_int_eq(place("{*m = 0;"), -1);
    end();
    make("__global__ void f(int n, int *sum)\n{\nsum[0] += n;\n}\n", "", "");
    ck_assert_int_eq(place("{*sum = 0;"), -1);
    end();
}
END_TEST

/* What every block adds, and one should. */
START_TEST(once_in_each_block)
{
    make("void f(int n)\n{\nint i = blockIdx.x;\nint t = threadIdx.x;\n"
         "if (t < n % 4)\ng();\n}\n",
         "", "");
    expect("if (blockIdx.x == 0 && (t < n % 4))", m.n,
           "the condition `t < n % 4`, which is so in each block, and one is "
           "enough");
    end();
    make("void f(int n)\n{\nint i = blockIdx.x;\nint t = threadIdx.x;\n"
         "if (t < n % 4)\ng();\n}\n",
         "", SAY(elements_repeated_some));
    expect("if (blockIdx.x == 0 && (t < n % 4))", 6,
           "the condition `t < n % 4`, which is so in each block, and one is "
           "enough");
    end();
}
END_TEST

static void expect_at(const char *after, int line, const char *what)
{
    expect(after, m.n, what);
    ck_assert_int_eq(m.mutant[place(after)].line, line);
}

/* Two axes, one of two conditions, a row's length. */
START_TEST(exchanged_too_much_too_little)
{
    make("void f(int n)\n{\ni = blockIdx.x * T + threadIdx.x;\n"
         "j = blockIdx.y * T + threadIdx.y;\n}\n",
         "", "");
    for (int i = 0; i < m.n; i++)
        if (!strcmp(m.mutant[i].slip, "x and y")) {
            char name[200];

            repair_name(text, &m.mutant[i], name, sizeof name);
            ck_assert_msg(!strcmp(in_english(name),
                                  "`blockIdx.x`: it and the next one are "
                                  "exchanged") ||
                              !strcmp(in_english(name),
                                      "`threadIdx.x`: it and the next "
                                      "one are exchanged"),
                          "%s", name);
            ck_assert_int_eq(m.mutant[i].line, 3);
        }
    ck_assert_int_ge(place("i = blockIdx.y * T + threadIdx.x; j = blockIdx.x * "
                           "T + threadIdx.y;"),
                     0);
    end();
    make("void f(int n)\n{\nbool in = i < n && j < m;\nif (in && k)\ng();\n}\n",
         "", "");
    expect_at("if ((i < n) && k)", 4, "`in`, which asks too much");
    expect_at("if ((j < m) && k)", 4, "`in`, which asks too much");
    end();
    make("void f(int n)\n{\nbool in = i < n;\nif (in && k)\ng();\n}\n", "", "");
    ck_assert_int_eq(place("if ((i < n) && k)"), -1);
    end();
    make(
        "void f(int n)\n{\np = c + i;\nq = d + 32 * ROW;\nr[j + i] = (int)*e;\n"
        "s = t + u[0];\n}\n",
        "", "");
    expect_at("p = c + i * ROW;", 3, "`i`, which lacks a factor");
    expect_at("r[j * ROW + i] = (int)*e;", 5, "`j`, which lacks a factor");
    ck_assert_int_eq(place("p = c + i * e;"), -1);
    end();
}
END_TEST

START_TEST(what_a_message_tells)
{
    make("void f(int n)\n{\nx = y / 2;\nreturn n * n / 2;\n}\n", "",
         SAY(devices_unevenly_loaded));
    expect("return 1LL * n * n / 2;", 4,
           "`n * n`, which is too large for its type");
    end();
}
END_TEST

/* There are hundreds of names that could be wrong, and few orders of two
 * statements: these do not come after all of those. */
START_TEST(few_before_many)
{
    char code[8000] = "void f(int n, int a, int b, int c, int d)\n{\n";
    int names = 0;

    for (int i = 0; i < 40; i++)
        strcat(code, "x = g(a + b, c + d);\n");
    strcat(code, "if (n < 1)\nh();\n}\n");
    make(code, "", "");
    for (int i = 0; i < place("if (!(n < 1))"); i++)
        names += !strcmp(m.mutant[i].slip, "another name");
    ck_assert_int_ge(place("if (!(n < 1))"), 0);
    ck_assert_int_lt(names, 100);
    names = 0;
    for (int i = 0; i < m.n; i++)
        names += !strcmp(m.mutant[i].slip, "another name");
    ck_assert_int_gt(names, 300);
    end();
}
END_TEST

/* A statement of a loop that belongs outside, and the other way round. */
START_TEST(inside_and_outside)
{
    make("void f(int n)\n{\na();\nfor (int i = 0; i < n; i++) {\nb();\n"
         "c();\nd();\n}\ne();\nif (n) {\ng();\nreturn;\n}\n}\n",
         "", "");
    expect_at("for (int i = 0; i < n; i++) { a();", 3,
              "`a()`, which stands in the wrong place: outside of the { } "
              "beside it");
    expect_at("b(); for (int i = 0; i < n; i++) {", 5,
              "`b()`, which stands in the wrong place: inside of these { }");
    expect_at("} d();", 7,
              "`d()`, which stands in the wrong place: inside of these { }");
    expect_at("e(); }", 9,
              "`e()`, which stands in the wrong place: outside of the { } "
              "beside it");
    for (int i = 0; i < m.n; i++)
        ck_assert(!strstr(m.mutant[i].after, "} return"));
    end();
    make("void f(int n)\n{\nif (n) {\na();\nb();\n} else {\nc();\nd();\n}\n"
         "for (;;)\ng();\nh();\nint s;\n#pragma unroll\n"
         "for (;;) { k(); l(); }\n}\n",
         "", "");
    ck_assert_int_eq(place("} b(); else {"), -1);
    expect_at("} d();", 8,
              "`d()`, which stands in the wrong place: inside of these { }");
    expect_at("{ g(); h(); }", 12,
              "`h()`, which stands in the wrong place: outside of the { } "
              "beside it");
    expect_at("k(); #pragma unroll for (;;) { l(); }", 15,
              "`k()`, which stands in the wrong place: inside of these { }");
    end();
}
END_TEST

/* What the file has at another place. */
START_TEST(cleared_under_another_name)
{
    make("void f(S *g, int n)\n{\ncudaMemset(g->count, 0, n);\n"
         "for (int d = 0; d < n; d++) {\nfor (;;) {\n"
         "k<<<1, 2>>>(g[d].rank, g[d].count);\n}\n}\n}\n",
         "", "");
    expect_at("if (g[d].count) cudaMemset(g[d].count, 0, n); k<<<1, "
              "2>>>(g[d].rank, g[d].count);",
              6,
              "before which `cudaMemset(g->count, 0, n)` is not called again");
    expect_at("if (g[d].count) cudaMemset(g[d].count, 0, n); for (;;) {", 5,
              "before which `cudaMemset(g->count, 0, n)` is not called again");
    end();
}
END_TEST

START_TEST(as_elsewhere)
{
    make("__global__ void k(int *a, int n)\n{\nint x;\nint i = 1;\n"
         "if (i < n)\na[i] = 1;\nif (i > 3)\na[n - i] = 2;\n"
         "for (int j = 0; j < n; j++) ;\n"
         "for (int j = 0; j < n; j += 4) ;\n}\n"
         "void f(int *d, int n)\n{\nwhile (n) {\n"
         "k<<<1, 2>>>(d, 3);\n}\n}\n"
         "void g(int *d, int n)\n{\n"
         "return cudaMemset(d, 0, n);\n}\n",
         "", "");
    expect_at("__shared__ int x;", 3, "`x`, which each thread has for itself");
    ck_assert_int_eq(place("__shared__ int i = 1;"), -1);
    expect_at("a[n - i] = 1;", 6, "the index `i`, which is the wrong one");
    expect_at("if ((i < n) && (i > 3))", 5,
              "the condition `i < n`, which asks too little");
    expect_at("else if (i > 3)", 7,
              "`if (i > 3)`, which is asked where the one above held as well");
    expect_at("for (int j = 0; j < n; j += 4) ;", 9,
              "`j++`, which is the wrong step");
    expect_at("for (int j = 0; j < n; j += blockDim.x) ;", 9,
              "`j++`, which is the wrong step");
    expect_at("for (int j = 0; j < n; j += 1) ;", 10,
              "`4`, which is the wrong step");
    expect_at("if (d) cudaMemset(d, 0, n); k<<<1, 2>>>(d, 3);", 15,
              "before which `cudaMemset(d, 0, n)` is not called again");
    end();
}
END_TEST

/* A case that ends is left alone. */
START_TEST(cases_that_end)
{
    make("int f(int n)\n{\nswitch (n) {\ncase 1: return 2;\n"
         "case 2: x = 1; break;\ncase 3: case 4: return 3;\n}\n}\n",
         "", "");
    for (int i = 0; i < m.n; i++)
        ck_assert_str_ne(m.mutant[i].slip, "goes on");
    end();
}
END_TEST

/* Where the results are right, no other type is tried. */
START_TEST(of_values)
{
    bool some = false;

    make("void f(int n)\n{\nunsigned x = n;\nfor (int i = 0; i < n; i++)\n"
         "g(x);\n}\n",
         "", "");
    for (int i = 0; i < m.n; i++) {
        some = some || !strcmp(m.mutant[i].slip, "bound");
        ck_assert_int_eq(repair_is_of_values(&m.mutant[i]),
                         !strcmp(m.mutant[i].slip, "larger type") ||
                             !strcmp(m.mutant[i].slip, "fractions"));
    }
    ck_assert(some);
    end();
}
END_TEST

/* Nothing is tried twice. */
START_TEST(each_once)
{
    make("void f(int *a, int i, int j)\n{\na[i] = a[j];\n}\n", "", "");
    for (int i = 0; i < m.n; i++)
        for (int k = 0; k < i; k++)
            ck_assert(m.mutant[i].at != m.mutant[k].at ||
                      m.mutant[i].length != m.mutant[k].length ||
                      strcmp(m.mutant[i].instead, m.mutant[k].instead));
    end();
}
END_TEST

/* One that is declared with it goes before one of another sort, and what is no
 * number is not put in its place. */
START_TEST(another_variable)
{
    make("void f(const float *b, int k, int n)\n{\nint j = 0;\n"
         "while (j < k)\nj += k;\n}\n",
         "", "");
    expect("j += n;", m.n, "`k`, which is the wrong variable");
    ck_assert_int_lt(place("j += n;"), place("j += j;"));
    ck_assert_int_eq(place("j += b;"), -1);
    end();
}
END_TEST

/* The function that the judge has called comes first, then what others call
 * too, then the rest; and behind what the student has written what was given.
 */
START_TEST(first_what_is_nearest)
{
    const char *two = "static int help(int n)\n{\nreturn n < 7;\n}\n"
                      "static int own(int n)\n{\nreturn n < 8;\n}\n"
                      "int one(int n)\n{\nreturn help(n) && n < 9;\n}\n"
                      "int two(int n)\n{\nif (n < 6)\nreturn 1;\n"
                      "return help(n) && own(n) && n < 5;\n}\n";

    make(two, "if (n < 6)\n", "Wrong: two() for n = 3. Expected 1, got 0.");
    ck_assert_int_lt(place("return n <= 8;"), place("return n <= 7;"));
    ck_assert_int_lt(place("return help(n) && own(n) && n <= 5;"),
                     place("return n <= 7;"));
    ck_assert_int_lt(place("return n <= 7;"), place("if (n <= 6)"));
    ck_assert_int_lt(place("if (n <= 6)"), place("return help(n) && n <= 9;"));
    end();
    /* one_two() is not two(). */
    make(two, "", "Wrong: one_two() for n = 3.");
    ck_assert_int_lt(place("return n <= 7;"), place("return n <= 8;"));
    end();
}
END_TEST

START_TEST(first_where_findings_are)
{
    const int line[] = {7};

    text = "void f(int n)\n{\nif (n < 1)\ng();\n}\n"
           "void h(int n)\n{ if (n < 2)\ng();\n}\n";
    repairs_make(text, "", "", line, 1, &m);
    ck_assert_int_lt(place("{ if (n <= 2)"), place("if (n <= 1)"));
    end();
}
END_TEST

/* What is no mistake of students is not tried: it could only pass by luck. */
START_TEST(nothing_for_the_detectors)
{
    make("void f(int *p)\n{\natomicAdd(p, 1);\n}\n", "", "");
    for (int i = 0; i < m.n; i++)
        ck_assert_str_ne(m.mutant[i].slip, "not atomic");
    end();
    make("", "", "");
    ck_assert_int_eq(m.n, 0);
    end();
}
END_TEST

/* A name behind a comma, in brackets that nothing closes before it. */
START_TEST(names_in_a_launch)
{
    make("void f(S *s)\n{\nk<<<1, 2, 0, s[i]>>>(s[1], s[2]);\n}\n", "", "");
    ck_assert_int_gt(m.n, 0);
    end();
    make("int a[] = {f, g[h, i[j]]};\n", "", "");
    end();
    make("void f()\n{\n{ a;\n", "", "");
    end();
}
END_TEST

/* Words whose neighbours are missing. */
START_TEST(edges)
{
    static const char *const part[] = {
        "f(a, b);", "(a, b)",        "[i]",        "[i][k]",
        "k<<<1, 2", "<<<1, 2>>>(a)", "dim3(1, 2)", "= a + b",
        "++",       "for (;;",       "x[",         "if (a) return",
        "#pragma",  "#pragma omp",   "#define N"};

    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        struct mutants all;

        make(part[i], "", "");
        end();
        mutants_make(part[i], &all);
        mutants_free(&all);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("repairs");
    TCase *c = tcase_create("repairs");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_test(c, what_students_get_wrong);
    tcase_add_test(c, openmp);
    tcase_add_test(c, a_sum_that_goes_on);
    tcase_add_test(c, a_sum_without_a_value);
    tcase_add_test(c, a_sum_that_is_not_cleared);
    tcase_add_test(c, once_in_each_block);
    tcase_add_test(c, few_before_many);
    tcase_add_test(c, exchanged_too_much_too_little);
    tcase_add_test(c, what_a_message_tells);
    tcase_add_test(c, inside_and_outside);
    tcase_add_test(c, cleared_under_another_name);
    tcase_add_test(c, as_elsewhere);
    tcase_add_test(c, cases_that_end);
    tcase_add_test(c, each_once);
    tcase_add_test(c, of_values);
    tcase_add_test(c, another_variable);
    tcase_add_test(c, first_what_is_nearest);
    tcase_add_test(c, first_where_findings_are);
    tcase_add_test(c, nothing_for_the_detectors);
    tcase_add_test(c, names_in_a_launch);
    tcase_add_test(c, edges);
    tcase_set_timeout(c, 60);
    suite_add_tcase(s, c);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
