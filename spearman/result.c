/*
 * result.c - what was counted, as a file: written, read again, and joined from
 * parts. JSON of one fixed form, so that it is read by what has written it.
 */
#include "spearman.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORM                                                       \
    "{\n"                                                          \
    "  \"format\": \"spearman 1\",\n"                              \
    "  \"condition\": \"|t| >= 2.0484, 28 degrees of freedom\",\n" \
    "  \"hash_of_rows\": \"%016" PRIx64 "\",\n"                    \
    "  \"rows\": %d,\n"                                            \
    "  \"rows_of_one_number\": %d,\n"                              \
    "  \"part\": %d,\n"                                            \
    "  \"parts\": %d,\n"                                           \
    "  \"pairs_compared\": %lld,\n"                                \
    "  \"pairs_found\": %lld\n"                                    \
    "}\n"
enum { MOST_BYTES = 1000, FIELDS = 7 };

static void form(char text[MOST_BYTES], const struct result *r)
{
    snprintf(text, MOST_BYTES, FORM, r->hash, r->rows, r->constant, r->part,
             r->parts, r->compared, r->found);
}

void write_result(const char *name, const struct result *result)
{
    char text[MOST_BYTES], *unfinished = memory(strlen(name) + 5);
    FILE *file;

    strcpy(unfinished, name);
    strcat(unfinished, ".new");
    form(text, result);
    file = fopen(unfinished, "w");
    if (!file)
        stop_for_file(unfinished, errno);
    if (fputs(text, file) < 0 || fflush(file) != 0 || fsync(fileno(file)) != 0)
        goto failed;
    if (fclose(file) != 0) {
        file = NULL;
        goto failed;
    }
    file = NULL;
    if (rename(unfinished, name) != 0)
        goto failed;
    free(unfinished);
    return;
failed:;
    int error = errno;
    if (file)
        fclose(file);
    unlink(unfinished);
    stop_for_file(name, error);
}

/* What is read has to look as if it were written by form(). Returns 0; -1 if it
 * does not; or errno if the file cannot be read. */
static int try_result(const char *name, struct result *r)
{
    char text[MOST_BYTES], again[MOST_BYTES];
    size_t bytes;
    FILE *file = fopen(name, "r");

    if (!file)
        return errno;
    bytes = fread(text, 1, sizeof text - 1, file);
    if (ferror(file)) {
        int error = errno;

        fclose(file);
        return error;
    }
    fclose(file);
    text[bytes] = 0;
    if (sscanf(text, FORM, &r->hash, &r->rows, &r->constant, &r->part,
               &r->parts, &r->compared, &r->found) != FIELDS)
        return -1;
    form(again, r);
    return strcmp(text, again) == 0 && r->part >= 1 && r->part <= r->parts &&
                   r->parts <= MOST_PARTS
               ? 0
               : -1;
}

static struct result read_result(const char *name)
{
    struct result r;
    int error = try_result(name, &r);

    if (error > 0)
        stop_for_file(name, error);
    if (error < 0)
        stop(WRONG,
             "%s is not what `spearman count` writes, or is damaged. Count "
             "that part once more",
             name);
    return r;
}

bool is_counted(const char *name, struct result *result)
{
    struct result r;

    if (try_result(name, &r) != 0 || r.hash != result->hash ||
        r.rows != result->rows || r.part != result->part ||
        r.parts != result->parts)
        return false;
    *result = r;
    return true;
}

/* "2, 5 to 7 and 9" of the parts of which file[] has none. */
static void say_missing(const struct result *r, const int *file)
{
    const char *before = "";

    fprintf(stderr, "spearman: missing: part ");
    for (int k = 0, end; k < r->parts; k = end + 1) {
        for (end = k; end < r->parts && file[end] < 0; end++)
            ;
        if (end == k)
            continue;
        fprintf(stderr, "%s%d", before, k + 1);
        if (end > k + 1)
            fprintf(stderr, " to %d", end);
        before = ", ";
    }
    fprintf(stderr, " of %d\n", r->parts);
}

void merge(const char *name, int files, char *const *file)
{
    struct result all = read_result(file[0]);
    int *of = memory((unsigned long long)all.parts * sizeof *of);
    int wrong = 0, there = 0;

    for (int k = 0; k < all.parts; k++)
        of[k] = -1;
    all.compared = all.found = 0;
    for (int f = 0; f < files; f++) {
        struct result r = read_result(file[f]);
        int *mine = &of[r.part <= all.parts ? r.part - 1 : 0];

        if (r.hash != all.hash || r.rows != all.rows ||
            r.constant != all.constant) {
            fprintf(stderr, "spearman: %s and %s are of different rows\n",
                    file[0], file[f]);
            wrong++;
        } else if (r.parts != all.parts) {
            fprintf(stderr, "spearman: %s is of %d parts, %s of %d\n", file[0],
                    all.parts, file[f], r.parts);
            wrong++;
        } else if (*mine >= 0) {
            fprintf(stderr, "spearman: doubled: %s and %s are both part %d\n",
                    file[*mine], file[f], r.part);
            wrong++;
        } else {
            *mine = f;
            there++;
            all.compared += r.compared;
            all.found += r.found;
        }
    }
    if (there < all.parts)
        say_missing(&all, of);
    free(of);
    if (wrong || there < all.parts)
        stop(WRONG,
             "nothing is merged: it takes all parts of one table, each once");

    long long rows = all.rows - all.constant, pairs = rows * (rows - 1) / 2;
    if (all.compared != pairs)
        stop(WRONG,
             "nothing is merged: the parts have compared %lld pairs, and there "
             "are %lld. They are of different versions of the program",
             all.compared, pairs);
    all.part = all.parts = 1;
    write_result(name, &all);
    printf("%s: %lld pairs are found\n", name, all.found);
}
