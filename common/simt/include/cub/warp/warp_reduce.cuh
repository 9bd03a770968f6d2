/*
 * cub/warp/warp_reduce.cuh - one value from those of a warp's lanes, as CUB's
 * documentation describes it (NVIDIA, CUDA Core Compute Libraries). Only lane 0
 * of a logical warp has the result. By shuffles, so no shared memory is used.
 */
#ifndef SIMT_CUB_WARP_REDUCE_H
#define SIMT_CUB_WARP_REDUCE_H
#pragma GCC system_header
#include "../../simt_hide.h"

#include "../../cooperative_groups.h"
#include "../../cuda/functional"

namespace cub
{
namespace simt_details
{

/* Number of this thread within its block. */
SIMT_INLINE unsigned linear_thread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/* Those lanes of this warp that `lanes` neighbours are, this one among them. */
SIMT_INLINE unsigned mask_of(unsigned lane, unsigned lanes)
{
    return lanes == 32 ? 0xffffffff : ((1u << lanes) - 1) << lane / lanes * lanes;
}

/* In lane 0 of each `lanes` neighbours, of which so many are `here`: op of the
 * first `valid` values. */
template <class T, class Op>
SIMT_INLINE T reduce(T v, Op op, unsigned mask, unsigned lanes, unsigned here,
                     unsigned valid)
{
    const unsigned lane = linear_thread() % lanes;

    for (unsigned apart = lanes / 2; apart > 0; apart /= 2) {
        const unsigned from = lane + apart < here ? lane + apart : lane;
        T other = cooperative_groups::details::shuffle(
            SIMT_SHFL, mask, v, static_cast<int>(from),
            static_cast<int>(lanes));

        if (lane + apart < valid)
            v = op(v, other);
    }
    return v;
}

} // namespace simt_details

template <class T, int LOGICAL_WARP_THREADS = 32> class WarpReduce
{
    static constexpr unsigned lanes = LOGICAL_WARP_THREADS;
    static_assert(lanes >= 1 && lanes <= 32 && (lanes & (lanes - 1)) == 0,
                  "the CPU device has logical warps of 1, 2, 4, 8, 16 and 32");

  public:
    struct TempStorage {
        char none;
    };

    SIMT_MEMBER explicit WarpReduce(TempStorage &)
    {
    }
    template <class Op> SIMT_MEMBER T Reduce(T v, Op op)
    {
        return Reduce(v, op, LOGICAL_WARP_THREADS);
    }
    template <class Op> SIMT_MEMBER T Reduce(T v, Op op, int valid_items)
    {
        return simt_details::reduce(
            v, op,
            simt_details::mask_of(simt_details::linear_thread() % 32, lanes),
            lanes, lanes, static_cast<unsigned>(valid_items));
    }
    SIMT_MEMBER T Sum(T v)
    {
        return Reduce(v, ::cuda::std::plus<>());
    }
    SIMT_MEMBER T Sum(T v, int valid_items)
    {
        return Reduce(v, ::cuda::std::plus<>(), valid_items);
    }
};

} // namespace cub

#include "../../simt_show.h"
#endif
