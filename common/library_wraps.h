/*
 * library_wraps.h - a function for each row of library.def, which the program's
 * calls of NAME are led to, also where a pointer takes its address. To be
 * included once, by a file that has defined
 *
 *   R(p, n) W(p, n)     statements that tell a detector of n bytes read,
 *   AR(p, n) AW(p, n)   written by the code at LIBRARY_CALLER; by atomic
 *                       operations
 *   LIBRARY_ENTER       a statement: what is called now is called from there
 *   LIBRARY_WRAP(name)  how the function is called
 *   LIBRARY_REAL(name)  under which symbol the wrapped one is found
 *   LIBRARY_LIBOMP      or not: the program is linked with libomp
 *   LIBRARY_ALL         or not: wrappers of the rows SEEN; none of HOSTS,
 * PRINTS
 */
#ifndef LIBRARY_WRAPS_H
#define LIBRARY_WRAPS_H

#include <errno.h>
#include <printf.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define LIBRARY_CALLER __builtin_return_address(0)

/* OpenMP's locks, as libomp and libgomp have them. */
#ifdef LIBRARY_LIBOMP
typedef struct {
    char bytes[8];
} library_lock, library_nest_lock;
#else
typedef struct {
    char bytes[4];
} library_lock;
typedef struct {
    char bytes[16];
} library_nest_lock;
#endif

/* What __atomic_load_16() and its like take. */
typedef int library_wide __attribute__((mode(TI)));

/* What some functions keep from call to call, for all threads. */
static char library_strtok, library_drand48;

/* strlen(), strnlen(), by no function that a detector looks at as well. */
static size_t length(const volatile char *s, size_t most)
{
    size_t n = 0;

    while (n < most && s[n])
        n++;
    return n;
}

/* In R() and W(): the number, from 1, of the parameter that `p` begins with; 0
 * if it begins with none. By no function of the table. */
#define LIBRARY_ARGUMENT(p) library_argument(library_parameters, p)
static inline size_t library_word(const char *s)
{
    size_t n = 0;

    while ((s[n] >= 'a' && s[n] <= 'z') || s[n] == '_')
        n++;
    return n;
}

static inline unsigned library_argument(const char *parameters, const char *p)
{
    const size_t n = library_word(p);
    unsigned k = 1;

    for (const char *at = parameters + 1; *at; at++) {
        const size_t word = library_word(at);
        size_t same = 0;

        while (same < n && at[same] == p[same])
            same++;
        /* the last word of a parameter is its name */
        if (word && word == n && same == n && (at[n] == ',' || at[n] == ')'))
            return k;
        at += word ? word - 1 : 0;
        k += *at == ',';
    }
    return 0;
}

/* Weak: not every C library has them all. */
#define WATCHED(where, type, result, name, parameters, arguments, accesses) \
    type library_real_##name parameters __asm__(LIBRARY_REAL(name))         \
        __attribute__((weak));                                              \
    type LIBRARY_WRAP(name) parameters;                                     \
    type LIBRARY_WRAP(name) parameters                                      \
    {                                                                       \
        static const char library_parameters[] __attribute__((unused)) =    \
            #parameters;                                                    \
        accesses LIBRARY_ENTER result library_real_##name arguments;        \
    }
#ifdef LIBRARY_ALL
#define SEEN WATCHED
#define HOSTS(...)
#else
#define SEEN(...)
#define HOSTS WATCHED
#endif
#define PRINTS(...)
#define NAMES(...)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnonnull-compare"
#include "library.def"
#pragma GCC diagnostic pop

/* ---- what prints --------------------------------------------------------- */

#ifndef LIBRARY_ALL
#define STRING(p) R(p, 1) R(p, length(p, SIZE_MAX) + 1)
#undef LIBRARY_CALLER
#define LIBRARY_CALLER caller

/* The size of the number that its %n writes. */
static size_t library_n(const char *format)
{
    size_t bytes = sizeof(int);

    for (const char *c = format; *c; c++)
        if (c > format && *c == 'n' && c[-1] == 'h')
            bytes = c > format + 1 && c[-2] == 'h' ? 1 : sizeof(short);
        else if (c > format && *c == 'n' &&
                 (c[-1] == 'l' || c[-1] == 'j' || c[-1] == 'z' || c[-1] == 't'))
            bytes = sizeof(long);
    return bytes;
}

/* What a format makes of its arguments: where they are, for anybody can make a
 * list of them, the strings that it reads and the numbers that %n writes. */
