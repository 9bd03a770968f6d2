/*
 * test_rewrite.c - the other forms of right answers that `make twins` grades:
 * each is looked for in all reference solutions, and some are compared word
 * for word. That they mean the same, the gradings show.
 */
#define _GNU_SOURCE
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "variants/rewrite.h"

/* ---- the lexer ----------------------------------------------------------- */

/* All tokens one after the other are the text. */
START_TEST(nothing_is_lost)
{
    glob_t found;

    ck_assert_int_eq(glob("solutions/*/*.c*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct tokens s;
        char *all = tokens_file_text(found.gl_pathv[i]), *text;

        ck_assert_ptr_nonnull(all);
        tokens_read(&s, all);
        text = tokens_text(&s, 0, s.n);
        ck_assert_str_eq(text, all);
        free(all);
        free(text);
        tokens_free(&s);
    }
    globfree(&found);
}
END_TEST

/* The tokens of a text, divided by blanks; D stands behind one of a directive.
 */
static const struct {
    const char *text, *tokens;
} texts[] = {
    {"a+++b", "a ++ + b"},
    {"k<<<g, b>>>(x->y);", "k <<< g , b >>> ( x -> y ) ;"},
    {"1.5e-3f+0xe+1 .5", "1.5e-3f + 0xe + 1 .5"},
    {"\"a\\\"b\" 'c' '\\''", "\"a\\\"b\" 'c' '\\''"},
    {"a /* b */ c // d\ne", "a c e"},
    {"数n = é;", "数n = é ;"},
    {"#define A \\\n 1\nb", "#D defineD AD 1D b"},
    {"x # y\n  #pragma omp for\r\nz", "x # y #D pragmaD ompD forD z"},
};

START_TEST(texts_in_tokens)
{
    struct tokens s;
    char got[400] = "";

    tokens_read(&s, texts[_i].text);
    for (int k = tokens_next(&s, -1); k < s.n; k = tokens_next(&s, k))
        sprintf(got + strlen(got), "%s%.*s%s", *got ? " " : "",
                (int)s.t[k].length, s.t[k].at, s.t[k].directive ? "D" : "");
    ck_assert_str_eq(got, texts[_i].tokens);
    tokens_free(&s);
}
END_TEST

/* ---- rewritings ---------------------------------------------------------- */

/* One that changes no solution at all is of no use. */
START_TEST(every_one_changes_something)
{
    const struct rewriting *r = rewriting_at(_i);
    bool changed = false;
    glob_t found;

    ck_assert_int_eq(glob("solutions/*/*.c*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc && !changed; i++) {
        const char *path = found.gl_pathv[i];
        bool cuda = strstr(path, ".cu");
        char header[300], *text, *other, *contract = NULL;

        if (!(r->of & (cuda ? REWRITES_CU : REWRITES_C)))
            continue;
        snprintf(header, sizeof header, "labs%.*s.h",
                 (int)(strrchr(path, '.') - strchr(path, '/')),
                 strchr(path, '/'));
        text = tokens_file_text(path);
        ck_assert_ptr_nonnull(text);
        if (!access(header, R_OK)) /* a program lab has none */
            contract = tokens_file_text(header);
        other = rewrite(text, r, 1, contract ? contract : "");
        changed = strcmp(text, other) != 0;
        free(text);
        free(other);
        free(contract);
    }
    ck_assert_msg(changed, "%s changes no solution", r->name);
    globfree(&found);
}
END_TEST

/* What a rewriting makes of a text, with blanks as they come. */
static const struct {
    const char *name, *text, *twin;
} forms[] = {
    {"while",
     "void f(void)\n{\n    for (int i = 0; i < 3; i++)\n        g();\n}",
     "void f(void)\n{\n    {  int i = 0; while ( i < 3) {\n        g();  i++; "
     "} "
     "}\n}"},
    /* not where a pragma is about the loop, nor where it has a continue */
    {"while", "#pragma omp for\nfor (i = 0; i < 3; i++)\n    g();", NULL},
    {"while", "for (i = 0; i < 3; i++) { if (i) continue; g(); }", NULL},
    {"comparisons", "if (i < n && f(a, b) >= 2)\n    g();",
     "if ( n > i  &&  2 <= f(a, b) )\n    g();"},
    {"pointers", "void f(int *a)\n{\n    a[i + 1] = 2;\n}",
     "void f(int *a)\n{\n    (*(a + (i + 1))) = 2;\n}"},
    {"pointers", "void f(void)\n{\n    struct s s[2];\n    s[1] = g();\n}",
     "void f(void)\n{\n    struct s s[2];\n    (*(s + (1))) = g();\n}"},
    {"launch-0", "k<<<g, (b, c)>>>(x);", "k<<<g, (b, c), 0>>>(x);"},
    {"launch-0", "k<T><<<g, b, s>>>(x);", NULL},
    {"crcrlf", "a\nb \\\nc\n", "a\r\r\nb \\\nc\r\r\n"},
    /* simd has to follow the loop's word at once */
    {"guided-schedule", "#pragma omp parallel for\nfor (;;)\n    ;",
     "#pragma omp parallel for schedule(guided)\nfor (;;)\n    ;"},
    {"guided-schedule", "#pragma omp parallel for simd\nfor (;;)\n    ;", NULL},
    /* what a constexpr cannot hold stays a macro */
    {"constexpr", "#define N 8\n#define M (N * 2)\n#define I blockIdx.x\n",
     "constexpr int N =  8;\nconstexpr int M =  (N * 2);\n"
     "#define I blockIdx.x\n"},
    {"hex", "a[16] = 1.5 + 7;", "a[0x10] = 1.5 + 7;"},
    /* a definition is for both ways of an #ifdef around the last #include */
    {"macro-int", "#ifdef A\n#include <a.h>\n#endif\n#if B\nint a;\n#endif\n",
     "#ifdef A\n#include <a.h>\n#endif\n#define INT int\n#if B\nINT a;\n"
     "#endif\n"},
};

static const struct rewriting *named(const char *name)
{
    const struct rewriting *r;

    for (int i = 0; (r = rewriting_at(i)); i++)
        if (!strcmp(r->name, name))
            return r;
    ck_abort_msg("no %s", name);
    return NULL;
}

START_TEST(forms_word_for_word)
{
    const char *want = forms[_i].twin ? forms[_i].twin : forms[_i].text;
    char *got = rewrite(forms[_i].text, named(forms[_i].name), 1, "");

    ck_assert_str_eq(got, want);
    free(got);
}
END_TEST

/* The contract's names stay, and OpenMP's words; all others go. */
START_TEST(names)
{
    struct rewriting r = *named("kit-words");
    const char *text = "int sum(int n)\n{\n    struct s t = {n}, *u = &t;\n"
                       "#pragma omp parallel for reduction(+ : all)\n"
                       "    for (int all = 0; all < n; all++)\n"
                       "        u->n += t.n;\n    return all;\n}\n";
    char *got;

    r.with = "reduction end critical";
    got = rewrite(text, &r, 0, "struct s { int n; };\nint sum(int n);\n");
    ck_assert_ptr_nonnull(strstr(got, "int sum(int "));
    ck_assert_ptr_nonnull(strstr(got, "struct s "));
    ck_assert_ptr_nonnull(strstr(got, "#pragma omp parallel for reduction(+"));
    ck_assert_ptr_null(strstr(got, " all"));
    ck_assert_ptr_null(strstr(got, "u->"));
    ck_assert_ptr_nonnull(strstr(got, "->n += "));
    free(got);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rewrite");
    TCase *tc = tcase_create("rewrite");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_test(tc, nothing_is_lost);
    tcase_add_loop_test(tc, texts_in_tokens, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(tc, every_one_changes_something, 0, rewritings_count());
    tcase_add_loop_test(tc, forms_word_for_word, 0,
                        sizeof forms / sizeof *forms);
    tcase_add_test(tc, names);
    suite_add_tcase(s, tc);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
