/*
 * cooperative_groups.h - groups of threads as objects: the block, the grid of
 * a cooperative launch, tiles of up to 32 threads, and the threads that happen
 * to be together.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H
#pragma GCC system_header
#include "simt_hide.h"

/* nvcc's brings these as well. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#include "cuda_runtime.h"

namespace cooperative_groups
{

/* ---- helpers --------------------------------------------------------- */

namespace details
{

SIMT_INLINE unsigned block_rank()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
SIMT_INLINE unsigned block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}
SIMT_INLINE unsigned lane()
{
    return block_rank() % SIMT_WARP;
}
/* Bits of a mask below this lane. */
SIMT_INLINE unsigned rank_in(unsigned mask)
{
    return static_cast<unsigned>(__popc(mask & ((1u << lane()) - 1)));
}
SIMT_INLINE int lane_of_rank(unsigned mask, unsigned rank)
{
    while (rank-- > 0)
        mask &= mask - 1;
    return mask ? __builtin_ctz(mask) : 0;
}
/* Bits of a ballot, by rank. */
SIMT_INLINE unsigned pack(unsigned mask, unsigned bits)
{
    unsigned packed = 0;
    for (unsigned i = 0; mask; mask &= mask - 1, i++)
        packed |= (bits >> __builtin_ctz(mask) & 1) << i;
    return packed;
}

/* Any type, four bytes at a time. */
template <class T, bool Small> struct exchange {
    SIMT_MEMBER static T run(simt_warp_kind kind, unsigned mask, const T &v,
                             int arg, int width)
    {
        unsigned words[(sizeof(T) + 3) / 4] = {};
        T result;
        __builtin_memcpy(words, &v, sizeof v);
        for (unsigned &w : words)
            w = static_cast<unsigned>(
                simt_warp(kind, mask, w, arg, width, nullptr));
        __builtin_memcpy(&result, words, sizeof result);
        return result;
    }
};
template <class T> struct exchange<T, true> {
    SIMT_MEMBER static T run(simt_warp_kind kind, unsigned mask, T v, int arg,
                             int width)
    {
        return simt::from_bits<T>(
            simt_warp(kind, mask, simt::to_bits(v), arg, width, nullptr));
    }
};
template <class T>
SIMT_INLINE T shuffle(simt_warp_kind kind, unsigned mask, T v, int arg,
                      int width)
{
    return exchange<T, std::is_arithmetic<T>::value>::run(kind, mask, v, arg,
                                                          width);
}

} // namespace details

class thread_group;
template <unsigned Size, class Parent = void> class thread_block_tile;

/* ---- the block ------------------------------------------------------- */

/* What tiles of more than a warp need: a place for each warp's value. */
template <unsigned Threads = 1024> struct block_tile_memory {
    long long words[(Threads + 31) / 32][2];
};

class thread_block
{
  public:
    SIMT_MEMBER thread_block(void *scratch = nullptr) : simt_scratch(scratch)
    {
    }
    void *simt_scratch;
    SIMT_MEMBER static void sync()
    {
        __syncthreads();
    }
    struct arrival_token {
    };
    SIMT_MEMBER static unsigned thread_rank()
    {
        return details::block_rank();
    }
    SIMT_MEMBER static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    SIMT_MEMBER static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    SIMT_MEMBER static dim3 group_dim()
    {
        return blockDim;
    }
    SIMT_MEMBER static dim3 dim_threads()
    {
        return blockDim;
    }
    SIMT_MEMBER static unsigned num_threads()
    {
        return details::block_size();
    }
    SIMT_MEMBER static unsigned size()
    {
        return details::block_size();
    }
};

SIMT_INLINE thread_block this_thread_block()
{
    return thread_block();
}
template <unsigned Threads>
SIMT_INLINE thread_block this_thread_block(block_tile_memory<Threads> &memory)
{
    return thread_block(&memory);
}

