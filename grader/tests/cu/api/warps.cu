// Shuffles, votes, matches, reductions of a warp, against plain loops.
#include "check.h"

struct results {
    int shfl[32], up[32], down[32], bxor[32], piece[32];
    double dshfl[32];
    long long llshfl[32];
    float fdown[32];
    int all, any, uni;
    unsigned ballot, odd, active, match[32], same;
    int predicate;
    int add, min, max;
    unsigned uand, uor, uxor;
    int count, land, lor;
};

__global__ void work(results *r)
{
    int i = threadIdx.x;

    r->shfl[i] = __shfl_sync(0xffffffff, i * 10, (i + 5) % 32);
    r->up[i] = __shfl_up_sync(0xffffffff, i, 3);
    r->down[i] = __shfl_down_sync(0xffffffff, i, 4);
    r->bxor[i] = __shfl_xor_sync(0xffffffff, i, 7);
    r->piece[i] = __shfl_sync(0xffffffff, i, 2, 8);
    r->dshfl[i] = __shfl_sync(0xffffffff, i + 0.125, 31 - i);
    r->llshfl[i] = __shfl_xor_sync(0xffffffff, (1ll << 40) + i, 1);
    r->fdown[i] = __shfl_down_sync(0xffffffff, i * 0.5f, 1);
    int all = __all_sync(0xffffffff, i < 32);
    int any = __any_sync(0xffffffff, i == 9);
    unsigned ballot = __ballot_sync(0xffffffff, i % 3 == 0);
    if (i & 1) {
        unsigned odd = __ballot_sync(0xaaaaaaaa, i > 8);
        unsigned active = __activemask();
        if (i == 1) {
            r->odd = odd;
            r->active = active;
        }
    }
    __syncwarp();
    r->match[i] = __match_any_sync(0xffffffff, i / 5);
    int predicate;
    unsigned same = __match_all_sync(0xffffffff, 3.5f, &predicate);
    int add = __reduce_add_sync(0xffffffff, i - 3);
    int min = __reduce_min_sync(0xffffffff, i - 3);
    int max = __reduce_max_sync(0xffffffff, i - 3);
    unsigned uand = __reduce_and_sync(0xffffffff, i | 64u);
    unsigned uor = __reduce_or_sync(0xffffffff, 1u << i);
    unsigned uxor = __reduce_xor_sync(0xffffffff, (unsigned)i);
    int count = __syncthreads_count(i % 4 == 0);
    int land = __syncthreads_and(i >= 0), lor = __syncthreads_or(i == 77);
    if (i == 0) {
        r->all = all;
        r->any = any;
        r->ballot = ballot;
        r->same = same;
        r->predicate = predicate;
        r->add = add;
        r->min = min;
        r->max = max;
        r->uand = uand;
        r->uor = uor;
        r->uxor = uxor;
        r->count = count;
        r->land = land;
        r->lor = lor;
    }
}

int main()
{
    results *d, r;
    int add = 0;
    unsigned ballot = 0;

    OK(cudaMalloc(&d, sizeof *d));
    OK(cudaMemset(d, 0, sizeof *d));
    work<<<1, 32>>>(d);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&r, d, sizeof r, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) {
        unsigned match = 0;
        for (int j = 0; j < 32; j++)
            match |= (unsigned)(j / 5 == i / 5) << j;
        CHECK(r.shfl[i] == (i + 5) % 32 * 10);
        CHECK(r.up[i] == (i < 3 ? i : i - 3));
        CHECK(r.down[i] == (i + 4 < 32 ? i + 4 : i));
        CHECK(r.bxor[i] == (i ^ 7));
        CHECK(r.piece[i] == i / 8 * 8 + 2);
        CHECK(r.dshfl[i] == 31 - i + 0.125);
        CHECK(r.llshfl[i] == (1ll << 40) + (i ^ 1));
        CHECK(r.fdown[i] == (i < 31 ? i + 1 : i) * 0.5f);
        CHECK(r.match[i] == match);
        add += i - 3;
        ballot |= (unsigned)(i % 3 == 0) << i;
    }
    CHECK(r.all == 1 && r.any == 1 && r.ballot == ballot);
    CHECK(r.odd == (0xaaaaaaaa & 0xfffffe00) && r.active == 0xaaaaaaaa);
    CHECK(r.same == 0xffffffff && r.predicate == 1);
    CHECK(r.add == add && r.min == -3 && r.max == 28);
    CHECK(r.uand == 64 && r.uor == 0xffffffff && r.uxor == 0);
    CHECK(r.count == 8 && r.land && !r.lor);
    return 0;
}
