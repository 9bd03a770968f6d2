/*
 * cooperative_groups/scan.h - inclusive_scan() and exclusive_scan() over a
 * tile or coalesced group, by rank.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_SCAN_H
#define SIMT_COOPERATIVE_GROUPS_SCAN_H
#pragma GCC system_header
#include "../simt_hide.h"

#include "../cooperative_groups.h"

namespace cooperative_groups
{

template <class Group, class T, class Op>
SIMT_INLINE T inclusive_scan(const Group &g, T v, Op op)
{
    for (unsigned i = 1; i < g.num_threads(); i *= 2) {
        T below = g.shfl_up(v, i);
        if (g.thread_rank() >= i)
            v = op(below, v);
    }
    return v;
}
template <class Group, class T>
SIMT_INLINE T inclusive_scan(const Group &g, T v)
{
    return inclusive_scan(g, v, plus<T>());
}
template <class Group, class T, class Op>
SIMT_INLINE T exclusive_scan(const Group &g, T v, Op op)
{
    T sum = g.shfl_up(inclusive_scan(g, v, op), 1);
    return g.thread_rank() == 0 ? T() : sum;
}
template <class Group, class T>
SIMT_INLINE T exclusive_scan(const Group &g, T v)
{
    return exclusive_scan(g, v, plus<T>());
}

} // namespace cooperative_groups

#include "../simt_show.h"
#endif
