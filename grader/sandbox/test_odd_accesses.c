/* What is told of LLVM's instructions, with typed pointers and opaque ones. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/odd_accesses.h"

static const struct {
    const char *line, *told; /* with one line's end each */
} tries[] = {
    {"  %2 = load i32, i32* %1, align 4, !dbg !7", ""},
    {"  store double 0.000000e+00, ptr %1, align 8", ""},
    {"  %2 = load <4 x float>, ptr %1, align 16", ""},
    {"  store i8* null, i8** %1, align 8", ""},
    {"  store atomic i64 %0, ptr %1 seq_cst, align 8", ""},
    {"  %2 = load x86_fp80, ptr %1, align 16, !dbg !7",
     "  call void @__tsan_read_range(ptr %1, i64 10), !dbg !7\n"},
    {"  store x86_fp80 0xK00000000000000000000, x86_fp80* @sum, align 16, "
     "!dbg !17",
     "  %labkit.1 = bitcast x86_fp80* @sum to i8*, !dbg !17\n"
     "  call void @__tsan_write_range(i8* %labkit.1, i64 10), !dbg !17\n"},
    {"  %bf = load volatile i24, ptr getelementptr inbounds (%struct.s, ptr "
     "@s, i32 0, i32 1), align 4",
     "  call void @__tsan_read_range(ptr getelementptr inbounds (%struct.s, "
     "ptr @s, i32 0, i32 1), i64 3)\n"},
    {"  store <3 x float> <float 1.0, float 2.0, float 3.0>, ptr %p, align 4",
     "  call void @__tsan_write_range(ptr %p, i64 12)\n"},
    {"  %2 = load { i64, i64 }, { i64, i64 }* %1, align 8",
     "  %labkit.1 = bitcast { i64, i64 }* %1 to i8*\n"
     "  call void @__tsan_read_range(i8* %labkit.1, i64 ptrtoint ({ i64, i64 "
     "}* getelementptr ({ i64, i64 }, { i64, i64 }* null, i32 1) to i64))\n"},
    {"  call void @f(%struct.r* sret(%struct.r) align 8 %r, %struct.s* noundef "
     "byval(%struct.s) align 8 bitcast ([9 x i8]* @a to %struct.s*), i32 %n), "
     "!dbg !3",
     "  %labkit.1 = bitcast %struct.s* bitcast ([9 x i8]* @a to %struct.s*) to "
     "i8*, !dbg !3\n"
     "  call void @__tsan_read_range(i8* %labkit.1, i64 ptrtoint (%struct.s* "
     "getelementptr (%struct.s, %struct.s* null, i32 1) to i64)), !dbg !3\n"},
    {"  %1 = tail call i32 %f(ptr noundef byval(%struct.s) align 8 %0)",
     "  call void @__tsan_read_range(ptr %0, i64 ptrtoint (ptr getelementptr "
     "(%struct.s, ptr null, i32 1) to i64))\n"},
};

START_TEST(test_told)
{
    char from[] = "/tmp/test_odd_XXXXXX", to[] = "/tmp/test_odd_XXXXXX";
    char got[2000], want[2000];
    FILE *file = fdopen(mkstemp(from), "w");

    close(mkstemp(to));
    fprintf(file, "%s\n", tries[_i].line);
    fclose(file);
    ck_assert_int_eq(odd_accesses_tell(from, to), 0);
    file = fopen(to, "r");
    got[fread(got, 1, sizeof got - 1, file)] = '\0';
    fclose(file);
    unlink(from);
    unlink(to);
    snprintf(want, sizeof want,
             "%s%s\ndeclare void @__tsan_read_range(i8*, i64)\n"
             "declare void @__tsan_write_range(i8*, i64)\n",
             tries[_i].told, tries[_i].line);
    ck_assert_str_eq(got, want);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("odd accesses");
    TCase *set = tcase_create("lines");
    SRunner *runner = srunner_create(suite);
    int failed;

    tcase_add_loop_test(set, test_told, 0, sizeof tries / sizeof *tries);
    suite_add_tcase(suite, set);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
