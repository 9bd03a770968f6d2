/* interrupt.c - see interrupt.h. */
#include "machine/interrupt.h"

#include <stddef.h>

enum { SIGNALS = 3 };
static const int held[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

void interrupt_hold(sigset_t *old)
{
    struct sigaction action;
    sigset_t wait;

    sigemptyset(&wait);
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(held[i], NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN)
            sigaddset(&wait, held[i]);
    sigprocmask(SIG_BLOCK, &wait, old);
}

bool interrupt_waits(void)
{
    sigset_t pending;

    sigpending(&pending);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&pending, held[i]))
            return true;
    return false;
}
