/*
 * cooperative_groups/reduce.h - reduce() of a tile's or coalesced group's
 * values.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define SIMT_COOPERATIVE_GROUPS_REDUCE_H
#pragma GCC system_header
#include "../simt_hide.h"

#include "../cooperative_groups.h"

namespace cooperative_groups
{

/* By pairs, in log2(Size) exchanges, in the same order on all lanes. */
template <unsigned Size, class P, class T, class Op>
SIMT_INLINE std::enable_if_t<(Size > 32), T>
reduce(const thread_block_tile<Size, P> &tile, T v, Op op)
{
    return tile.simt_reduce(v, op);
}
template <unsigned Size, class P, class T, class Op>
SIMT_INLINE std::enable_if_t<(Size <= 32), T>
reduce(const thread_block_tile<Size, P> &tile, T v, Op op)
{
    for (unsigned i = Size / 2; i > 0; i /= 2)
        v = op(v, tile.shfl_xor(v, i));
    return v;
}
template <class T, class Op>
SIMT_INLINE T reduce(const coalesced_group &g, T v, Op op)
{
    T sum = g.shfl(v, 0);
    for (unsigned i = 1; i < g.num_threads(); i++)
        sum = op(sum, g.shfl(v, i));
    return sum;
}

template <class Group, class T, class U, class Op>
SIMT_INLINE void reduce_store_async(const Group &g, T *to, U v, Op op)
{
    T sum = reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0)
        *to = sum;
}

} // namespace cooperative_groups

#include "../simt_show.h"
#endif
