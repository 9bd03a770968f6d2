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

template <class Body> struct generic_launcher {
    site at;
    Body body;

    template <class... Q> int operator()(const Q &...q) const
    {
        return run<std::decay_t<const Q>...>(at, body, q...);
    }
};

/* Calls through the pointer. */
template <class... P> struct pointer_body {
    void (*kernel)(P...);
    template <class... A>
    __attribute__((always_inline)) void operator()(A &...a) const
    {
        kernel(a...);
    }
};

template <class... P> void launch_pointer(P... p)
{
    const pending *now = pending::innermost();
    pointer_body<P...> body = {
        reinterpret_cast<void (*)(P...)>(const_cast<void *>(now->at.function))};
    run<std::decay_t<P>...>(now->at, body, std::move(p)...);
}

template <class Body, class... P>
auto launch_typed(config cfg, const char *kernel, const char *file, int line,
                  void (*function)(P...), const Body &,
                  pending &&now = pending()) -> void (*)(P...)
{
    now.at = {cfg, kernel, file, line,
              reinterpret_cast<const void *>(function)};
    return launch_with<Body, P...>;
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
        run<std::decay_t<P>...>(at, body, std::move(p)...);
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
    return launch_child(cfg, kernel, file, line, function,
                        pointer_body<P...>{function});
}

template <class Body>
generic_launcher<Body> launch_generic(config cfg, const char *kernel,
                                      const char *file, int line,
                                      const Body &body)
{
    return {{cfg, kernel, file, line, nullptr}, body};
}

} // namespace simt

#endif
