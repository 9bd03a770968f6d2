/*
 * cub/warp/warp_scan.cuh - for each lane of a warp the value of all lanes up to
 * it (inclusive) or before it (exclusive), as CUB's documentation describes it.
 */
#ifndef SIMT_CUB_WARP_SCAN_H
#define SIMT_CUB_WARP_SCAN_H
#pragma GCC system_header
#include "../../simt_hide.h"

#include "warp_reduce.cuh"

namespace cub
{
namespace simt_details
{

template <class T, class Op>
SIMT_INLINE T scan(T v, Op op, unsigned mask, unsigned lanes)
{
    const unsigned lane = linear_thread() % lanes;

    for (unsigned apart = 1; apart < lanes; apart *= 2) {
        T other = cooperative_groups::details::shuffle(
            SIMT_SHFL_UP, mask, v, static_cast<int>(apart),
            static_cast<int>(lanes));

        if (lane >= apart)
            v = op(other, v);
    }
    return v;
}

/* What the lane before has; its own value in lane 0. */
template <class T>
SIMT_INLINE T from_before(T v, unsigned mask, unsigned lanes)
{
    return cooperative_groups::details::shuffle(SIMT_SHFL_UP, mask, v, 1,
                                                static_cast<int>(lanes));
}

} // namespace simt_details

template <class T, int LOGICAL_WARP_THREADS = 32> class WarpScan
{
    static constexpr unsigned lanes = LOGICAL_WARP_THREADS;
    static_assert(lanes >= 1 && lanes <= 32 && (lanes & (lanes - 1)) == 0,
                  "the CPU device has logical warps of 1, 2, 4, 8, 16 and 32");

    SIMT_MEMBER static unsigned mask()
    {
        return simt_details::mask_of(simt_details::linear_thread() % 32, lanes);
    }
    SIMT_MEMBER static T last(T v)
    {
        return cooperative_groups::details::shuffle(
            SIMT_SHFL, mask(), v, static_cast<int>(lanes) - 1,
            static_cast<int>(lanes));
    }

  public:
    struct TempStorage {
        char none;
    };

    SIMT_MEMBER explicit WarpScan(TempStorage &)
    {
    }
    template <class Op> SIMT_MEMBER void InclusiveScan(T v, T &out, Op op)
    {
        out = simt_details::scan(v, op, mask(), lanes);
    }
    template <class Op>
    SIMT_MEMBER void InclusiveScan(T v, T &out, Op op, T &aggregate)
    {
        InclusiveScan(v, out, op);
        aggregate = last(out);
    }
    template <class Op>
    SIMT_MEMBER void ExclusiveScan(T v, T &out, T initial, Op op)
    {
        T all = simt_details::scan(v, op, mask(), lanes);
        T before = simt_details::from_before(all, mask(), lanes);

        out = simt_details::linear_thread() % lanes == 0 ? initial
                                                         : op(initial, before);
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
        T all;

        InclusiveSum(v, all, aggregate);
        ExclusiveSum(v, out);
    }
    SIMT_MEMBER T Broadcast(T v, unsigned lane)
    {
        return cooperative_groups::details::shuffle(
            SIMT_SHFL, mask(), v, static_cast<int>(lane),
            static_cast<int>(lanes));
    }
};

} // namespace cub

#include "../../simt_show.h"
#endif
