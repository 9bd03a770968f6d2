/* bundle.c - see bundle.h. */
#include "export/bundle.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"

#define SCRIPT "grader/export/bundle.sh"

int bundle_make(const char *platform, const struct export *e)
{
    char labs[RESULTS_MAX_LABS * 9 + 1] = "";
    size_t used = 0;
    int status;
    pid_t pid;

    for (int i = 0; i < e->n_wanted; i++)
        used += (size_t)snprintf(labs + used, sizeof labs - used, "%s%s",
                                 i ? " " : "", e->wanted[i]->id);
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        execlp("sh", "sh", SCRIPT, platform, e->out, labs, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        fprintf(stderr, "%s: %s\n", SCRIPT, strerror(errno));
        return -1;
    }
    if (status)
        fprintf(stderr, _("%s was not made.\n"), e->out);
    return status ? -1 : 0;
}
