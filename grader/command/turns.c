/* turns.c - see turns.h. */
#include "command/turns.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine/gpu.h"
#include "machine/interrupt.h"
#include "machine/keeper.h"
#include "machine/measure.h"

int turns_at_once(void)
{
    int n = measure_cores(NULL, NULL);

    if (gpu_present())
        n = (n + 1) / 2;
    return n < TURNS_MAX ? n : TURNS_MAX;
}

/* Wait until a turn ends, and print all that no earlier one holds up. */
static void end_one(struct turns *t)
{
    const struct timespec nap = {0, 10000000};
    int status = W_EXITCODE(TURN_LOST, 0), done = 0, c;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) == 0) {
        for (int i = 0; i < t->n && interrupt_waits(); i++)
            if (t->turn[i].pid)
                kill(t->turn[i].pid, SIGTERM);
        nanosleep(&nap, NULL);
    }
    for (int i = 0; i < t->n; i++)
        if (t->turn[i].pid == pid)
            t->turn[i].pid = 0;
    t->n_running--;
    t->ended(t->owner, WIFEXITED(status) ? WEXITSTATUS(status) : TURN_LOST);
    for (; done < t->n && !t->turn[done].pid; done++) {
        rewind(t->turn[done].says);
        while ((c = getc(t->turn[done].says)) != EOF)
            putchar(c);
        fclose(t->turn[done].says);
    }
    fflush(stdout);
    t->n -= done;
    memmove(t->turn, t->turn + done, (size_t)t->n * sizeof *t->turn);
}

void turns_end(struct turns *t)
{
    while (t->n_running > 0)
        end_one(t);
}

int turns_take(struct turns *t, int (*work)(void *arg), void *arg)
{
    FILE *says;
    pid_t pid, self = getpid();

    while (t->n_running >= t->at_once || t->n == TURNS_MAX)
        end_one(t);
    says = tmpfile();
    fflush(NULL);
    pid = says ? fork() : -1;
    if (pid == 0) {
        int code;

        keeper_die_with(self);
        code = dup2(fileno(says), 1) < 0 ? TURN_LOST : work(arg);

        fflush(NULL);
        _exit(code);
    }
    if (pid < 0) {
        fprintf(stderr, "%s\n", strerror(errno));
        if (says)
            fclose(says);
        return -1;
    }
    t->turn[t->n].pid = pid;
    t->turn[t->n].says = says;
    t->n++;
    t->n_running++;
    return 0;
}
