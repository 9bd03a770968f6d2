/*
 * test_sheets.c - the code on the cheat sheets in docs/ compiles, and their
 * programs print what the page says. A ```c or ```cuda block is a program if it
 * has a main(); the next block without a language is then what it prints. Other
 * blocks are functions, compiled behind the usual headers. Run from the top
 * folder, after the kit has been built: build/grader/tests/test_sheets.
 */
#define _GNU_SOURCE /* getline() */
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "build/test_sheets.XXXXXX";

/* What a command prints; it must end with 0. */
static void run(const char *command, char *said, size_t room)
{
    FILE *pipe = popen(command, "r");
    size_t n;
    int status;

    ck_assert_ptr_nonnull(pipe);
    n = fread(said, 1, room - 1, pipe);
    said[n] = 0;
    status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: %s",
                  command, said);
}

struct block {
    char language[16], text[8000];
    int line;
};

/* The next ``` block of the page. */
static bool next_block(FILE *page, int *line, struct block *b)
{
    char *text = NULL;
    size_t room = 0;
    bool inside = false, complete = false;

    *b = (struct block){.line = 0};
    while (!complete && getline(&text, &room, page) >= 0) {
        ++*line;
        if (!strncmp(text, "```", 3)) {
            complete = inside;
            inside = true;
            if (!complete) {
                sscanf(text, "```%15s", b->language);
                b->line = *line;
            }
        } else if (inside) {
            ck_assert_uint_lt(strlen(b->text) + strlen(text), sizeof b->text);
            strcat(b->text, text);
        }
    }
    ck_assert_msg(complete == inside, "a ``` block is not closed");
    free(text);
    return complete;
}

static void put(const char *path, const char *before, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fprintf(file, "%s#line 1\n%s", before, text), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static const struct {
    const char *page, *language;
    const char *headers;   /* for functions by themselves */
    const char *functions; /* compiles in.cu or in.c in %s */
    const char *program;   /* compiles and runs it */
    int programs;
} sheets[] = {
    {"docs/openmp-cheat-sheet.md", "c",
     "#include <math.h>\n#include <omp.h>\n#include <stdlib.h>\n",
     "cd %s && gcc -std=gnu11 -O2 -Wall -Wextra -Werror -fopenmp -c in.c 2>&1",
     "cd %s && gcc -std=gnu11 -O2 -Wall -Wextra -Werror -fopenmp in.c -o out "
     "2>&1 && ./out",
     1},
    {"docs/cuda-cheat-sheet.md", "cuda", "#include <cuda_runtime.h>\n",
     "top=$PWD && cd %s && $top/build/simt/simtcc -Wall -Wextra -Werror -c "
     "in.cu 2>&1 && if command -v nvcc >/dev/null; then nvcc -c in.cu 2>&1; fi",
     "top=$PWD && cd %s && $top/build/simt/simtcc -Wall -Wextra -Werror in.cu "
     "-o out 2>&1 && ./out && $top/build/simt/simtcc --check in.cu -o check "
     "2>&1 && $top/build/grader/simtcheck ./check >checked 2>&1 || "
     "{ cat checked; exit 1; }",
     1},
};

START_TEST(test_sheet)
{
    char in[100], command[900], said[4000];
    struct block b;
    int line = 0, programs = 0, functions = 0;
    FILE *page = fopen(sheets[_i].page, "r");

    ck_assert_msg(page != NULL, "%s", sheets[_i].page);
    snprintf(in, sizeof in, "%s/in.%s", folder,
             strcmp(sheets[_i].language, "c") ? "cu" : "c");
    while (next_block(page, &line, &b)) {
        bool program = strstr(b.text, "int main(") != NULL;

        if (strcmp(b.language, sheets[_i].language) != 0)
            continue;
        printf("%s:%d\n", sheets[_i].page, b.line); /* if it fails */
        put(in, program ? "" : sheets[_i].headers, b.text);
        snprintf(command, sizeof command,
                 program ? sheets[_i].program : sheets[_i].functions, folder);
        run(command, said, sizeof said);
        functions += !program;
        if (!program)
            continue;
        programs++;
        ck_assert(next_block(page, &line, &b));
        ck_assert_str_eq(b.language, "");
        ck_assert_str_eq(said, b.text);
    }
    fclose(page);
    ck_assert_int_eq(programs, sheets[_i].programs);
    ck_assert_int_ge(functions, 4);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("cheat sheets");
    TCase *tc = tcase_create("sheets");
    SRunner *runner = srunner_create(s);
    char command[100];
    int failed;

    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    suite_add_tcase(s, tc);
    tcase_set_tags(tc, "ordinary"); /* programs of the ordinary build */
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, test_sheet, 0, sizeof sheets / sizeof *sheets);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) || failed != 0;
}
