/*
 * cub/block/block_reduce.cuh - one value from those of a block's threads, as
 * CUB's documentation describes it. Only thread 0 has the result. Each warp by
 * shuffles, then the warps' values by shared memory, whatever the algorithm is
 * called. TempStorage may be used again after a barrier.
 */
#ifndef SIMT_CUB_BLOCK_REDUCE_H
#define SIMT_CUB_BLOCK_REDUCE_H
#pragma GCC system_header
#include "../../simt_hide.h"

#include "../warp/warp_reduce.cuh"

namespace cub
{

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

template <class T, int BLOCK_DIM_X,
          BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockReduce
{
    static constexpr unsigned threads =
        BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    static constexpr unsigned warps = (threads + 31) / 32;

  public:
    struct TempStorage {
        T warp_value[warps];
    };

    SIMT_MEMBER explicit BlockReduce(TempStorage &storage) : temp(storage)
    {
    }
    template <class Op> SIMT_MEMBER T Reduce(T v, Op op, int num_valid)
    {
        const unsigned thread = simt_details::linear_thread();
        const unsigned first = thread / 32 * 32;
        const unsigned valid = static_cast<unsigned>(num_valid);
        const unsigned here = threads - first < 32 ? threads - first : 32;

        v = simt_details::reduce(v, op, simt_details::mask_of(0, here), 32, here,
                                 valid < first        ? 0
                                 : valid - first < 32 ? valid - first
                                                      : 32);
        if (warps == 1)
            return v;
        if (thread == first)
            temp.warp_value[first / 32] = v;
        __syncthreads();
        if (thread == 0)
            for (unsigned w = 1; w < warps && 32 * w < valid; w++)
                v = op(v, temp.warp_value[w]);
        return v;
    }
    template <class Op> SIMT_MEMBER T Reduce(T v, Op op)
    {
        return Reduce(v, op, static_cast<int>(threads));
    }
    template <int ITEMS, class Op> SIMT_MEMBER T Reduce(T (&items)[ITEMS], Op op)
    {
        T v = items[0];

        for (int i = 1; i < ITEMS; i++)
            v = op(v, items[i]);
        return Reduce(v, op);
    }
    SIMT_MEMBER T Sum(T v)
    {
        return Reduce(v, ::cuda::std::plus<>());
    }
    SIMT_MEMBER T Sum(T v, int num_valid)
    {
        return Reduce(v, ::cuda::std::plus<>(), num_valid);
    }
    template <int ITEMS> SIMT_MEMBER T Sum(T (&items)[ITEMS])
    {
        return Reduce(items, ::cuda::std::plus<>());
    }

  private:
    TempStorage &temp;
};

} // namespace cub

#include "../../simt_show.h"
#endif
