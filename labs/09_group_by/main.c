/* The program of lab 09: the article's questions to the iris table. */
#include <inttypes.h>
#include <stdio.h>

#include "group_by.h"
#include "iris.h"

enum { MAX_LENGTH = 70 }; /* keys for lengths: tenths of a cm, below 7 cm */

static const char *const species_name[] = {"setosa", "versicolor", "virginica"};

/* The table by columns, as the lab's functions want it. */
static int32_t column[COLUMNS][IRIS_ROWS];

static double cm(int64_t tenths)
{
    return (double)tenths / 10;
}

static void first_rows(int n)
{
    printf("sepal_width  petal_width\n");
    for (int i = 0; i < n; i++)
        printf("%11.1f  %11.1f\n", cm(column[SEPAL_WIDTH][i]),
               cm(column[PETAL_WIDTH][i]));
    printf("(first %d of %d rows)\n", n, IRIS_ROWS);
}

/* Rows of one species, or with a sepal narrower than `below`. */
static void filtered(int32_t species, int32_t below, size_t show)
{
    size_t row[IRIS_ROWS];
    size_t n = filter_rows(IRIS_ROWS, column[SPECIES], column[SEPAL_WIDTH],
                           species, below, row);

    printf("\n%s", species_name[species]);
    if (below > 0)
        printf(" or sepal_width < %.1f", cm(below));
    printf(": %zu rows\nrow  sepal_width  species\n", n);
    for (size_t i = 0; i < n; i++)
        if (i < show || i + 1 == n)
            printf("%3zu  %11.1f  %s\n", row[i],
                   cm(column[SEPAL_WIDTH][row[i]]),
                   species_name[column[SPECIES][row[i]]]);
        else if (i == show)
            printf("...\n");
}

static void species(void)
{
    int32_t key[N_SPECIES];
    int64_t count[N_SPECIES], sum[N_SPECIES];
    int32_t n = distinct(IRIS_ROWS, column[SPECIES], N_SPECIES, key);

    group_sum(IRIS_ROWS, column[SPECIES], column[SEPAL_LENGTH], N_SPECIES,
              count, sum);
    printf("\n%d distinct species\n%-10s  count  sum(sepal_length)\n", n,
           "species");
    for (int32_t i = 0; i < n && i < N_SPECIES; i++)
        if (key[i] >= 0 && key[i] < N_SPECIES)
            printf("%-10s  %5" PRId64 "  %17.1f\n", species_name[key[i]],
                   count[key[i]], cm(sum[key[i]]));
}

/* Counts, the largest first; of equal ones the shorter length first. */
static void petal_lengths(int show)
{
    int64_t count[MAX_LENGTH], sum[MAX_LENGTH];

    group_sum(IRIS_ROWS, column[PETAL_LENGTH], column[PETAL_LENGTH], MAX_LENGTH,
              count, sum);
    printf("\npetal_length  count\n");
    for (int shown = 0; shown < show; shown++) {
        int best = 0;
        for (int k = 1; k < MAX_LENGTH; k++)
            if (count[k] > count[best])
                best = k;
        printf("%12.1f  %5" PRId64 "\n", cm(best), count[best]);
        count[best] = -1; /* has been shown */
    }
    printf("(the %d most frequent)\n", show);
}

int main(void)
{
    for (int i = 0; i < IRIS_ROWS; i++)
        for (int c = 0; c < COLUMNS; c++)
            column[c][i] = iris[i][c];
    first_rows(3);
    filtered(SETOSA, 0, 9);
    filtered(SETOSA, 30, 9);
    petal_lengths(9);
    species();
    return 0;
}
