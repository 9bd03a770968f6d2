/*
 * test_elf.c - tests of elf.h: the symbols of a small program that is compiled
 * here, of this one, and of files that are damaged.
 */
#define _GNU_SOURCE /* nftw() */
#include <check.h>
#include <elf.h>
#include <errno.h>
#include <ftw.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/elf.h"

static char folder[] = "build/test_elf.XXXXXX";
static char program[64], copy[64];

static const char text[] = "#include <stdio.h>\n"
                           "int filled[12] = {1};\n"
                           "static char zeros[100];\n"
                           "_Thread_local double own[3];\n"
                           "int main(void)\n"
                           "{\n"
                           "    return puts(zeros) + filled[0] + (int)own[1];\n"
                           "}\n";

static void make_program(void)
{
    const char *cc = getenv("CC");
    char command[400];
    FILE *to;

    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_elf: build/test_elf.XXXXXX");
        exit(2);
    }
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(command, sizeof command, "%.100s -O0 -x c - -o %s",
             cc && *cc ? cc : "gcc", program);
    to = popen(command, "w");
    if (!to || fputs(text, to) < 0 || pclose(to) != 0) {
        fprintf(stderr, "test_elf: %s\n", command);
        exit(2);
    }
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

static bool find(const struct simt_elf *e, const char *name,
                 struct simt_symbol *s)
{
    for (size_t i = 0; simt_elf_next(e, &i, s);)
        if (!strcmp(s->name, name))
            return true;
    return false;
}

/* ---- programs ----------------------------------------------------------- */

static const struct {
    const char *name, *section;
    unsigned type;
    size_t bytes;
} there[] = {
    {"filled", ".data", STT_OBJECT, 48},
    {"zeros", ".bss", STT_OBJECT, 100},
    {"own", ".tbss", STT_TLS, 24},
};

START_TEST(test_program)
{
    struct simt_elf e;
    struct simt_symbol s;

    ck_assert(simt_elf_open(&e, program));
    ck_assert(find(&e, there[_i].name, &s));
    ck_assert_str_eq(s.section, there[_i].section);
    ck_assert_uint_eq(s.type, there[_i].type);
    ck_assert_uint_eq(s.bytes, there[_i].bytes);
    ck_assert(find(&e, "main", &s));
    ck_assert_uint_eq(s.type, STT_FUNC);
    ck_assert_str_eq(s.section, ".text");
    simt_elf_close(&e);
    ck_assert_ptr_null(e.file);
}
END_TEST

/* What the program only uses is not in it. */
START_TEST(test_undefined)
{
    struct simt_elf e;
    struct simt_symbol s;

    ck_assert(simt_elf_open(&e, program));
    for (size_t i = 0; simt_elf_next(&e, &i, &s);)
        ck_assert_msg(strncmp(s.name, "puts", 4) && *s.name, "%s", s.name);
    simt_elf_close(&e);
}
END_TEST

static int mine[5];
static __thread volatile int mine_of_thread[7];

START_TEST(test_self)
{
    struct simt_elf e;
    struct simt_symbol s;

    mine_of_thread[0]++;
    ck_assert(simt_elf_self(&e));
    ck_assert(find(&e, "mine", &s));
    ck_assert_uint_eq(s.address, (uintptr_t)mine);
    ck_assert_uint_eq(s.bytes, sizeof mine);
    ck_assert(find(&e, "mine_of_thread", &s));
    ck_assert_uint_eq(s.type, STT_TLS);
    ck_assert_uint_eq(s.bytes, sizeof mine_of_thread);
    ck_assert_uint_lt(s.address, 1 << 20); /* no address, a place */
    simt_elf_close(&e);
}
END_TEST

/* ---- damage ------------------------------------------------------------- */

/* The whole program, with room to spare; the caller frees. */
static char *read_program(size_t *size)
{
    char *bytes = calloc(1, 1 << 20);
    FILE *file = fopen(program, "rb");

    ck_assert(bytes && file);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    ck_assert_uint_lt(*size, 1 << 20);
    return bytes;
}

/* How many symbols it has; 0 if it is not taken. */
static size_t symbols_in(const char *bytes, size_t size)
{
    FILE *file = fopen(copy, "wb");
    struct simt_elf e;
    struct simt_symbol s;
    size_t n = 0;

    ck_assert(file && fwrite(bytes, 1, size, file) == size);
    ck_assert_int_eq(fclose(file), 0);
    if (!simt_elf_open(&e, copy))
        return 0;
    for (size_t i = 0; simt_elf_next(&e, &i, &s);)
        n += strlen(s.name) + strlen(s.section) > 0;
    simt_elf_close(&e);
    return n;
}

START_TEST(test_damaged)
{
    size_t size;
    char *bytes = read_program(&size);
    ElfW(Ehdr) *head = (ElfW(Ehdr) *)(void *)bytes, was = *head;
    ElfW(Shdr) *section = (ElfW(Shdr) *)(void *)(bytes + was.e_shoff);

    ck_assert_uint_gt(symbols_in(bytes, size), 5);
    for (size_t n = 0; n < size; n += n < 100 ? 1 : size / 50)
        ck_assert_uint_eq(symbols_in(bytes, n), 0);
    bytes[0] = 'e';
    ck_assert_uint_eq(symbols_in(bytes, size), 0);
    *head = was;
    head->e_shoff = SIZE_MAX - 10;
    ck_assert_uint_eq(symbols_in(bytes, size), 0);
    *head = was;
    head->e_shstrndx = 60000;
    ck_assert_uint_eq(symbols_in(bytes, size), 0);
    *head = was;
    for (int i = 0; i < was.e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB) {
            ElfW(Shdr) good = section[i];

            /* names are where sh_link says, and nowhere else */
            section[i].sh_link = was.e_shnum;
            ck_assert_uint_eq(symbols_in(bytes, size), 0);
            section[i].sh_link = (unsigned)i;
            ck_assert_uint_eq(symbols_in(bytes, size), 0);
            section[i] = good;
            section[i].sh_size = SIZE_MAX;
            ck_assert_uint_eq(symbols_in(bytes, size), 0);
            section[i] = good;
        }
    ck_assert_uint_gt(symbols_in(bytes, size), 5);
    free(bytes);
}
END_TEST

START_TEST(test_none)
{
    struct simt_elf e;
    char command[200];

    ck_assert(!simt_elf_open(&e, "/nonexistent"));
    ck_assert(!simt_elf_open(&e, "/dev/null"));
    ck_assert_uint_eq(symbols_in(text, sizeof text), 0);
    snprintf(command, sizeof command, "strip -o %s %s", copy, program);
    ck_assert_int_eq(system(command), 0);
    ck_assert(!simt_elf_open(&e, copy));
    ck_assert_ptr_null(e.file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elf");
    TCase *tests = tcase_create("symbols");
    int failed;

    make_program();
    tcase_add_loop_test(tests, test_program, 0, sizeof there / sizeof *there);
    tcase_add_test(tests, test_undefined);
    tcase_add_test(tests, test_self);
    tcase_add_test(tests, test_damaged);
    tcase_add_test(tests, test_none);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror("test_elf: nftw");
    return failed > 0;
}