static void library_formats(void *caller, const char *format, va_list list)
{
    bool precise = false;
    va_list ap;
    int n, *kind;

    STRING(format)
    for (const char *c = format; *c; c++)
        precise = precise || *c == '.';
    n = (int)parse_printf_format(format, 0, NULL);
    kind = __builtin_alloca(sizeof *kind * (size_t)(n + 1));
    parse_printf_format(format, (size_t)n, kind);
    va_copy(ap, list);
    for (int i = 0; i < n; i++) {
        const int what = kind[i] & ~PA_FLAG_MASK;
        const bool is_long = kind[i] & (PA_FLAG_LONG | PA_FLAG_LONG_LONG);
        const bool real = what == PA_FLOAT || what == PA_DOUBLE;
        const bool x87 = real && (kind[i] & PA_FLAG_LONG_DOUBLE);
        void *p;

#ifdef __x86_64__
        const struct {
            unsigned next, next_real;
            char *more, *saved;
        } *at = (const void *)ap;

        p = !x87 && real && at->next_real < 176 ? at->saved + at->next_real
            : !real && at->next < 48            ? at->saved + at->next
                                                : at->more;
        R(p, 8)
#endif
        if (kind[i] & PA_FLAG_PTR) {
            p = va_arg(ap, void *);
            W(p, library_n(format))
        } else if (x87) {
            (void)va_arg(ap, long double);
        } else if (real) {
            (void)va_arg(ap, double);
        } else if (what == PA_STRING || what == PA_WSTRING) {
            /* how much of it %.3s reads, the detectors know themselves */
            p = va_arg(ap, void *);
            R(p, p != NULL)
            if (p && what == PA_STRING && !precise)
                R(p, length(p, SIZE_MAX) + 1)
        } else if (what == PA_POINTER || is_long) {
            (void)va_arg(ap, long);
        } else {
            (void)va_arg(ap, int);
        }
    }
    va_end(ap);
}

/* To the stream, but not by what its FILE says: that is memory as well. Nor by
 * write(), which detectors take for an order among threads. */
static int library_put(const FILE *stream, const char *text, size_t n)
{
    ssize_t put = 1;

    for (; n && put > 0; text += put, n -= (size_t)put)
        put = syscall(SYS_write, stream == stderr ? 2 : 1, text, n);
    return put > 0 ? 0 : EOF;
}

static int library_vfprintf(void *caller, const FILE *stream,
                            const char *format, va_list ap)
{
    char *text;
    int n;

    library_formats(caller, format, ap);
    LIBRARY_ENTER
    n = vasprintf(&text, format, ap);
    if (n >= 0) {
        library_put(stream, text, (size_t)n);
        free(text);
    }
    return n;
}

static int library_vprintf(void *caller, const char *format, va_list ap)
{
    return library_vfprintf(caller, stdout, format, ap);
}

static int library_vsnprintf(void *caller, char *to, size_t n,
                             const char *format, va_list ap)
{
    library_formats(caller, format, ap);
    LIBRARY_ENTER
    return vsnprintf(to, n, format, ap);
}

static int library_vsprintf(void *caller, char *to, const char *format,
                            va_list ap)
{
    library_formats(caller, format, ap);
    LIBRARY_ENTER
    return vsprintf(to, format, ap);
}

static int library_vasprintf(void *caller, char **to, const char *format,
                             va_list ap)
{
    W(to, sizeof *to)
    library_formats(caller, format, ap);
    LIBRARY_ENTER
    return vasprintf(to, format, ap);
}

#define CALLER __builtin_return_address(0)
#define AND ,
#define FORMATS(name, parameters, arguments)                            \
    int LIBRARY_WRAP(name)(parameters const char *format, ...);         \
    int LIBRARY_WRAP(name)(parameters const char *format, ...)          \
    {                                                                   \
        va_list ap;                                                     \
        int n;                                                          \
                                                                        \
        va_start(ap, format);                                           \
        n = library_v##name(CALLER, arguments format, ap);              \
        va_end(ap);                                                     \
        return n;                                                       \
    }                                                                   \
    int LIBRARY_WRAP(v##name)(parameters const char *format, va_list);  \
    int LIBRARY_WRAP(v##name)(parameters const char *format, va_list l) \
    {                                                                   \
        return library_v##name(CALLER, arguments format, l);            \
    }
FORMATS(printf, , )
FORMATS(fprintf, FILE *stream AND, stream AND)
FORMATS(sprintf, char *to AND, to AND)
FORMATS(snprintf, char *to AND size_t size AND, to AND size AND)
FORMATS(asprintf, char **to AND, to AND)

#define TEXT(type, name, parameters, ...) \
    type LIBRARY_WRAP(name) parameters;   \
    type LIBRARY_WRAP(name) parameters    \
    {                                     \
        void *const caller = CALLER;      \
                                          \
        (void)caller;                     \
        __VA_ARGS__;                      \
    }
#define PUT(stream, c) (library_put(stream, &(char){(char)(c)}, 1), c)
TEXT(int, puts, (const char *s),
     STRING(s) library_put(stdout, s, length(s, SIZE_MAX));
     return library_put(stdout, "\n", 1))
TEXT(int, fputs, (const char *s, FILE *stream),
     STRING(s) return library_put(stream, s, length(s, SIZE_MAX)))
TEXT(int, putchar, (int c), return PUT(stdout, c))
TEXT(int, fputc, (int c, FILE *stream), return PUT(stream, c))
TEXT(int, putc, (int c, FILE *stream), return PUT(stream, c))
TEXT(size_t, fwrite, (const void *p, size_t size, size_t n, FILE *stream),
     R(p, n * size) library_put(stream, p, n * size);
     return n)
TEXT(int, fflush, (FILE * stream), (void)stream; return 0)
TEXT(void, perror, (const char *s), const char *why = strerror(errno);
     if (s){STRING(s)} dprintf(2, "%s%s%s\n", s ? s : "", s ? ": " : "", why))
#endif

#endif
