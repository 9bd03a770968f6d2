/*
 * cooperative_groups/memcpy_async.h - copies by a whole group, here at once;
 * check mode finds what is read before it was waited for. Each is a batch.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#pragma GCC system_header
#include "../simt_hide.h"

#include "../cooperative_groups.h"

namespace cooperative_groups
{

template <class Group, class T>
SIMT_INLINE void memcpy_async(const Group &g, T *to, const T *from,
                              size_t bytes)
{
    simt_async(SIMT_ASYNC_BEGIN, 0);
    for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
        to[i] = from[i];
    simt_async(SIMT_ASYNC_END, 0);
    simt_async(SIMT_ASYNC_COMMIT, 0);
}
template <class Group, class T>
SIMT_INLINE void memcpy_async(const Group &g, T *to, size_t to_elements,
                              const T *from, size_t from_elements)
{
    memcpy_async(g, to, from,
                 (to_elements < from_elements ? to_elements : from_elements) *
                     sizeof(T));
}
template <class Group> SIMT_INLINE void wait(const Group &g)
{
    simt_async(SIMT_ASYNC_WAIT, 0);
    g.sync();
}
template <unsigned N, class Group> SIMT_INLINE void wait_prior(const Group &g)
{
    simt_async(SIMT_ASYNC_WAIT, N);
    g.sync();
}

} // namespace cooperative_groups

#include "../simt_show.h"
#endif
