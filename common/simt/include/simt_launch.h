/*
 * simt_launch.h - what the translator makes of kernel<<<grid, block>>>(a, b):
 *
 *     ::simt::launch_typed(::simt::config(grid, block), "kernel", "x.cu", 12,
 *         kernel, [](auto &...simt_p) { kernel(simt_p...); })(a, b)
 *
 * The pointer gives the types of the parameters, so that arguments are
 * converted as in a call; the lambda lets the compiler inline the kernel into
 * the loop over a block's threads. Where the pointer would be ambiguous (a
 * template whose arguments are deduced) or there are default arguments,
 * launch_generic() goes without it. Where the kernel is an expression to be
 * evaluated once, such as an element of an array of pointers, launch_typed()
 * goes without the lambda. Where a kernel launches, launch_child() is in
 * launch_typed()'s place.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H
#pragma GCC system_header

#include "../simt.h"
#include "device_launch_parameters.h"
#include "driver_types.h"
#include <type_traits>
#include <utility>

#if __cplusplus < 201402L
#error "The CPU device needs C++14 or later; write -std=c++14 or -std=c++17."
#endif

/* The loop over a block's threads; see simt.h. */
#ifdef SIMT_CHECK
/* The translator puts one around a loop's body: see meet_at_end(). */
extern "C" void simt_turn_ends(int line);
/* ... and this around a loop's condition: see meet_behind(). */
template <int Line>
__attribute__((always_inline)) inline bool simt_meets(bool goes_on)
{
    simt_turn_ends(Line);
    return goes_on;
}
/* ... and has kernels return by way of this. */
extern "C" void simt_leaves();
/* ... and puts this before (choice ? a : b)[k]: see look_at_choice(). */
template <class T>
__attribute__((always_inline)) constexpr T &&simt_same(T &&x) noexcept
{
    return static_cast<T &&>(x);
}
template <int Line> struct simt_turn {
    __attribute__((always_inline)) explicit operator bool() const
    {
        return false;
    }
    __attribute__((always_inline)) ~simt_turn()
    {
        simt_turn_ends(Line);
    }
};

/* One thread at a time: others run in between. No access in here may count as
 * one of the kernel's. */
__attribute__((noinline, no_sanitize("thread"))) static void simt_begin_row()
{
    simt_feed.left = 0;
    threadIdx.x = simt_feed.next.x;
    threadIdx.y = simt_feed.next.y;
    threadIdx.z = simt_feed.next.z;
}

__attribute__((always_inline)) static inline bool simt_next_in_row(unsigned)
{
    return false;
}
#else
/* threadIdx.x is volatile here so that debuggers and messages of a crash find
 * it right, and stores of kernels do not make the compiler reload it. */
__attribute__((always_inline)) static inline void simt_begin_row()
{
    *(volatile unsigned *)&threadIdx.x = simt_feed.next.x;
    threadIdx.y = simt_feed.next.y;
    threadIdx.z = simt_feed.next.z;
    simt_feed.row_end = simt_feed.dim.x;
}

__attribute__((always_inline)) static inline bool simt_next_in_row(unsigned x)
{
    if (x < simt_feed.row_end) {
        *(volatile unsigned *)&threadIdx.x = x;
        return true;
    }
    if (simt_feed.row_end == 0)
        return false;
    simt_feed.left -= x - simt_feed.next.x;
    simt_feed.next.x = 0;
    if (++simt_feed.next.y == simt_feed.dim.y) {
        simt_feed.next.y = 0;
        ++simt_feed.next.z;
    }
    return false;
}
#endif

namespace simt
{

struct config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    bool cooperative = false;

    config(dim3 grid_, dim3 block_, size_t shared_ = 0,
           cudaStream_t stream_ = nullptr)
        : grid(grid_), block(block_), shared(shared_), stream(stream_)
    {
    }
};

/* A class with a copy constructor or a destructor of its own is passed by its
 * address, as the ABI says. CUDA copies such an argument once for the launch,
 * and destroys that copy behind it; each thread of the kernel has the bytes,
 * which it neither copies nor destroys. So here too. */
template <class T>
using by_address = std::integral_constant<
    bool, std::is_class<T>::value &&
              !(std::is_trivially_destructible<T>::value &&
                (std::is_trivially_copy_constructible<T>::value ||
                 (std::is_trivially_move_constructible<T>::value &&
                  !std::is_copy_constructible<T>::value)))>;

