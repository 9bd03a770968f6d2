/*
 * print.c - see print.h. The buffer is one for all threads, under `lock`.
 */
#include "base/print.h"
#include "base/errors.h"
#include "base/state.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[1 << 20]; /* as large as a GPU's */
static size_t used;
static struct simt_launch printing; /* the host's last launch */

/* Shows what is there; under the lock. */
static void show(void)
{
    if (used)
        fwrite(buffer, 1, used, stdout);
    used = 0;
}

static void shows(void)
{
    pthread_mutex_lock(&lock);
    show();
    pthread_mutex_unlock(&lock);
}

static void at_end(void)
{
    pthread_mutex_lock(&lock);
    if (used && printing.kernel && simt_tell_misuse)
        simt_tell_misuse(0, SIMT_KIND_LAUNCH, NULL, &printing,
                         "the kernel that is launched there prints, and the "
                         "program ends without waiting for it: nothing of "
                         "that is shown, here as on a GPU. Call "
                         "cudaDeviceSynchronize() after the launch");
    else if (used && printing.kernel)
        fprintf(stderr,
                "%s:%d: What %s prints is not shown, here as on a GPU, since "
                "the program ends without waiting for the kernel. Call "
                "cudaDeviceSynchronize() after the launch.\n",
                printing.file, printing.line, printing.kernel);
    used = 0;
    pthread_mutex_unlock(&lock);
}

void simt_print_begins(const struct simt_launch *l)
{
    static bool known;

    pthread_mutex_lock(&lock);
    show();
    printing = *l;
    if (!known)
        atexit(at_end);
    simt_at_wait = shows;
    known = true;
    pthread_mutex_unlock(&lock);
}

/* Code that the program means to be the C library's: where memory is that it
 * may not read, check/crash.c looks for who called it. */
#define IN_PLACE __attribute__((section("simt_in_place")))

IN_PLACE static int print(const char *format, va_list args)
{
    va_list again;
    int n;

    if (!simt_running)
        return vprintf(format, args);
    pthread_mutex_lock(&lock);
    va_copy(again, args);
    n = vsnprintf(buffer + used, sizeof buffer - used, format, args);
    if (n > 0 && (size_t)n >= sizeof buffer - used) {
        show();
        vprintf(format, again);
    } else if (n > 0) {
        used += (size_t)n;
    }
    va_end(again);
    pthread_mutex_unlock(&lock);
    return n;
}

/* ---- in place of the C library's ------------------------------------- */

int __wrap_printf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
int __wrap___printf_chk(int flag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int __wrap_puts(const char *s);
int __wrap_putchar(int c);

IN_PLACE int __wrap_printf(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n = print(format, args);
    va_end(args);
    return n;
}

IN_PLACE int __wrap___printf_chk(int flag, const char *format, ...)
{
    va_list args;

    (void)flag;
    va_start(args, format);
    const int n = print(format, args);
    va_end(args);
    return n;
}

/* What compilers make of printf("...\n") and printf("%c", c). */
IN_PLACE int __wrap_puts(const char *s)
{
    return __wrap_printf("%s\n", s);
}

int __wrap_putchar(int c)
{
    return simt_running ? __wrap_printf("%c", c) : putc(c, stdout);
}
