/*
 * cooperative_groups/memcpy_async.h - copies by a whole group, here at once;
 * check mode finds threads that never wait for them.
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
    simt_async_copy();
    for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
        to[i] = from[i];
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
    simt_async_wait();
    g.sync();
}
template <unsigned N, class Group> SIMT_INLINE void wait_prior(const Group &g)
{
    simt_async_wait();
    g.sync();
}

} // namespace cooperative_groups

#include "../simt_show.h"
#endif