/* ---- the grid -------------------------------------------------------- */

class grid_group
{
  public:
    SIMT_MEMBER static bool is_valid()
    {
        return simt_is_cooperative();
    }
    SIMT_MEMBER static void sync()
    {
        simt_grid_sync();
    }
    SIMT_MEMBER static unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y *
               gridDim.z;
    }
    SIMT_MEMBER static unsigned long long block_rank()
    {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y +
                blockIdx.y) *
                   gridDim.x +
               blockIdx.x;
    }
    SIMT_MEMBER static dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    SIMT_MEMBER static dim3 dim_blocks()
    {
        return gridDim;
    }
    SIMT_MEMBER static dim3 group_dim()
    {
        return gridDim;
    }
    SIMT_MEMBER static unsigned long long num_threads()
    {
        return num_blocks() * details::block_size();
    }
    SIMT_MEMBER static unsigned long long size()
    {
        return num_threads();
    }
    SIMT_MEMBER static unsigned long long thread_rank()
    {
        return block_rank() * details::block_size() + details::block_rank();
    }
};

SIMT_INLINE grid_group this_grid()
{
    return grid_group();
}

/* ---- tiles ----------------------------------------------------------- */

template <unsigned Size> class simt_tile
{
    static_assert(Size <= 32 && Size > 0 && (Size & (Size - 1)) == 0,
                  "The CPU device has tiles of 1, 2, 4, 8, 16 or 32 threads.");

  public:
    SIMT_MEMBER static unsigned simt_mask()
    {
        return (SIMT_FULL >> (32 - Size)) << (details::lane() & ~(Size - 1));
    }
    SIMT_MEMBER static void sync()
    {
        __syncwarp(simt_mask());
    }
    SIMT_MEMBER static unsigned thread_rank()
    {
        return details::block_rank() % Size;
    }
    SIMT_MEMBER static constexpr unsigned num_threads()
    {
        return Size;
    }
    SIMT_MEMBER static constexpr unsigned size()
    {
        return Size;
    }
    template <class T> SIMT_MEMBER T shfl(T v, int rank) const
    {
        return details::shuffle(SIMT_SHFL, simt_mask(), v, rank, Size);
    }
    template <class T> SIMT_MEMBER T shfl_up(T v, unsigned delta) const
    {
        return details::shuffle(SIMT_SHFL_UP, simt_mask(), v,
                                static_cast<int>(delta), Size);
    }
    template <class T> SIMT_MEMBER T shfl_down(T v, unsigned delta) const
    {
        return details::shuffle(SIMT_SHFL_DOWN, simt_mask(), v,
                                static_cast<int>(delta), Size);
    }
    template <class T> SIMT_MEMBER T shfl_xor(T v, unsigned ranks) const
    {
        return details::shuffle(SIMT_SHFL_XOR, simt_mask(), v,
                                static_cast<int>(ranks), Size);
    }
    SIMT_MEMBER int any(int predicate) const
    {
        return __any_sync(simt_mask(), predicate);
    }
    SIMT_MEMBER int all(int predicate) const
    {
        return __all_sync(simt_mask(), predicate);
    }
    SIMT_MEMBER unsigned ballot(int predicate) const
    {
        return __ballot_sync(simt_mask(), predicate) >>
               (details::lane() & ~(Size - 1));
    }
    template <class T> SIMT_MEMBER unsigned match_any(T v) const
    {
        return __match_any_sync(simt_mask(), v) >>
               (details::lane() & ~(Size - 1));
    }
    template <class T> SIMT_MEMBER unsigned match_all(T v, int &predicate) const
    {
        return __match_all_sync(simt_mask(), v, &predicate) >>
               (details::lane() & ~(Size - 1));
    }
};

/* Of several warps. They wait for the whole block, so all its tiles must come
 * to the same calls. */
