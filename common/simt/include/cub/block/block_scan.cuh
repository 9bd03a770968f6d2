/*
 * cub/block/block_scan.cuh - for each thread of a block the value of all threads
 * up to it (inclusive) or before it (exclusive), as CUB's documentation
 * describes it. TempStorage may be used again after a barrier.
 */
#ifndef SIMT_CUB_BLOCK_SCAN_H
#define SIMT_CUB_BLOCK_SCAN_H
#pragma GCC system_header
#include "../../simt_hide.h"

#include "../warp/warp_scan.cuh"

namespace cub
{

enum BlockScanAlgorithm {
    BLOCK_SCAN_RAKING,
    BLOCK_SCAN_RAKING_MEMOIZE,
    BLOCK_SCAN_WARP_SCANS
};

template <class T, int BLOCK_DIM_X,
          BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockScan
{
    static constexpr unsigned threads =
        BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    static constexpr unsigned warps = (threads + 31) / 32;

  public:
    struct TempStorage {
        T warp_value[warps];
    };

    SIMT_MEMBER explicit BlockScan(TempStorage &storage) : temp(storage)
    {
    }

    template <class Op>
    SIMT_MEMBER void InclusiveScan(T v, T &out, Op op, T &aggregate)
    {
        T before;
        bool any;

        scan(v, op, out, before, any, aggregate);
        if (any)
            out = op(before, out);
    }
    template <class Op> SIMT_MEMBER void InclusiveScan(T v, T &out, Op op)
    {
        T all;

        InclusiveScan(v, out, op, all);
    }
    template <class Op>
    SIMT_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op, T &aggregate)
    {
        const unsigned thread = simt_details::linear_thread();
        T mine, before, last;
        bool any;

        scan(v, op, mine, before, any, aggregate);
        last = simt_details::from_before(mine, mask(), 32);
        out = any ? op(initial, before) : initial;
        if (thread % 32 > 0)
            out = op(out, last);
    }
    template <class Op>
    SIMT_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op)
    {
        T all;

        ExclusiveScan(v, out, initial, op, all);
    }
    SIMT_MEMBER void InclusiveSum(T v, T &out)
    {
        InclusiveScan(v, out, ::cuda::std::plus<>());
    }
    SIMT_MEMBER void InclusiveSum(T v, T &out, T &aggregate)
    {
        InclusiveScan(v, out, ::cuda::std::plus<>(), aggregate);
    }
    SIMT_MEMBER void ExclusiveSum(T v, T &out)
    {
        ExclusiveScan(v, out, T(), ::cuda::std::plus<>());
    }
    SIMT_MEMBER void ExclusiveSum(T v, T &out, T &aggregate)
    {
        ExclusiveScan(v, out, T(), ::cuda::std::plus<>(), aggregate);
    }
    template <int ITEMS>
    SIMT_MEMBER void InclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS])
    {
        T sum = several(in, out);

        for (int i = 0; i < ITEMS; i++)
            out[i] = sum = sum + in[i];
    }
    template <int ITEMS>
    SIMT_MEMBER void ExclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS])
    {
        T sum = several(in, out);

        for (int i = 0; i < ITEMS; i++) {
            T next = sum + in[i];

            out[i] = sum;
            sum = next;
        }
    }

  private:
    TempStorage &temp;

    SIMT_MEMBER static unsigned mask()
    {
        const unsigned first = simt_details::linear_thread() / 32 * 32;

        return simt_details::mask_of(
            0, threads - first < 32 ? threads - first : 32);
    }
    /* mine: of this warp up to this lane; before: of the warps before it, if
     * there are any; aggregate: of all threads. */
    template <class Op>
    SIMT_MEMBER void scan(T v, Op op, T &mine, T &before, bool &any,
                          T &aggregate)
    {
        const unsigned thread = simt_details::linear_thread();
        const unsigned warp = thread / 32;

        mine = simt_details::scan(v, op, mask(), 32);
        if (thread % 32 == 31 || thread == threads - 1)
            temp.warp_value[warp] = mine;
        __syncthreads();
        any = warp > 0;
        before = aggregate = temp.warp_value[0];
        for (unsigned w = 1; w < warps; w++) {
            if (w == warp)
                before = aggregate;
            aggregate = op(aggregate, temp.warp_value[w]);
        }
    }
    /* The sum of all items of the threads before this one. */
    template <int ITEMS> SIMT_MEMBER T several(T (&in)[ITEMS], T (&)[ITEMS])
    {
        T sum = in[0], before;

        for (int i = 1; i < ITEMS; i++)
            sum = sum + in[i];
        ExclusiveSum(sum, before);
        return before;
    }
};

} // namespace cub

#include "../../simt_show.h"
#endif
