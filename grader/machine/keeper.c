/* keeper.c - see keeper.h. */
#include "machine/keeper.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANNOT_FORK 126

void keeper_die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it was faster */
        _exit(CANNOT_FORK);
}

/* Until the child ends, or the signal that stands for our parent's death. */
static _Noreturn void wait_for_both(pid_t child, const sigset_t *both)
{
    int signal, status = 0;

    do {
        if (sigwait(both, &signal) == 0 && signal == SIGUSR1)
            kill(0, SIGKILL);
    } while (waitpid(child, &status, WNOHANG) == 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

void keeper_stand(pid_t parent)
{
    sigset_t both, none;
    pid_t child;

    setpgid(0, 0);
    sigemptyset(&none);
    sigemptyset(&both);
    sigaddset(&both, SIGCHLD);
    sigaddset(&both, SIGUSR1);
    sigprocmask(SIG_SETMASK, &both, NULL);
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (getppid() != parent)
        _exit(CANNOT_FORK);
    child = fork();
    if (child < 0)
        _exit(CANNOT_FORK);
    if (child > 0)
        wait_for_both(child, &both);
    sigprocmask(SIG_SETMASK, &none, NULL);
}
