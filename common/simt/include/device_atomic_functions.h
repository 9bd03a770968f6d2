/*
 * device_atomic_functions.h - atomicAdd() and its relatives, with _block and
 * _system forms. Relaxed, as on the device: ordering other accesses takes a
 * fence. Then CUDA 12.8's __nv_atomic_...(), which are told an order and a
 * scope: the same operations, between the fences that the order stands for.
 */
#ifndef SIMT_DEVICE_ATOMIC_FUNCTIONS_H
#define SIMT_DEVICE_ATOMIC_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "../simt.h"
#include "device_functions.h"
#include <type_traits>

namespace simt
{

typedef unsigned u32_alias __attribute__((may_alias));
typedef unsigned long long u64_alias __attribute__((may_alias));
typedef unsigned u32;
typedef unsigned long long u64;

/* Check mode looks at the access here, once, whatever the operation needs. */
SIMT_INLINE void atomic_access(const volatile void *p, size_t bytes,
                               enum simt_atomic kind, enum simt_scope scope)
{
#ifdef SIMT_CHECK
    simt_atomic(p, bytes, kind, scope);
#else
    (void)p, (void)bytes, (void)kind, (void)scope;
#endif
}

/* A thread that tries in vain may be waiting for one that cannot run before
 * this one lets it. Many tries in a row cost nothing else. */
SIMT_INLINE void tried_in_vain()
{
#ifndef SIMT_CHECK
    static __thread unsigned tries SIMT_TLS;
    if (++tries % 8 == 0)
        simt_yield();
#endif
}

/* The operations that a processor lacks. */
template <class T, class U, class F> SIMT_INLINE T atomic_loop(U *p, F next)
{
    U old = __atomic_load_n(p, __ATOMIC_RELAXED);
    for (;;) {
        U wanted = static_cast<U>(to_bits(next(from_bits<T>(old))));
        U found = __sync_val_compare_and_swap(p, old, wanted);
        if (found == old)
            return from_bits<T>(old);
        old = found;
    }
}

template <class T> struct exchanges : std::false_type {
};
template <> struct exchanges<int> : std::true_type {
};
template <> struct exchanges<unsigned> : std::true_type {
};
template <> struct exchanges<unsigned long long> : std::true_type {
};
template <> struct exchanges<float> : std::true_type {
};

} // namespace simt

#define SIMT_FETCH(name, suffix, scope, T, op, neutral)            \
    SIMT_INLINE T name##suffix(T *p, T v)                          \
    {                                                              \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_RMW, scope); \
        if (neutral)                                               \
            simt::tried_in_vain();                                 \
        return __atomic_fetch_##op(p, v, __ATOMIC_RELAXED);        \
    }
#define SIMT_LOOP(name, suffix, scope, T, U, expression)                \
    SIMT_INLINE T name##suffix(T *p, T v)                               \
    {                                                                   \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_RMW, scope);      \
        return simt::atomic_loop<T>(reinterpret_cast<simt::U *>(p),     \
                                    [v](T old) { return expression; }); \
    }
#define SIMT_EXCHANGE(suffix, scope, T, U)                                   \
    SIMT_INLINE T atomicExch##suffix(T *p, T v)                              \
    {                                                                        \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_EXCH, scope);          \
        simt::U bits = static_cast<simt::U>(simt::to_bits(v));               \
        simt::U old = __atomic_exchange_n(                                   \
            reinterpret_cast<simt::U##_alias *>(p), bits, __ATOMIC_RELAXED); \
        if (old == bits && bits != 0)                                        \
            simt::tried_in_vain();                                           \
        return simt::from_bits<T>(old);                                      \
    }
/* Check mode calls this where a statement is an atomicExch() and nothing else:
 * what was there before is lost. The answer is for whom the translator took for
 * a statement by mistake. The second one is for a program's own. */
#define SIMT_STORE(suffix, scope)                                           \
    template <class T, class V>                                             \
    SIMT_INLINE std::enable_if_t<simt::exchanges<T>::value, T>              \
        simt_stores_atomicExch##suffix(T *p, V v)                           \
    {                                                                       \
        T value = v, old;                                                   \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_STORE, scope);        \
        __atomic_exchange(p, &value, &old, __ATOMIC_RELAXED);               \
        return old;                                                         \
    }                                                                       \
    template <class P, class V, class E = std::remove_pointer_t<P>,         \
              std::enable_if_t<!simt::exchanges<E>::value, int> = 0>        \
    SIMT_INLINE auto simt_stores_atomicExch##suffix(P p, V v)               \
    {                                                                       \
        return atomicExch##suffix(p, v);                                    \
    }
#define SIMT_CAS(suffix, scope, T)                                 \
    SIMT_INLINE T atomicCAS##suffix(T *p, T compare, T v)          \
    {                                                              \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_CAS, scope); \
        T found = __sync_val_compare_and_swap(p, compare, v);      \
        if (found != compare || compare == v)                      \
            simt::tried_in_vain();                                 \
        return found;                                              \
    }
