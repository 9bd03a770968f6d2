/*
 * The program of lab 53: all pairs of correlated rows, in chunks.
 *   53_chunks                              rows like the article's, compared
 *                                          with what the CPU finds
 *   53_chunks FILE [ROWS [PAIRS]]          those of a text file, one row of 30
 *                                          whole numbers a line; prints pairs
 * ROWS and PAIRS: so many at once.
 */
#include "chunks.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"
#include "common/spearman_text.h"

#include <string.h>

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { SOME_ROWS = 200 };
#else
enum { SOME_ROWS = 2000 };
#endif
enum { SOME_ROOM = 1 << 20, SHOWN = 5 };

/* The rows, as the function wants them, and what it has found. */
struct matrix {
    int n, *power;
    signed char *rank;
    struct pair *pair;
    long long count;
};

static void *memory(size_t bytes)
{
    void *got = malloc(bytes + 1);

    if (!got) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return got;
}

static struct matrix rank_all(const int *x, int n)
{
    struct matrix m = {n, (int *)memory(n * sizeof(int)),
                       (signed char *)memory((size_t)n * RANK_ROW), NULL, 0};

    for (size_t i = 0; i < (size_t)n; i++)
        m.power[i] = rank_row(&x[COLS * i], &m.rank[RANK_ROW * i]);
    return m;
}

/* Once more, if there are more pairs than anybody expected. */
static void find(struct matrix *m, int rows, int pairs)
{
    for (long long room = SOME_ROOM;; room = m->count) {
        m->pair = (struct pair *)memory(room * sizeof *m->pair);
        check((cudaError_t)pairs_in_chunks(m->rank, m->power, m->n, rows, pairs,
                                           m->pair, room, &m->count),
              "pairs_in_chunks");
        if (m->count <= room)
            return;
        free(m->pair);
    }
}

static void free_matrix(struct matrix *m)
{
    free(m->rank);
    free(m->power);
    free(m->pair);
}

static int find_in_file(const char *name, int rows, int pairs)
{
    FILE *file = fopen(name, "r");
    int *x, n;

    if (!file) {
        perror(name);
        return 1;
    }
    n = read_rows(file, name, stderr, &x);
    fclose(file);
    if (n < 0)
        return 1;
    struct matrix m = rank_all(x, n);
    find(&m, rows, pairs);
    int error = 0;
    for (long long k = 0; k < m.count && !error; k++) {
        struct pair p = m.pair[k];

        if (p.row < 0 || p.row >= p.col || p.col >= n) {
            fprintf(stderr, "pair %lld: row %d, col %d\n", k, p.row, p.col);
            error = 1;
        } else if (write_pair(stdout, p.row, p.col, p.dot, m.power[p.row],
                              m.power[p.col]) != 0)
            error = 1;
    }
    if (fflush(stdout) != 0 || error) {
        fprintf(stderr, "%s: not all pairs could be written\n", name);
        error = 1;
    }
    fprintf(stderr, "%s: %d rows, %lld pairs\n", name, n, m.count);
    free_matrix(&m);
    free(x);
    return error;
}

static int find_in_some_rows(int n)
{
    int *x = (int *)memory((size_t)n * COLS * sizeof *x), rows = n / 4;
    long long want = 0, wrong = 0;
    uint64_t seed = 97403;

    for (int i = 0; i < n; i++)
        write_row(&x[COLS * i], COUNTS, &seed);
    struct matrix m = rank_all(x, n);
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n; col++)
            want += correlated(
                dot_of_ranks(&m.rank[RANK_ROW * row], &m.rank[RANK_ROW * col]),
                m.power[row], m.power[col]);
    find(&m, rows, 20000);
    for (long long k = 0; k < m.count; k++) {
        int row = m.pair[k].row, col = m.pair[k].col;
        bool inside = row >= 0 && row < col && col < n;
        int dot = inside ? dot_of_ranks(&m.rank[RANK_ROW * row],
                                        &m.rank[RANK_ROW * col])
                         : 0;

        if (k < SHOWN)
            printf("row %d, col %d: dot %d\n", row, col, m.pair[k].dot);
        wrong += !inside || dot != m.pair[k].dot ||
                 !correlated(dot, m.power[row], m.power[col]);
    }
    printf("%d rows, %d at once: %lld pairs are found by the CPU, %lld by the "
           "device\n",
           n, rows, want, m.count);
    printf("Of those %lld are missing or wrong\n", wrong);
    free_matrix(&m);
    free(x);
    return wrong != 0 || want != m.count;
}

int main(int argc, char **argv)
{
    int rows = argc > 2 ? atoi(argv[2]) : 1 << 20;
    int pairs = argc > 3 ? atoi(argv[3]) : 1 << 20;

    if (argc == 1)
        return find_in_some_rows(SOME_ROWS);
    if (rows < 2 || pairs < 1) {
        fprintf(stderr, "%s FILE [ROWS [PAIRS]]: at least 2 rows, 1 pair\n",
                argv[0]);
        return 2;
    }
    return find_in_file(argv[1], rows, pairs);
}