template <class T> struct bytes_of {
    alignas(T) unsigned char bytes[sizeof(T)];
    explicit bytes_of(const T &x)
    {
        __builtin_memcpy(bytes, __builtin_addressof(x), sizeof bytes);
    }
    operator T &()
    {
        return reinterpret_cast<T &>(bytes);
    }
};

/* A reference is the address of the host's variable, which a GPU cannot reach.
 */
template <class P> struct reference_to {
    std::remove_reference_t<P> *p;
    explicit reference_to(P &&x) : p(__builtin_addressof(x))
    {
    }
    operator P() const
    {
        return static_cast<P>(*p);
    }
};

/* What is kept of an argument, and what a kernel's parameter is at a call
 * through a pointer. */
template <class P>
using kept =
    std::conditional_t<by_address<P>::value, bytes_of<std::decay_t<P>>,
                       std::conditional_t<std::is_reference<P>::value,
                                          reference_to<P>, std::decay_t<P>>>;
template <class P>
using passed =
    std::conditional_t<by_address<P>::value, std::add_lvalue_reference_t<P>, P>;

template <class A> __attribute__((always_inline)) inline A &own(A &a)
{
    return a;
}
template <class T>
__attribute__((always_inline)) inline bytes_of<T> own(bytes_of<T> &a)
{
    return a;
}

template <class P>
__attribute__((always_inline)) inline P own(reference_to<P> &a)
{
    return a;
}

constexpr bool any()
{
    return false;
}
template <class... More> constexpr bool any(bool first, More... more)
{
    return first || any(more...);
}

/* The arguments: a tuple whose elements are reached without a call, so that
 * builds with little inlining stay quick. */
template <size_t I, class T> struct slot {
    T value;
    template <class Q> explicit slot(Q &&q) : value(std::forward<Q>(q))
    {
    }
};
struct here {
};
template <class Indices, class... T> struct slots;
template <size_t... I, class... T>
struct slots<std::index_sequence<I...>, T...> : slot<I, T>... {
    template <class... Q>
    explicit slots(here, Q &&...q) : slot<I, T>(std::forward<Q>(q))...
    {
    }
    template <class Body> __attribute__((always_inline)) void call(Body &body)
    {
        body(static_cast<slot<I, T> &>(*this).value...);
    }
};

template <class Body, class... T> struct launch_data {
    using arguments = slots<std::index_sequence_for<T...>, T...>;
    arguments args;
    Body body;

    static void threads(void *data)
    {
        launch_data &all = *static_cast<launch_data *>(data);
#ifdef SIMT_CHECK
        arguments &args = all.args;
        Body &body = all.body;
#else
        /* Copies that nobody else can see stay in registers from one thread
         * to the next. */
        arguments args = all.args;
        Body body = all.body;
#endif
        while (simt_feed.left) {
            unsigned x = simt_feed.next.x;

            simt_begin_row();
            do
                args.call(body);
            while (simt_next_in_row(++x));
        }
    }
};

struct site {
    config cfg;
    const char *kernel, *file;
    int line;
    const void *function;
};

/* T are the types to store; each thread gets copies of its own. */
template <class... T, class Body, class... Q>
__attribute__((noinline)) int run(const site &at, const Body &body, Q &&...q)
{
    using data = launch_data<Body, T...>;
    data all = {typename data::arguments(here(), std::forward<Q>(q)...), body};
    struct simt_launch l = {};
    l.kernel = at.kernel;
    l.file = at.file;
    l.line = at.line;
    l.grid = {at.cfg.grid.x, at.cfg.grid.y, at.cfg.grid.z};
    l.block = {at.cfg.block.x, at.cfg.block.y, at.cfg.block.z};
    l.shared = at.cfg.shared;
    l.stream = at.cfg.stream;
    l.cooperative = at.cfg.cooperative;
    l.function = at.function;
    l.threads = data::threads;
    l.args = &all;
    l.args_bytes = sizeof all;
    return simt_launch(&l);
}

/* The launch whose arguments are being evaluated. It lives to the end of its
 * full expression; evaluating them may launch other kernels. */
