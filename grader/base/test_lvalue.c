/* test_lvalue.c - tests of lvalue.h: names for the columns of lines. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/lvalue.h"

/* '@' stands before the character that the column points at. */
static const struct {
    const char *line;
    bool reading;
    const char *name; /* NULL: none */
} names[] = {
    {"    sum @+= i;", false, "sum"},
    {"    sum @+= i;", true, "sum"},
    {"\tsum @= sum + i;", false, "sum"},
    {"    sum @= sum + i;", true, NULL},
    {"    sum = @sum + i;", true, "sum"},
    {"    x = s@um + i;", true, "sum"},
    {"    a[i / 2] @+= i;", false, "a[i / 2]"},
    {"    m[i][j]@*=2;", false, "m[i][j]"},
    {"    x = @m[i][j] + 1;", true, "m[i][j]"},
    {"    x = m@[i][j] + 1;", true, "m[i][j]"},
    {"    a[b[i]] @= 1;", false, "a[b[i]]"},
    {"    p->total @= 3;", false, "p->total"},
    {"    x = p->@total;", true, "p->total"},
    {"    x = p@->total;", true, "p->total"},
    {"    x = @p->total;", true, "p"}, /* clang: the pointer is loaded */
    {"    x = p->v@[3];", true, "p->v[3]"},
    {"    p->a[i].b @-= 1;", false, "p->a[i].b"},
    {"    s.@x = 1;", false, "s.x"},
    {"    s@.x = 1;", false, "s.x"},
    {"    *p @= 1;", false, "*p"},
    {"    if (n > 0) *p @= 1;", false, "*p"},
    {"    else *p @= 1;", false, "*p"},
    {"    **p @= 1;", false, "**p"},
    {"    *p++ @= 3;", false, "*p++"},
    {"    int *q @= p;", false, "q"},
    {"    int q @= 0;", false, "q"},
    {"    x = @*p;", true, "*p"},
    {"    x = @*(int *)arg;", true, "*(int *)arg"},
    {"    x = @*(p + i) * 2;", true, "*(p + i)"},
    {"    (*p)[i] @= 1;", false, "(*p)[i]"},
    {"    (p + 1)->x @= 1;", false, "(p + 1)->x"},
    {"    get(x)@[2] = 1;", false, "get(x)[2]"},
    {"    @++n;", false, "n"},
    {"    n@++;", false, "n"},
    {"    a[n@++] = 1;", false, "n"},
    {"    @--p->n;", false, "p->n"}, /* not reached by clang; must not crash */
    {"    x @<<= 2;", false, "x"},
    {"    x @>>= 2;", false, "x"},
    {"    x @^= 2;", false, "x"},
    {"    总和 @+= 1;", false, "总和"},
    {"    x = @总和[i];", true, "总和[i]"},
    {"    if (a @<= b)", false, NULL},
    {"    if (a @== b)", false, NULL},
    {"    if (a @< b)", false, NULL},
    {"    @memcpy(a, b, n);", false, NULL},
    {"    @memcpy (a, b, n);", false, NULL},
    {"    @return x;", true, NULL},
    {"    @for (;;)", true, NULL},
    {"    x = @3;", true, NULL},
    {"    x = @", true, NULL},
    {"    @", true, NULL},
    {"@", true, NULL},
    {"@=", false, NULL},
    {"@+", false, NULL},
    {"@-", false, NULL},
    {"@*", true, NULL},
    {"@[", true, NULL},
    {"a@[", true, NULL},
    {"a@.", true, NULL},
    {"a@->", true, NULL},
    {"@a[", true, NULL},
    {"]] @= 1", false, NULL},
    {"[i] @= 1", false, NULL},
    {")) @= 1", false, NULL},
    {"-> @= 1", false, NULL},
    {"3 @= 1", false, NULL},
    {"@++*c->ended;", true, "*c->ended"},
    {"@++*c->list[2].ended;", false, "*c->list[2].ended"},
    {"x = @*(p + 1).q->r;", true, "*(p + 1).q->r"},
    {"x = @*c->next();", true, NULL},
    {"*(((((@", true, NULL},
    {"@*(((((", true, NULL},
};
static const int n_names = sizeof names / sizeof *names;

START_TEST(test_name)
{
    char line[128], name[64] = "", tiny[3];
    const char *at = strchr(names[_i].line, '@');
    int column = (int)(at - names[_i].line) + 1;
    bool reading = names[_i].reading;

    snprintf(line, sizeof line, "%.*s%s", column - 1, names[_i].line, at + 1);
    bool any = lvalue_at(line, column, reading, name, sizeof name);
    ck_assert_msg(any == (names[_i].name != NULL), "%s: \"%s\"", names[_i].line,
                  name);
    if (any)
        ck_assert_str_eq(name, names[_i].name);
    /* what does not fit is not named at all */
    if (any && strlen(name) >= sizeof tiny)
        ck_assert(!lvalue_at(line, column, reading, tiny, sizeof tiny));
    /* no column may lead out of the line */
    for (int c = -1; c < 130; c++)
        lvalue_at(line, c, reading, name, sizeof name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lvalue");
    TCase *tests = tcase_create("names");
    int failed;

    tcase_add_loop_test(tests, test_name, 0, n_names);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