template <unsigned Size> class simt_wide_tile
{
    static_assert(Size <= 1024 && (Size & (Size - 1)) == 0,
                  "The size of a tile is a power of two up to 1024.");

  public:
    void *simt_scratch = nullptr;
    SIMT_MEMBER static void sync()
    {
        __syncthreads();
    }
    SIMT_MEMBER static unsigned thread_rank()
    {
        return details::block_rank() % Size;
    }
    SIMT_MEMBER static constexpr unsigned num_threads()
    {
        return Size;
    }
    SIMT_MEMBER static constexpr unsigned size()
    {
        return Size;
    }
    SIMT_MEMBER int any(int predicate) const
    {
        return simt_reduce(predicate != 0, [](int a, int b) { return a | b; });
    }
    SIMT_MEMBER int all(int predicate) const
    {
        return simt_reduce(predicate != 0, [](int a, int b) { return a & b; });
    }
    template <class T> SIMT_MEMBER T shfl(T v, unsigned rank) const
    {
        T *at = static_cast<T *>(simt_scratch);
        at += details::block_rank() / Size * (Size / 32);
        if (thread_rank() == rank)
            *at = v;
        __syncthreads();
        v = *at;
        __syncthreads();
        return v;
    }
    template <class T, class Op> SIMT_MEMBER T simt_reduce(T v, Op op) const
    {
        static_assert(sizeof(T) <= 16, "at most 16 bytes");
        T *at = static_cast<T *>(simt_scratch);
        for (unsigned i = 16; i > 0; i /= 2)
            v = op(v, details::shuffle(SIMT_SHFL_XOR, SIMT_FULL, v,
                                       static_cast<int>(i), SIMT_WARP));
        if (details::lane() == 0)
            at[details::block_rank() / SIMT_WARP] = v;
        __syncthreads();
        at += details::block_rank() / Size * (Size / 32);
        v = at[0];
        for (unsigned i = 1; i < Size / 32; i++)
            v = op(v, at[i]);
        __syncthreads();
        return v;
    }
};
template <unsigned Size>
using simt_tile_of =
    std::conditional_t<(Size <= 32), simt_tile<Size>, simt_wide_tile<Size>>;

template <unsigned Size, class Parent>
class thread_block_tile : public simt_tile_of<Size>
{
  public:
    SIMT_MEMBER static unsigned meta_group_rank()
    {
        return details::block_rank() / Size;
    }
    SIMT_MEMBER static unsigned meta_group_size()
    {
        return (details::block_size() + Size - 1) / Size;
    }
    SIMT_MEMBER operator thread_block_tile<Size, void>() const
    {
        return thread_block_tile<Size, void>();
    }
};
template <unsigned Size>
class thread_block_tile<Size, void> : public simt_tile_of<Size>
{
  public:
    SIMT_MEMBER static unsigned meta_group_rank()
    {
        return details::block_rank() / Size;
    }
    SIMT_MEMBER static unsigned meta_group_size()
    {
        return (details::block_size() + Size - 1) / Size;
    }
};
/* Tiles of a tile count within it. */
template <unsigned Size, unsigned Outer, class P>
class thread_block_tile<Size, thread_block_tile<Outer, P>>
    : public simt_tile_of<Size>
{
  public:
    SIMT_MEMBER static unsigned meta_group_rank()
    {
        return details::block_rank() % Outer / Size;
    }
    SIMT_MEMBER static unsigned meta_group_size()
    {
        return Outer / Size;
    }
    SIMT_MEMBER operator thread_block_tile<Size, void>() const
    {
        return thread_block_tile<Size, void>();
    }
};

template <unsigned Size, class Parent>
SIMT_INLINE std::enable_if_t<(Size <= 32), thread_block_tile<Size, Parent>>
tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}
template <unsigned Size, class Parent>
SIMT_INLINE std::enable_if_t<(Size > 32), thread_block_tile<Size, Parent>>
tiled_partition(const Parent &parent)
{
    thread_block_tile<Size, Parent> tile;
    tile.simt_scratch = parent.simt_scratch;
    return tile;
}
SIMT_INLINE thread_block_tile<1> this_thread()
{
    return thread_block_tile<1>();
}