struct pending {
    site at;
    pending *outer;
    static pending *&innermost()
    {
        static thread_local pending *p;
        return p;
    }
    pending() : at{{1, 1}, nullptr, nullptr, 0, nullptr}, outer(innermost())
    {
        innermost() = this;
    }
    ~pending()
    {
        innermost() = outer;
    }
    pending(const pending &) = delete;
};

/* Calls through the pointer. */
template <class... P> struct pointer_body {
    void (*kernel)(passed<P>...);
    explicit pointer_body(const void *function)
        : kernel(reinterpret_cast<void (*)(passed<P>...)>(
              const_cast<void *>(function)))
    {
    }
    template <class... A>
    __attribute__((always_inline)) void operator()(A &...a) const
    {
        kernel(own(a)...);
    }
};

template <class... P> void launch_pointer(P... p)
{
    const pending *now = pending::innermost();
    run<kept<P>...>(now->at, pointer_body<P...>(now->at.function),
                    std::forward<P>(p)...);
}

/* What the arguments are passed to: an ordinary function with the kernel's
 * parameters, so that NULL and {1, 2} find their types, and the compiler's
 * messages about wrong arguments are those of a call. */
template <class Body, class... P> void launch_with(P... p)
{
    static_assert(std::is_empty<Body>::value, "nothing is captured");
    const pending *now = pending::innermost();
    run<std::decay_t<P>...>(now->at, *reinterpret_cast<const Body *>(now),
                            std::move(p)...);
}
template <class Body, class... P> struct inlined {
    static constexpr void (*launch)(P...) = launch_with<Body, P...>;
};
template <class... P> struct through {
    static constexpr void (*launch)(P...) = launch_pointer<P...>;
};

/* `Exact` returns the kernel if its parameters are of just these types. */
template <class Body, class Exact> struct generic_launcher {
    site at;
    Body body;
    Exact exact;

    template <class... P>
    auto launch(bool, const P &...p) const
        -> std::enable_if_t<any(by_address<P>::value...),
                            decltype(exact(static_cast<P *>(nullptr)...), 0)>
    {
        const auto kernel = exact(static_cast<P *>(nullptr)...);
        return run<kept<P>...>(
            at, pointer_body<P...>(reinterpret_cast<const void *>(kernel)),
            p...);
    }
    template <class... Q> int launch(int, const Q &...q) const
    {
        return run<std::decay_t<const Q>...>(at, body, q...);
    }
    template <class... Q> int operator()(const Q &...q) const
    {
        return launch<std::decay_t<const Q>...>(true, q...);
    }
};

template <class Body, class... P>
auto launch_typed(config cfg, const char *kernel, const char *file, int line,
                  void (*function)(P...), const Body &,
                  pending &&now = pending()) -> void (*)(P...)
{
    now.at = {cfg, kernel, file, line,
              reinterpret_cast<const void *>(function)};
    return std::conditional_t<any(by_address<P>::value...,
                                  std::is_reference<P>::value...),
                              through<P...>, inlined<Body, P...>>::launch;
}

template <class... P>
auto launch_typed(config cfg, const char *kernel, const char *file, int line,
                  void (*function)(P...), pending &&now = pending())
    -> void (*)(P...)
{
    now.at = {cfg, kernel, file, line,
              reinterpret_cast<const void *>(function)};
    return launch_pointer<P...>;
}

/* In kernels: threads take turns while arguments are evaluated, so that nothing
 * can be pending() then. */
template <class Body, class... P> struct child_launcher {
    site at;
    Body body;

    void operator()(P... p) const
    {
        run<kept<P>...>(at, body, std::forward<P>(p)...);
    }
};

template <class Body, class... P>
child_launcher<Body, P...>
launch_child(config cfg, const char *kernel, const char *file, int line,
             void (*function)(P...), const Body &body)
{
    return {{cfg, kernel, file, line, reinterpret_cast<const void *>(function)},
            body};
}

template <class... P>
child_launcher<pointer_body<P...>, P...>
launch_child(config cfg, const char *kernel, const char *file, int line,
             void (*function)(P...))
{
    return launch_child(
        cfg, kernel, file, line, function,
        pointer_body<P...>(reinterpret_cast<const void *>(function)));
}

template <class Body, class Exact>
generic_launcher<Body, Exact>
launch_generic(config cfg, const char *kernel, const char *file, int line,
               const Body &body, const Exact &exact)
{
    return {{cfg, kernel, file, line, nullptr}, body, exact};
}

} // namespace simt

#endif