#define SIMT_BITWISE(suffix, scope, T)                  \
    SIMT_FETCH(atomicAnd, suffix, scope, T, and, false) \
    SIMT_FETCH(atomicOr, suffix, scope, T, or, v == 0)  \
    SIMT_FETCH(atomicXor, suffix, scope, T, xor, false)
#define SIMT_MIN_MAX(suffix, scope, T, U)                        \
    SIMT_LOOP(atomicMin, suffix, scope, T, U, v < old ? v : old) \
    SIMT_LOOP(atomicMax, suffix, scope, T, U, v > old ? v : old)

#define SIMT_ATOMICS(suffix, scope)                                       \
    SIMT_FETCH(atomicAdd, suffix, scope, int, add, v == 0)                \
    SIMT_FETCH(atomicAdd, suffix, scope, unsigned, add, v == 0)           \
    SIMT_FETCH(atomicAdd, suffix, scope, unsigned long long, add, v == 0) \
    SIMT_LOOP(atomicAdd, suffix, scope, float, u32_alias, old + v)        \
    SIMT_LOOP(atomicAdd, suffix, scope, double, u64_alias, old + v)       \
    SIMT_FETCH(atomicSub, suffix, scope, int, sub, v == 0)                \
    SIMT_FETCH(atomicSub, suffix, scope, unsigned, sub, v == 0)           \
    SIMT_EXCHANGE(suffix, scope, int, u32)                                \
    SIMT_EXCHANGE(suffix, scope, unsigned, u32)                           \
    SIMT_EXCHANGE(suffix, scope, unsigned long long, u64)                 \
    SIMT_EXCHANGE(suffix, scope, float, u32)                              \
    SIMT_STORE(suffix, scope)                                             \
    SIMT_MIN_MAX(suffix, scope, int, u32_alias)                           \
    SIMT_MIN_MAX(suffix, scope, unsigned, u32_alias)                      \
    SIMT_MIN_MAX(suffix, scope, long long, u64_alias)                     \
    SIMT_MIN_MAX(suffix, scope, unsigned long long, u64_alias)            \
    SIMT_LOOP(atomicInc, suffix, scope, unsigned, u32_alias,              \
              old >= v ? 0 : old + 1)                                     \
    SIMT_LOOP(atomicDec, suffix, scope, unsigned, u32_alias,              \
              old == 0 || old > v ? v : old - 1)                          \
    SIMT_CAS(suffix, scope, unsigned short)                               \
    SIMT_CAS(suffix, scope, int)                                          \
    SIMT_CAS(suffix, scope, unsigned)                                     \
    SIMT_CAS(suffix, scope, unsigned long long)                           \
    SIMT_BITWISE(suffix, scope, int)                                      \
    SIMT_BITWISE(suffix, scope, unsigned)                                 \
    SIMT_BITWISE(suffix, scope, unsigned long long)

SIMT_ATOMICS(, SIMT_DEVICE)
SIMT_ATOMICS(_block, SIMT_BLOCK)
SIMT_ATOMICS(_system, SIMT_SYSTEM)

/* ---- with an order and a scope --------------------------------------- */

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

namespace simt
{

/* A number of as many bytes. */
template <size_t Bytes> struct bits_of {
    static_assert(Bytes == 1, "the CPU device has atomic operations on 1, 2, "
                              "4 and 8 bytes only");
    typedef unsigned char type __attribute__((may_alias));
};
template <> struct bits_of<2> {
    typedef unsigned short type __attribute__((may_alias));
};
template <> struct bits_of<4> {
    typedef u32_alias type;
};
template <> struct bits_of<8> {
    typedef u64_alias type;
};
/* So that only the pointer says what T is. */
template <class T> struct only {
    typedef T type;
};

/* There are no clusters: each block is one of its own. */
SIMT_INLINE enum simt_scope scope_of(int scope)
{
    return scope <= __NV_THREAD_SCOPE_CLUSTER  ? SIMT_BLOCK
           : scope <= __NV_THREAD_SCOPE_DEVICE ? SIMT_DEVICE
                                               : SIMT_SYSTEM;
}
SIMT_INLINE void fence_before(int order, int scope)
{
    if (order >= __NV_ATOMIC_RELEASE)
        simt_fence(scope_of(scope));
}
SIMT_INLINE void fence_behind(int order, int scope)
{
    if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE)
        simt_fence(scope_of(scope));
}

/* What is there becomes next(it), and is returned. */
template <class T, class F>
SIMT_INLINE T ordered(T *p, enum simt_atomic kind, int order, int scope, F next)
{
    typedef typename bits_of<sizeof(T)>::type bits;
    fence_before(order, scope);
    atomic_access(p, sizeof *p, kind, scope_of(scope));
    bits *at = reinterpret_cast<bits *>(p);
    bits old = __atomic_load_n(at, __ATOMIC_RELAXED), found;
    for (;; old = found) {
        bits wanted = static_cast<bits>(to_bits(next(from_bits<T>(old))));
        if (wanted == old)
            tried_in_vain();
        found = __sync_val_compare_and_swap(at, old, wanted);
        if (found == old)
            break;
    }
    fence_behind(order, scope);
    return from_bits<T>(old);
}