/* ---- threads that are together --------------------------------------- */

class coalesced_group
{
  public:
    SIMT_MEMBER coalesced_group(unsigned mask, unsigned rank = 0,
                                unsigned groups = 1)
        : mask_(mask), rank_(rank), groups_(groups)
    {
    }
    template <unsigned Size, class P>
    SIMT_MEMBER coalesced_group(const thread_block_tile<Size, P> &tile)
        : mask_(tile.simt_mask()), rank_(0), groups_(1)
    {
    }
    SIMT_MEMBER unsigned simt_mask() const
    {
        return mask_;
    }
    SIMT_MEMBER void sync() const
    {
        __syncwarp(mask_);
    }
    SIMT_MEMBER unsigned thread_rank() const
    {
        return details::rank_in(mask_);
    }
    SIMT_MEMBER unsigned num_threads() const
    {
        return static_cast<unsigned>(__popc(mask_));
    }
    SIMT_MEMBER unsigned size() const
    {
        return num_threads();
    }
    SIMT_MEMBER unsigned meta_group_rank() const
    {
        return rank_;
    }
    SIMT_MEMBER unsigned meta_group_size() const
    {
        return groups_;
    }
    template <class T> SIMT_MEMBER T shfl(T v, unsigned rank) const
    {
        return details::shuffle(SIMT_SHFL, mask_, v,
                                details::lane_of_rank(mask_, rank), SIMT_WARP);
    }
    template <class T> SIMT_MEMBER T shfl_up(T v, unsigned delta) const
    {
        unsigned rank = thread_rank();
        return shfl(v, rank < delta ? rank : rank - delta);
    }
    template <class T> SIMT_MEMBER T shfl_down(T v, unsigned delta) const
    {
        unsigned rank = thread_rank(), from = rank + delta;
        return shfl(v, from < num_threads() ? from : rank);
    }
    SIMT_MEMBER int any(int predicate) const
    {
        return __any_sync(mask_, predicate);
    }
    SIMT_MEMBER int all(int predicate) const
    {
        return __all_sync(mask_, predicate);
    }
    SIMT_MEMBER unsigned ballot(int predicate) const
    {
        return details::pack(mask_, __ballot_sync(mask_, predicate));
    }
    template <class T> SIMT_MEMBER unsigned match_any(T v) const
    {
        return details::pack(mask_, __match_any_sync(mask_, v));
    }
    template <class T> SIMT_MEMBER unsigned match_all(T v, int &predicate) const
    {
        return details::pack(mask_, __match_all_sync(mask_, v, &predicate));
    }

  private:
    unsigned mask_, rank_, groups_;
};

SIMT_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* Those with the same label; the lowest lanes' group is the first. */
template <class Group, class Label>
SIMT_INLINE coalesced_group labeled_partition(const Group &g, Label label)
{
    unsigned mine = __match_any_sync(g.simt_mask(), label);
    unsigned firsts = __ballot_sync(
        g.simt_mask(),
        details::lane() == static_cast<unsigned>(__builtin_ctz(mine)));
    return coalesced_group(mine,
                           static_cast<unsigned>(__popc(
                               firsts & ((1u << __builtin_ctz(mine)) - 1))),
                           static_cast<unsigned>(__popc(firsts)));
}
/* One group if all say the same. */
template <class Group>
SIMT_INLINE coalesced_group binary_partition(const Group &g, bool predicate)
{
    unsigned all = g.simt_mask(), yes = __ballot_sync(all, predicate);
    if (yes == all || yes == 0)
        return coalesced_group(all);
    return coalesced_group(predicate ? yes : all & ~yes, predicate, 2);
}
template <class Group>
SIMT_INLINE coalesced_group labeled_partition(const Group &g, bool label)
{
    return binary_partition(g, label);
}

