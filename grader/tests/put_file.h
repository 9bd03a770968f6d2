/* put_file.h - a file with this text, for the suites; the test fails where it
 * cannot be written. */
#ifndef PUT_FILE_H
#define PUT_FILE_H

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static inline void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

#endif
