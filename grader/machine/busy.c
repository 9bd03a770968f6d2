/* busy.c - see busy.h. */
#include "machine/busy.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t busy[BUSY_MAX];
static int n_busy;

int busy_start(int n)
{
    for (n_busy = 0; n_busy < n && n_busy < BUSY_MAX; n_busy++) {
        busy[n_busy] = fork();
        if (busy[n_busy] < 0) {
            fprintf(stderr, "fork: %s\n", strerror(errno));
            busy_stop();
            return -1;
        }
        if (busy[n_busy] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (volatile int go_on = 1; go_on;)
                ;
        }
    }
    return 0;
}

void busy_stop(void)
{
    for (int i = 0; i < n_busy; i++) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
    n_busy = 0;
}
