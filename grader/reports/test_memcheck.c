/* test_memcheck.c - tests of memcheck_report(): logs, as they come and cut. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/sanitizer.h"

/* Logs of compute-sanitizer 2025.3 (CUDA 13) on an H100, shortened. */
static const struct {
    const char *text;
    int line;          /* 0: none is named */
    const char *words; /* null: no finding */
} logs[] = {
    {"========= COMPUTE-SANITIZER\n"
     "========= Invalid __global__ read of size 4 bytes\n"
     "=========     at add_stride(const float *, const float *, float *, "
     "int)+0x100 in add.cu:22\n"
     "=========     by thread (1,0,0) in block (3,0,0)\n"
     "=========     Access to 0x7f055a800004 is out of bounds\n"
     "=========     and is 1 bytes after the nearest allocation at "
     "0x7f055a800000 of size 4 bytes\n"
     "=========     Saved host backtrace up to driver entry point at kernel "
     "launch time\n"
     "=========         Host Frame: vector_add_stride [0xb5d8] in gpu\n"
     "========= \n"
     "========= Target application returned an error\n"
     "========= ERROR SUMMARY: 1 error\n",
     22,
     "thread (1, 0, 0) of block (3, 0, 0) reads 4 bytes that lie outside of "
     "every array"},
    {"========= Invalid __global__ write of size 4 bytes\n"
     "=========     at transpose(float *)+0x60 in "
     "/home/me/labs/12_add/add.cu:3\n"
     "=========     by thread (0,0,0) in block (0,0,0)\n"
     "=========     Access to 0x0 is out of bounds\n"
     "=========     and is 140,523,151,032,320 bytes before the nearest "
     "allocation at 0x7fce18800000 of size 32 bytes\n",
     3, "writes 4 bytes that lie outside of every array"},
    {"========= Invalid __global__ write of size 8 bytes\n"
     "=========     at misaligned(int *)+0x50 in add.cu:4\n"
     "=========     by thread (0,0,0) in block (0,0,0)\n"
     "=========     Access to 0x7fc684800004 is misaligned\n"
     "=========     and is inside the nearest allocation at 0x7fc684800000 of "
     "size 32 bytes\n",
     4, "uses 8 bytes at an address that is no multiple of 8"},
    {"========= Invalid __global__ atomic of size 4 bytes\n"
     "=========     at atomicAdd(int *, int)+0xc0 in "
     "device_atomic_functions.hpp:107\n"
     "=========     by thread (0,0,0) in block (0,0,0)\n"
     "=========     Access to 0x7f8382800020 is out of bounds\n"
     "=========     and is 1 bytes after the nearest allocation at "
     "0x7f8382800000 of size 32 bytes\n"
     "=========         Device Frame: atomic(int *)+0x10 in add.cu:5\n"
     "=========     Saved host backtrace up to driver entry point at kernel "
     "launch time\n"
     "=========         Host Frame: main in add.cu:40 [0x8e3c] in s\n",
     5, "writes 4 bytes"},
    {"========= Invalid __shared__ write of size 4 bytes\n"
     "=========     at transpose_kernel(const float *, float *, int, "
     "int)+0x380 "
     "in vector_add.cu:17\n"
     "=========     by thread (0,1,0) in block (0,0,0)\n"
     "=========     Access to 0x1504 is out of bounds\n",
     0,
     "thread (0, 1, 0) of block (0, 0, 0) writes 4 bytes that lie outside "
     "of its block's shared memory"},
    {"========= Invalid __local__ read of size 16 bytes\n"
     "=========     at kernel(int *)+0x80 in add.cu:8\n"
     "=========     by thread (0,0,0) in block (0,0,0)\n"
     "=========     Access to 0xfffd00 is out of bounds\n",
     8, "reads 16 bytes that lie outside of its own variables"},
    {"========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n", 0,
     NULL},
    {"========= COMPUTE-SANITIZER\n"
     "========= Error: process didn't terminate successfully\n"
     "========= Target application returned an error\n"
     "========= ERROR SUMMARY: 0 errors\n",
     0, NULL},
    {"========= COMPUTE-SANITIZER\n========= Error: Target application "
     "terminated before first instrumented API call\n",
     0, NULL},
    {"", 0, NULL},
};
static const int n_logs = sizeof logs / sizeof *logs;

/* The whole log, then what is left of it when it ends too soon: that may say
 * nothing, and never anything else. */
START_TEST(test_memcheck)
{
    char text[1000];
    struct finding f = {0};
    bool any = memcheck_report(logs[_i].text, "labs/12_add/add.cu", &f);

    ck_assert_msg(any == (logs[_i].words != NULL), "%s", finding_text(&f));
    if (any) {
        ck_assert_int_eq(f.status, STATUS_FAIL);
        ck_assert_int_eq(f.kind, KIND_MEMORY);
        ck_assert_int_eq(f.place.line, logs[_i].line);
        ck_assert_str_eq(f.place.file,
                         logs[_i].line ? "labs/12_add/add.cu" : "");
        ck_assert_msg(strstr(finding_text(&f), logs[_i].words), "%s",
                      finding_text(&f));
    }
    for (size_t n = strlen(logs[_i].text); n-- > 0;) {
        memset(&f, 0, sizeof f);
        memcpy(text, logs[_i].text, n);
        text[n] = '\0';
        if (memcheck_report(text, "labs/12_add/add.cu", &f))
            ck_assert_msg(any && strstr(finding_text(&f), logs[_i].words), "%s",
                          finding_text(&f));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memcheck");
    TCase *tests = tcase_create("logs");
    int failed;

    tcase_add_loop_test(tests, test_memcheck, 0, n_logs);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
