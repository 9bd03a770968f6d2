/*
 * device_atomic_functions.h - atomicAdd() and its relatives, with _block and
 * _system forms. Relaxed, as on the device: ordering other accesses takes a
 * fence.
 */
#ifndef SIMT_DEVICE_ATOMIC_FUNCTIONS_H
#define SIMT_DEVICE_ATOMIC_FUNCTIONS_H
#pragma GCC system_header

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
 * what was there before is lost. The second one is for a program's own. */
#define SIMT_STORE(suffix, scope)                                        \
    template <class T, class V>                                          \
    SIMT_INLINE std::enable_if_t<simt::exchanges<T>::value>              \
        simt_stores_atomicExch##suffix(T *p, V v)                        \
    {                                                                    \
        T value = v, old;                                                \
        simt::atomic_access(p, sizeof *p, SIMT_ATOMIC_STORE, scope);     \
        __atomic_exchange(p, &value, &old, __ATOMIC_RELAXED);            \
    }                                                                    \
    template <class P, class V>                                          \
    SIMT_INLINE                                                          \
        std::enable_if_t<!simt::exchanges<std::remove_pointer_t<P>>::value> \
        simt_stores_atomicExch##suffix(P p, V v)                         \
    {                                                                    \
        atomicExch##suffix(p, v);                                        \
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

#endif