/* ---- a group of any kind --------------------------------------------- */

class thread_group
{
  public:
    SIMT_MEMBER thread_group(const thread_block &) : kind_(block), mask_(0)
    {
    }
    SIMT_MEMBER thread_group(const grid_group &) : kind_(grid), mask_(0)
    {
    }
    template <unsigned Size, class P>
    SIMT_MEMBER thread_group(const thread_block_tile<Size, P> &tile)
        : kind_(lanes), mask_(tile.simt_mask())
    {
    }
    SIMT_MEMBER thread_group(const coalesced_group &g)
        : kind_(lanes), mask_(g.simt_mask())
    {
    }
    SIMT_MEMBER explicit thread_group(unsigned mask) : kind_(lanes), mask_(mask)
    {
    }
    SIMT_MEMBER unsigned simt_mask() const
    {
        return kind_ == lanes ? mask_ : 0;
    }
    SIMT_MEMBER void sync() const
    {
        if (kind_ == block)
            __syncthreads();
        else if (kind_ == grid)
            simt_grid_sync();
        else
            __syncwarp(mask_);
    }
    SIMT_MEMBER unsigned long long thread_rank() const
    {
        return kind_ == block  ? details::block_rank()
               : kind_ == grid ? grid_group::thread_rank()
                               : details::rank_in(mask_);
    }
    SIMT_MEMBER unsigned long long size() const
    {
        return kind_ == block  ? details::block_size()
               : kind_ == grid ? grid_group::size()
                               : static_cast<unsigned>(__popc(mask_));
    }
    SIMT_MEMBER unsigned long long num_threads() const
    {
        return size();
    }

  private:
    enum { block, grid, lanes } kind_;
    unsigned mask_;
};

/* Pieces of `size` threads, by rank. */
SIMT_INLINE thread_group tiled_partition(const thread_group &g, unsigned size)
{
    unsigned mask = g.simt_mask() ? g.simt_mask() : SIMT_FULL;
    unsigned first = details::rank_in(mask) / size * size, piece = 0;
    for (unsigned i = 0; mask; mask &= mask - 1, i++) {
        if (i >= first && i < first + size)
            piece |= mask & -mask;
    }
    return thread_group(piece);
}

/* ---- for all groups -------------------------------------------------- */

template <class Group> SIMT_INLINE void sync(const Group &g)
{
    g.sync();
}
template <class Group>
SIMT_INLINE auto thread_rank(const Group &g) -> decltype(g.thread_rank())
{
    return g.thread_rank();
}
template <class Group>
SIMT_INLINE auto group_size(const Group &g) -> decltype(g.size())
{
    return g.size();
}
template <class Group, class F, class... A>
SIMT_INLINE void invoke_one(const Group &g, F &&f, A &&...a)
{
    if (g.thread_rank() == 0)
        f(std::forward<A>(a)...);
}
template <class Group, class F, class... A>
SIMT_INLINE auto invoke_one_broadcast(const Group &g, F &&f, A &&...a)
    -> decltype(f(std::forward<A>(a)...))
{
    decltype(f(std::forward<A>(a)...)) result = {};
    if (g.thread_rank() == 0)
        result = f(std::forward<A>(a)...);
    return g.shfl(result, 0);
}

/* ---- operators ------------------------------------------------------- */

template <class T> struct plus {
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <class T> struct less { /* the smaller one */
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};
template <class T> struct greater { /* the greater one */
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};
template <class T> struct bit_and {
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return a & b;
    }
};
template <class T> struct bit_or {
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return a | b;
    }
};
template <class T> struct bit_xor {
    SIMT_MEMBER T operator()(T a, T b) const
    {
        return a ^ b;
    }
};

} // namespace cooperative_groups

#include "simt_show.h"
#endif
