/* The later chunks go by in turn forwards and backwards, so that one of them is
 * there already for the next round. A rectangle with too many pairs is cut into
 * four. */
#include "chunks.h"

#include <cuda_runtime.h>
#include <vector>

namespace
{

struct on_device {
    void *p = nullptr;
    cudaError_t error;
    explicit on_device(size_t bytes) : error(cudaMalloc(&p, bytes))
    {
    }
    ~on_device()
    {
        cudaFree(p);
    }
};

struct run {
    const signed char *rank;
    const int *power;
    struct pair *d_pair, *pair;
    long long *d_count, *count, room;
    int at_once;
    cudaError_t error = cudaSuccess;

    bool fine(cudaError_t e)
    {
        if (error == cudaSuccess)
            error = e;
        return error == cudaSuccess;
    }

    void load(chunk &to, int first, int n)
    {
        to.first = first;
        to.n = n;
        if (fine(cudaMemcpy(to.rank, rank + 32 * (size_t)first, 32 * (size_t)n,
                            cudaMemcpyHostToDevice)))
            fine(cudaMemcpy(to.power, power + first, 4 * (size_t)n,
                            cudaMemcpyHostToDevice));
    }

    std::vector<chunk> halves(const chunk &c)
    {
        int half = c.n / 2;
        std::vector<chunk> parts;

        if (half > 0)
            parts.push_back({c.rank, c.power, c.first, half});
        parts.push_back({c.rank + 32 * (size_t)half, c.power + half,
                         c.first + half, c.n - half});
        return parts;
    }

    void compare(const chunk &rows, const chunk &cols)
    {
        long long n = 0;

        if (rows.first >= cols.first + cols.n - 1) /* below the diagonal */
            return;
        if (!fine(cudaMemset(d_count, 0, sizeof n)) ||
            !fine(pairs_between(rows, cols, d_pair, at_once, d_count)) ||
            !fine(cudaMemcpy(&n, d_count, sizeof n, cudaMemcpyDefault)))
            return;
        if (n > at_once) {
            for (const chunk &r : halves(rows))
                for (const chunk &c : halves(cols))
                    if (error == cudaSuccess)
                        compare(r, c);
            return;
        }
        long long left = room - *count;
        if (left > n)
            left = n;
        if (left > 0)
            fine(cudaMemcpy(pair + *count, d_pair, left * sizeof *pair,
                            cudaMemcpyDeviceToHost));
        *count += n;
    }
};

} // namespace

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    int size = rows_at_once / 2 < n ? rows_at_once / 2 : n;

    *count = 0;
    if (n < 2)
        return 0;
    on_device ranks(64 * (size_t)size), powers(8 * (size_t)size),
        pairs(sizeof *pair * pairs_at_once), number(sizeof *count);
    struct run run = {
        rank,  power, (struct pair *)pairs.p, pair, (long long *)number.p,
        count, room,  pairs_at_once};
    for (const on_device *m : {&ranks, &powers, &pairs, &number})
        if (!run.fine(m->error))
            return run.error;
    chunk a = {(signed char *)ranks.p, (int *)powers.p, 0, 0};
    chunk b = {a.rank + 32 * (size_t)size, a.power + size, 0, 0};
    int chunks = (n + size - 1) / size;
    bool forwards = true;
    auto rows = [=](int k) { return k < chunks - 1 ? size : n - k * size; };

    /* Chunk i stays; b holds the one that went by last. */
    for (int i = chunks - 1; i >= 0 && run.error == cudaSuccess; i--) {
        run.load(a, i * size, rows(i));
        if (run.error == cudaSuccess)
            run.compare(a, a);
        for (int k = i + 1; k < chunks && run.error == cudaSuccess; k++) {
            int j = forwards ? k : chunks + i - k;

            if (b.n == 0 || b.first != j * size)
                run.load(b, j * size, rows(j));
            if (run.error == cudaSuccess)
                run.compare(a, b);
        }
        forwards = !forwards;
    }
    return run.error;
}
