/* test_slips_said.c - each slip, with the words of gcc or g++ for it, and the
 * student's line. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/slips_said.h"
#include "tests/in_english.h"

static const struct {
    const char *words, *file; /* line 3 is where the compiler stops */
    int line;                 /* where the slip is */
    const char *says;
} slips[] = {
    {"no matching function for call to 'cudaMalloc(float*&, long unsigned "
     "int)'",
     "\n\n cudaMalloc(d_a, n * sizeof(float));\n", 3,
     " cudaMalloc() sets the pointer, and needs its address: give it &d_a."},
    {"no matching function for call to 'cudaMalloc(float**)'",
     "\n\n cudaMalloc(&d_a);\n", 3,
     " cudaMalloc() takes two arguments: where the pointer is, and how many "
     "bytes."},
    {"no matching function for call to 'cudaMalloc(void*, int)'",
     "\n\n cudaMalloc((void *)&d_a, 4);\n", 3,
     " The first argument of cudaMalloc() is the address of a pointer: without "
     "a cast, or with (void **)."},
    {"variable length array 'row' is used [-Werror=vla]",
     "\n\n    __shared__ unsigned row[n];\n", 3,
     " The compiler must know how long a __shared__ array is. Where only the "
     "launch knows it: extern __shared__, with empty brackets [], and its "
     "bytes "
     "as the third argument between <<< and >>>."},
    {"variable length array 'row' is used [-Werror=vla]",
     "\n\n    unsigned row[n];\n", 3, ""},
    {"'_OPENMP' undeclared (first use in this function)",
     "\n\n    printf(\"%d\", _OPENMP);\n", 3,
     " _OPENMP is there only where the compiler is given -fopenmp, and this "
     "program is built without it, too: ask by #ifdef _OPENMP."},
    {"'merge' undeclared (first use in this function); did you mean 'free'",
     "\n\n merge(a, b);\n\nvoid merge(int *a, int *b);\nstatic void merge(int "
     "*a, int *b)\n{\n",
     3,
     " merge stands further down, in line 6, and here it is not known yet. "
     "Move "
     "it up, or declare it above."},
    {"'merge' undeclared (first use in this function)",
     "\n\n merge(a, b);\n  x = merge(a, b)\nint emerge(int a)\n", 3,
     " Nothing with the name merge is known here: is it misspelled, not "
     "declared, or declared in another block { }?"},
    {"invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to 'size_t' "
     "{aka 'long unsigned int'} [-fpermissive]",
     "\n\n k<<<b, 32, stream>>>(a);\n", 3,
     " What stands third between <<< and >>> is how many bytes of shared "
     "memory "
     "a block has. The stream comes fourth: <<<blocks, threads, 0, stream>>>."},
    {"jump to label 'end'", "\n\nend:\n", 3,
     " C++, which CUDA is, lets no goto jump over a variable that gets its "
     "value where it is declared: declare it above, without a value."},
    {"invalid array assignment", "\n\n    info->name = p.name;\n", 3,
     " An array cannot be assigned as a whole: copy its elements, text by "
     "snprintf() or strcpy()."},
    {"expected unqualified-id before numeric constant",
     "\n\n    dim3 threads = 32, 8;\n", 3,
     " The sizes of a dim3 stand in brackets behind its name: dim3 threads(32, "
     "8);"},
    {"expected unqualified-id before numeric constant",
     "\n\n    int a = 32, 8;\n", 3, ""},
    {"no matching function for call to 'other(void*, int)'",
     "\n\n other(d_a, 4);\n", 3, ""},
    {"invalid suffix \"\xef\xbc\x9b\" on integer constant",
     "\n\n int x = 0\xef\xbc\x9b\n", 3,
     " The \xef\xbc\x9b in line 3 is a full-width one, from a Chinese keyboard "
     "or a copied text. Type ; with the keyboard set to English."},
    {"stray '\\342' in program",
     "\n\n puts(\xe2\x80\x9c"
     "a\xe2\x80\x9d);\n",
     3,
     " The \xe2\x80\x9c in line 3 is a full-width one, from a Chinese keyboard "
     "or a copied text. Type \" with the keyboard set to English."},
    {"stray '\\302' in program", "\n\n int\xc2\xa0x;\n", 3,
     " There is a blank in line 3 that is none for a compiler, from a Chinese "
     "keyboard or a copied text. Type it again, with the keyboard set to "
     "English."},
    {"'x' undeclared (first use in this function)",
     "\n\n puts(\"\xef\xbc\x9b\"); x = 1; // \xef\xbc\x9b\n", 3,
     " Nothing with the name x is known here: is it misspelled, not declared, "
     "or declared in another block { }?"},
    {"expected ',' or ';' before '#pragma'", "int x = 0 // none\n\n#pragma\n",
     1, " A ; seems to be missing at the end of line 1."},
    {"expected ';' before '}' token", "\n\n return 0\n}\n", 3,
     " A ; seems to be missing at the end of line 3."},
    {"'#pragma' is not allowed here", " x = 1\n}\n\n", 1,
     " A ; seems to be missing at the end of line 1."},
    {"expected ';' before 'x'", "{\n\n int y; x;\n", 3, ""},
    {"'sun' undeclared (first use in this function); did you mean 'sum'",
     "\n\n return sun;\n", 3,
     " Is sun misspelled, and sum is meant? Capitals and small letters are "
     "different."},
    {"implicit declaration of function 'printf' "
     "[-Werror=implicit-function-declaration]",
     "\n\n printf();\n", 3,
     " printf comes with #include <stdio.h>, at the beginning of the file."},
    {"'omp_get_thread_num' was not declared in this scope", "\n\n\n", 3,
     " omp_get_thread_num comes with #include <omp.h>, at the beginning of the "
     "file."},
    {"too few arguments to function", "\n\n add<<<1, 2>>>(a);\n", 3,
     " The launch gives add fewer arguments than the kernel has parameters."},
    {"too many arguments to function", "\n\n add<<<1, 2>>>(a);\n", 3,
     " The launch gives add more arguments than the kernel has parameters."},
    {"too few arguments to function 'f'", "\n\n f();\n", 3,
     " The call gives fewer arguments than the function has parameters."},
    {"too many arguments to function 'f'", "\n\n f(1, 2);\n", 3,
     " The call gives more arguments than the function has parameters."},
    {"expected declaration or statement at end of input", "\n\n}\n", 3,
     " A } is missing, here or further up: to each { belongs one."},
    {"expected identifier or '(' before '}' token", "\n\n}\n", 3,
     " There is a } too many, here or further up: to each belongs a {."},
    {"a function-definition is not allowed here before '{' token", "\n\n{\n", 3,
     " A function begins within another one: is a } missing before it?"},
    {"expected '#pragma omp' clause before 'reducton'", "\n\n#pragma\n", 3,
     " OpenMP has no clause reducton, or not here: is it misspelled?"},
    {"invalid controlling predicate", "\n\n for (int i = 0; i + 1 < n; i++)\n",
     3,
     " In a loop that OpenMP shares, the condition compares the variable "
     "itself "
     "with a bound: i < n - 1, and not i + 1 < n."},
    {"assignment of read-only location '*a'", "\n\n *a = 1;\n", 3,
     " It is declared const: it may be read, and not be written."},
    {"something else", "\n\n x\n", 3, ""},
};

START_TEST(test_slip)
{
    char path[] = "/tmp/slips.XXXXXX", text[400];
    int fd = mkstemp(path), line = 3;
    const size_t n = strlen(slips[_i].file);

    ck_assert(fd >= 0 && write(fd, slips[_i].file, n) == (ssize_t)n);
    close(fd);
    slips_say(slips[_i].words, path, &line, text, sizeof text);
    unlink(path);
    ck_assert_str_eq(in_english(text), slips[_i].says);
    ck_assert_int_eq(line, slips[_i].line);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("slips_said");
    TCase *tc = tcase_create("slips");
    SRunner *runner;
    int failed;

    tcase_add_loop_test(tc, test_slip, 0, sizeof slips / sizeof *slips);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
