/*
 * test_gpu.c - what can be said of a GPU without one: when it is at rest, whose
 * work is on it, and who may be at it. Readings are made up. Run from the top
 * folder: build/grader/machine/test_gpu.
 */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/gpu.h"

#define QUICK 6e-6
#define SLICE 2.3e-3 /* another process has the GPU */

START_TEST(test_at_rest_after_two)
{
    struct gpu_rest r = {0};

    ck_assert(!gpu_reading(&r, SLICE));
    ck_assert(!gpu_reading(&r, QUICK)); /* may be the end of a slice */
    ck_assert(!gpu_reading(&r, SLICE));
    ck_assert(!gpu_reading(&r, QUICK));
    ck_assert(gpu_reading(&r, QUICK));
    ck_assert(!gpu_reading(&r, SLICE));
}
END_TEST

/* Readings over some seconds, of which every so many-th is slow; 0: none. */
static bool rested(int n, int every)
{
    struct gpu_rest r = {0};

    for (int i = 1; i <= n; i++)
        gpu_reading(&r, every && i % every == 0 ? SLICE : QUICK);
    return gpu_rested(&r);
}

START_TEST(test_rested)
{
    ck_assert(rested(500, 0));
    ck_assert(rested(500, 100)); /* we were without a core now and then */
    ck_assert(!rested(500, 8));  /* a desktop: a frame every 16 ms */
    ck_assert(!rested(500, 1));
    ck_assert(!rested(10, 0)); /* too few to say */
}
END_TEST

START_TEST(test_whose_work)
{
    /* never the student's where it may be another's: it was there before the
     * first call, or is there when the student's process is gone */
    for (int bits = 0; bits < 7; bits++)
        for (int round = 0; round < 2; round++)
            ck_assert_int_eq(
                gpu_whose_work(bits & 1, bits & 2, bits & 4, round),
                GPU_OF_OTHERS);
    /* nor at the first time: it may have ended by chance at that moment */
    ck_assert_int_eq(gpu_whose_work(true, true, true, 0), GPU_OF_SOMEBODY);
    ck_assert_int_eq(gpu_whose_work(true, true, true, 1), GPU_OF_STUDENT);
}
END_TEST

/* ---- the lock -------------------------------------------------------- */

static char folder[] = "build/test_gpu.XXXXXX";
static char path[64];

static void make_folder(void)
{
    strcpy(strchr(folder, '.'), ".XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/labkit-gpu-0.lock", folder);
    unsetenv("CUDA_VISIBLE_DEVICES");
}

static void remove_folder(void)
{
    char other[128];

    unlink(path);
    snprintf(other, sizeof other, "%s/labkit-gpu-.._1.lock", folder);
    unlink(other);
    snprintf(other, sizeof other, "%s/precious", folder);
    unlink(other);
    rmdir(folder);
}

START_TEST(test_lock_one_at_a_time)
{
    struct stat st;
    int first = gpu_lock_in(folder, LOCK_EX, 0);

    ck_assert_int_ge(first, 0);
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0644); /* all may lock it */
    ck_assert_int_eq(gpu_lock_in(folder, LOCK_EX, 0), GPU_LOCK_BUSY);
    ck_assert_int_eq(gpu_lock_in(folder, LOCK_SH, 0), GPU_LOCK_BUSY);
    close(first);
    /* results together, speed alone */
    first = gpu_lock_in(folder, LOCK_SH, 0);
    int second = gpu_lock_in(folder, LOCK_SH, 0);
    ck_assert_int_ge(first, 0);
    ck_assert_int_ge(second, 0);
    ck_assert_int_eq(gpu_lock_in(folder, LOCK_EX, 0.05), GPU_LOCK_BUSY);
    close(first);
    close(second);
    first = gpu_lock_in(folder, LOCK_EX, 0);
    ck_assert_int_ge(first, 0);
    close(first);
}
END_TEST

START_TEST(test_lock_of_another_umask)
{
    umask(0777);
    int fd = gpu_lock_in(folder, LOCK_EX, 0);
    umask(022);
    ck_assert_int_ge(fd, 0);
    struct stat st;
    ck_assert_int_eq(fstat(fd, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0644);
    close(fd);
}
END_TEST

/* Another GPU has another lock, and no name leads out of the folder. */
START_TEST(test_lock_of_each_gpu)
{
    int first = gpu_lock_in(folder, LOCK_EX, 0);

    ck_assert_int_ge(first, 0);
    setenv("CUDA_VISIBLE_DEVICES", "../1", 1);
    int second = gpu_lock_in(folder, LOCK_EX, 0);
    ck_assert_int_ge(second, 0);
    close(first);
    close(second);
}
END_TEST

/* What others put in its place is not followed, opened, made or written. */
START_TEST(test_lock_that_is_a_trap)
{
    char precious[128], text[8] = "";

    snprintf(precious, sizeof precious, "%s/precious", folder);
    ck_assert_int_eq(symlink(precious, path), 0);
    ck_assert_int_eq(gpu_lock_in(folder, LOCK_EX, 0), GPU_LOCK_NONE);
    ck_assert_int_ne(access(precious, F_OK), 0); /* not made */
    ck_assert_int_eq(unlink(path), 0);

    ck_assert_int_eq(mkfifo(path, 0666), 0);
    ck_assert_int_eq(gpu_lock_in(folder, LOCK_EX, 0), GPU_LOCK_NONE);
    ck_assert_int_eq(unlink(path), 0);

    int fd = open(precious, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ck_assert_int_eq(write(fd, "mine", 4), 4);
    close(fd);
    ck_assert_int_eq(link(precious, path), 0); /* harmless: nothing is written */
    fd = gpu_lock_in(folder, LOCK_EX, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_lt(write(fd, "x", 1), 0);
    close(fd);
    fd = open(precious, O_RDONLY | O_CLOEXEC);
    ck_assert_int_eq(read(fd, text, sizeof text - 1), 4);
    close(fd);
    ck_assert_str_eq(text, "mine");
}
END_TEST

START_TEST(test_lock_without_a_place)
{
    ck_assert_int_eq(gpu_lock_in("/no/such/folder", LOCK_EX, 0),
                     GPU_LOCK_NONE);
}
END_TEST

static Suite *gpu_suite(void)
{
    Suite *s = suite_create("gpu");
    TCase *tc = tcase_create("rest");

    tcase_add_test(tc, test_at_rest_after_two);
    tcase_add_test(tc, test_rested);
    tcase_add_test(tc, test_whose_work);
    suite_add_tcase(s, tc);
    tc = tcase_create("lock");
    tcase_add_checked_fixture(tc, make_folder, remove_folder);
    tcase_add_test(tc, test_lock_one_at_a_time);
    tcase_add_test(tc, test_lock_of_another_umask);
    tcase_add_test(tc, test_lock_of_each_gpu);
    tcase_add_test(tc, test_lock_that_is_a_trap);
    tcase_add_test(tc, test_lock_without_a_place);
    suite_add_tcase(s, tc);
    return s;
}

int main(void)
{
    SRunner *runner = srunner_create(gpu_suite());

    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