/* A load is an operation that changes nothing. */
template <class T> SIMT_INLINE T load(T *p, int order, int scope)
{
    return ordered(p, SIMT_ATOMIC_RMW, order, scope, [](T old) { return old; });
}
template <class T>
SIMT_INLINE T exchange(T *p, T value, int order, int scope)
{
    return ordered(p, SIMT_ATOMIC_EXCH, order, scope,
                   [value](T) { return value; });
}
template <class T>
SIMT_INLINE bool exchange_if(T *p, T *expected, T value, int order,
                             int otherwise, int scope)
{
    typedef typename bits_of<sizeof(T)>::type bits;
    const bits old = static_cast<bits>(to_bits(*expected));
    fence_before(order, scope);
    atomic_access(p, sizeof *p, SIMT_ATOMIC_CAS, scope_of(scope));
    const bits found = __sync_val_compare_and_swap(
        reinterpret_cast<bits *>(p), old, static_cast<bits>(to_bits(value)));
    if (found != old || old == static_cast<bits>(to_bits(value)))
        tried_in_vain();
    fence_behind(found == old ? order : otherwise, scope);
    if (found != old)
        *expected = from_bits<T>(found);
    return found == old;
}

} // namespace simt

#define SIMT_ORDER int order, int scope = __NV_THREAD_SCOPE_SYSTEM
#define SIMT_VALUE(T) typename simt::only<T>::type
template <class T> SIMT_INLINE T __nv_atomic_load_n(T *p, SIMT_ORDER)
{
    return simt::load(p, order, scope);
}
template <class T> SIMT_INLINE void __nv_atomic_load(T *p, T *to, SIMT_ORDER)
{
    *to = simt::load(p, order, scope);
}
template <class T>
SIMT_INLINE void __nv_atomic_store_n(T *p, SIMT_VALUE(T) v, SIMT_ORDER)
{
    simt::exchange(p, v, order, scope);
}
template <class T>
SIMT_INLINE void __nv_atomic_store(T *p, T *from, SIMT_ORDER)
{
    simt::exchange(p, *from, order, scope);
}
template <class T>
SIMT_INLINE T __nv_atomic_exchange_n(T *p, SIMT_VALUE(T) v, SIMT_ORDER)
{
    return simt::exchange(p, v, order, scope);
}
template <class T>
SIMT_INLINE void __nv_atomic_exchange(T *p, T *from, T *to, SIMT_ORDER)
{
    *to = simt::exchange(p, *from, order, scope);
}
template <class T>
SIMT_INLINE bool __nv_atomic_compare_exchange_n(T *p, T *expected,
                                                SIMT_VALUE(T) v, bool,
                                                int order, int otherwise,
                                                int scope =
                                                    __NV_THREAD_SCOPE_SYSTEM)
{
    return simt::exchange_if(p, expected, v, order, otherwise, scope);
}
template <class T>
SIMT_INLINE bool
__nv_atomic_compare_exchange(T *p, T *expected, T *from, bool, int order,
                             int otherwise,
                             int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    return simt::exchange_if(p, expected, *from, order, otherwise, scope);
}
SIMT_INLINE void __nv_atomic_thread_fence(SIMT_ORDER)
{
    if (order != __NV_ATOMIC_RELAXED)
        simt_fence(simt::scope_of(scope));
}
#define SIMT_ORDERED(name, expression)                                       \
    template <class T>                                                       \
    SIMT_INLINE T __nv_atomic_fetch_##name(T *p, SIMT_VALUE(T) v,            \
                                           SIMT_ORDER)                       \
    {                                                                        \
        return simt::ordered(p, SIMT_ATOMIC_RMW, order, scope, [v](T old) {  \
            return static_cast<T>(expression);                               \
        });                                                                  \
    }                                                                        \
    template <class T>                                                       \
    SIMT_INLINE void __nv_atomic_##name(T *p, SIMT_VALUE(T) v, SIMT_ORDER)   \
    {                                                                        \
        __nv_atomic_fetch_##name(p, v, order, scope);                        \
    }
SIMT_ORDERED(add, old + v)
SIMT_ORDERED(sub, old - v)
SIMT_ORDERED(and, old &v)
SIMT_ORDERED(or, old | v)
SIMT_ORDERED(xor, old ^ v)
SIMT_ORDERED(min, v < old ? v : old)
SIMT_ORDERED(max, v > old ? v : old)
#undef SIMT_ORDERED
#undef SIMT_ORDER
#undef SIMT_VALUE

#include "simt_show.h"
#endif
