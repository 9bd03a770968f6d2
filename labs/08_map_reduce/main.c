/* The program of lab 08: the article's temperatures in Kelvin, what is known
 * about them, and the order in which things are put together. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "map_reduce.h"

enum { NUMBERS = 6 };
static const int number[NUMBERS] = {1, 4, 6, 2, 9, 10};

static void temperatures(void)
{
    const double celsius[] = {10, 3, -5, 25, 1, 9, 29, -10, 5};
    enum { N = sizeof celsius / sizeof *celsius };
    double kelvin[N];
    struct summary s;

    to_kelvin(N, celsius, kelvin);
    for (int i = 0; i < N; i++)
        printf("%s%.2f", i ? ", " : "[", kelvin[i]);
    summarize(N, celsius, &s);
    printf("]\ncoldest %g (number %zu), hottest %g, mean %.2f\n\n", s.coldest,
           s.coldest_at, s.hottest, s.sum / N);
}

/* "x" becomes "(x, y]", as in the article. An empty x becomes y. */
static void bracket(char *x, size_t size, const char *y)
{
    char old[200];

    if (*x) {
        snprintf(old, sizeof old, "%s", x);
        snprintf(x, size, "(%.90s, %.90s]", old, y);
    } else {
        snprintf(x, size, "%s", y);
    }
}

/* What Spark does: cut into parts, reduce each, reduce the results. */
static void brackets(int parts)
{
    char whole[200] = "";

    for (int p = 0; p < parts; p++) {
        char part[200] = "", one[16];
        for (int i = NUMBERS * p / parts; i < NUMBERS * (p + 1) / parts; i++) {
            snprintf(one, sizeof one, "%d", number[i]);
            bracket(part, sizeof part, one);
        }
        if (*part)
            bracket(whole, sizeof whole, part);
    }
    printf("%d parts: %s\n", parts, whole);
}

/* Your join_all() at work. "Write the digits of k behind x" is a step:
 * x becomes 10 * x + k, or 100 * x + k if k has two digits. */
static void digits(int threads)
{
    struct step s[NUMBERS], whole;

    for (int i = 0; i < NUMBERS; i++)
        s[i] = (struct step){number[i] < 10 ? 10 : 100, number[i]};
    omp_set_num_threads(threads);
    join_all(NUMBERS, s, &whole);
    printf("%d threads: %d\n", threads, whole.shift);
}

int main(void)
{
    temperatures();
    for (int parts = 1; parts <= 4; parts++)
        brackets(parts);
    printf("\n");
    for (int threads = 1; threads <= 4; threads++)
        digits(threads);
    return 0;
}
