/*
 * kit.c - the command line behind the Makefile: kit list|grade|ladder|
 * hint|reset|promises|verify|mutate|twins|picture|export|doctor, and grade-needs
 * and ladder-needs, which the Makefile asks. Settings come from the environment
 * (LAB, SRC, SEED, RESULTS, NO_COLOR, KEEP and so on), because that is how make
 * hands its variables on.
 *
 * Exit codes: 0 all is well, 1 something failed, 2 wrong use or trouble of our
 * own.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "base/source.h"
#include "command/export.h"
#include "command/grade.h"
#include "command/grading.h"
#include "command/hint.h"
#include "command/ladder.h"
#include "command/mutate.h"
#include "command/pictures.h"
#include "command/settings.h"
#include "command/twins.h"
#include "command/verify.h"
#include "machine/gpu.h"
#include "machine/measure.h"
#include "machine/race_tools.h"
#include "machine/ulimits.h"
#include "sandbox/build.h"
#include "sandbox/detectors.h"
#include "sandbox/wall.h"

/* ---- kit list ----------------------------------------------------------- */

static enum lab_state state_of(const struct table_item *item)
{
    const struct lab_result *l = item->result;
    char skeleton[160];
    uint64_t digest;

    lab_skeleton(item->lab, skeleton, sizeof skeleton);
    if (source_missing(item->source))
        return LAB_MISSING;
    if (lab_same_file(item->source, skeleton))
        return LAB_NOT_STARTED;
    if (!l || !l->n_checks)
        return LAB_IN_PROGRESS;
    digest = lab_digest(item->lab, item->source);
    if (!digest || l->digest != digest)
        return LAB_CHANGED;
    if (!strcmp(l->status, "passed"))
        return LAB_PASSED;
    return strcmp(l->status, "failed") ? LAB_ERROR : LAB_FAILED;
}

static int list_command(const struct settings *s)
{
    int n, code = KIT_TROUBLE;
    struct lab *labs = lab_find_all(&n);
    struct results *r = calloc(1, sizeof *r);
    struct table_item *items = NULL;
    struct stat file;

    if (!labs)
        goto done;
    items = calloc((size_t)n, sizeof *items);
    if (!r || !items) {
        fprintf(stderr, "%s\n", strerror(ENOMEM));
        goto done;
    }
    results_load(s, r);
    for (int i = 0; i < n; i++) {
        items[i].lab = &labs[i];
        items[i].result = results_get(r, labs[i].id);
        lab_source(&labs[i], s->src, items[i].source, sizeof items[i].source);
        items[i].state = state_of(&items[i]);
        if (items[i].state != LAB_NOT_STARTED && !stat(items[i].source, &file))
            items[i].touched = file.st_mtime;
    }
    table_list(&s->style, items, n);
    code = KIT_OK;
done:
    free(items);
    free(r);
    free(labs);
    return code;
}

/* ---- kit reset ---------------------------------------------------------- */

/* Copy the skeleton to a name that must not exist yet. 0, or -1 with errno. */
static int copy_file(const char *from, const char *to)
{
    char buffer[16384];
    ssize_t n = -1;
    int in = open(from, O_RDONLY | O_CLOEXEC), out = -1, error;

    if (in >= 0)
        out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out < 0) {
        error = errno;
        if (in >= 0)
            close(in);
        errno = error;
        return -1;
    }
    while ((n = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, (size_t)n) != n) {
            n = -1;
            break;
        }
    if (n == 0 && fsync(out))
        n = -1;
    error = errno;
    close(in);
    if (close(out) && n == 0) {
        error = errno;
        n = -1;
    }
    if (n) {
        unlink(to); /* half a copy is no copy */
        errno = error ? error : ENOSPC;
        return -1;
    }
    return 0;
}

static int reset_command(const struct settings *s)
{
    int code = KIT_TROUBLE;
    struct lab *labs = NULL;
    const struct lab *lab = wanted_lab(s, &labs, "reset");
    char skeleton[160], path[800], backup[900] = "", fresh[900], stamp[32];
    time_t now = time(NULL);
    struct stat taken;
    struct tm local;

    if (!lab)
        goto done;
    lab_skeleton(lab, skeleton, sizeof skeleton);
    lab_source(lab, s->src, path, sizeof path);
    if (lab_same_file(path, skeleton)) {
        printf(_("%s is the skeleton already: nothing to do.\n"), path);
        code = KIT_OK;
        goto done;
    }
    /* Beside it first, so that there is never half a file. */
    snprintf(fresh, sizeof fresh, "%s.new-%ld", path, (long)getpid());
    if (copy_file(skeleton, fresh)) {
        fprintf(stderr,
                _("%s cannot be copied to %s: %s. Your file is as it "
                  "was.\n"),
                skeleton, path, strerror(errno));
        goto done;
    }
    /* Whatever stands there, a link, a pipe, a folder, is only renamed. */
    if (!source_missing(path)) {
        localtime_r(&now, &local);
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
        snprintf(backup, sizeof backup, "%s.bak-%s", path, stamp);
        /* Two resets in one second, or an hour that comes twice. */
        for (int k = 2; !lstat(backup, &taken); k++)
            snprintf(backup, sizeof backup, "%s.bak-%s-%d", path, stamp, k);
        if (rename(path, backup)) {
            fprintf(stderr,
                    _("%s: your file cannot be kept there: %s. "
                      "Nothing was changed.\n"),
                    backup, strerror(errno));
            unlink(fresh);
            goto done;
        }
    }
    if (rename(fresh, path)) {
        fprintf(stderr, _("%s cannot be renamed to %s: %s\n"), fresh, path,
                strerror(errno));
        unlink(fresh);
        if (*backup)
            rename(backup, path);
        goto done;
    }
    printf(_("%s is the skeleton again.\n"), path);
    if (*backup)
        printf(_("Your old file is kept as %s\n"), backup);
    code = KIT_OK;
done:
    free(labs);
    return code;
}

/* ---- kit doctor --------------------------------------------------------- */

/* Run a command (always one of our own, so a shell does no harm) and get the
 * first line it prints. False if it cannot be started or fails. */
static bool first_line(const char *command, char *line, size_t size)
{
    FILE *pipe = popen(command, "r");
    int status;

    line[0] = 0;
    if (!pipe)
        return false;
    if (!fgets(line, (int)size, pipe))
        line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    while (getc(pipe) != EOF)
        continue; /* or it would die of a closed pipe */
    status = pclose(pipe);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* One line of the report; `packages` (null: none would help) are named if the
 * thing is missing, after what that means. */
static bool report(const struct style *s, bool fine, const char *what,
                   const char *found, const char *means, const char *packages)
{
    char text[1200];

    /* A path stays on the line of its tool. */
    snprintf(text, sizeof text, "%-8s %-13s %.56s",
             fine ? _("ok") : _("missing"), what, fine ? found : "");
    table_wrap(s, 0, text);
    if (fine)
        return true;
    table_wrap(s, 23, means);
    if (packages) {
        snprintf(text, sizeof text, "sudo apt install %s", packages);
        table_wrap(s, 23, text);
    }
    return false;
}

static bool report_machine(const struct style *s)
{
    char text[800];
    int affinity;
    double quota;
    int cores = measure_cores(&affinity, &quota);

    if (quota > 0)
        snprintf(text, sizeof text,
                 _("%d usable (%d by affinity, %.1f by "
                   "cgroup quota)"),
                 cores, affinity, quota);
    else
        snprintf(text, sizeof text, _("%d usable"), cores);
    report(s, cores > 1, _("cores"), text,
           _("Threads cannot run at the same time here, so the speed goals "
             "are not measured. They cost no points."),
           NULL);
    report(s, measure_has_delay(), _("run delay"),
           "/proc/self/task/*/schedstat",
           _("What other programs take from yours cannot be told apart, so on "
             "a busy machine a speed goal may stay undecided. It then costs "
             "no points."),
           NULL);
    if (ulimits_suffice(text, sizeof text))
        return report(s, true, _("limits"), _("of this shell are wide enough"),
                      NULL, NULL);
    return report(s, false, _("limits"), "", text, NULL);
}

/* Each is tried as a grading does it. */
static void report_detectors(const struct style *s)
{
    static const char *const what[DETECTORS] = {
        [DETECTOR_RACES] = N_("finds races"),
        [DETECTOR_MEMORY] = N_("memory errors"),
        [DETECTOR_LEAKS] = N_("leaks"),
        [DETECTOR_DEVICE] = N_("check mode")};
    char text[900];

    detectors_try_anew();
    for (int d = 0; d < DETECTORS; d++) {
        const enum detector_state state = detector_tried((enum detector)d);
        const char *why = detector_trouble((enum detector)d);

        snprintf(text, sizeof text, "%s %s",
                 why ? why : _("It could not be tried here."),
                 _("These checks are skipped, or cannot be told. They cost no "
                   "points."));
        report(s, state == DETECTOR_WORKS, _(what[d]),
               _("tried with a right program and a wrong one"), text, NULL);
    }
}

/* What a student's file can reach while it is compiled, and when it runs. */
static void report_walls(const struct style *s)
{
    const enum wall_kind kind = wall_kind();
    char said[300], line[300];
    const enum wall_kind compiling = build_wall(said, sizeof said);

    if (!report(s,
                first_line("bwrap --ro-bind / / --unshare-all true 2>&1", line,
                           sizeof line),
                "bwrap", _("makes a sandbox"),
                _("Landlock, which Linux has from 5.13 on, keeps your code "
                  "from files instead; it still sees which programs run, and "
                  "memory that is never freed may not be found. If bubblewrap "
                  "is installed, this system does not let it make "
                  "namespaces:"),
                "bubblewrap"))
        table_wrap(s, 23, line);
    report(s, kind != WALL_NONE, _("wall, running"), wall_name(kind),
           _("Code that is graded can read whatever you can. make class does "
             "not grade here."),
           NULL);
    report(s, compiling != WALL_NONE, _("wall, compile"), wall_name(compiling),
           kind == WALL_NONE
               ? _("A file can embed whatever you can read while it is "
                   "compiled. make class does not grade here.")
               : _("The compilers do not work behind it, so a file can embed "
                   "whatever you can read while it is compiled, and make class "
                   "does not grade here. LABKIT_READ can name the folders that "
                   "they need, with : between them:"),
           NULL);
    if (compiling == WALL_NONE && *said)
        table_wrap(s, 23, said);
}

static bool report_tools(const struct style *s)
{
    struct race_tools tools;
    char line[300], command[400];
    bool needed;

    needed = first_line("gcc --version 2>&1", line, sizeof line);
    report(s, needed, "gcc", line, _("Nothing can be built without it."),
           "gcc libc6-dev");
    /* gcc prints the bare name of a file that it does not have. */
    first_line("gcc -print-file-name=libgomp.so 2>&1", line, sizeof line);
    needed = report(s, *line == '/', "OpenMP, gcc", line,
                    _("No lab can be built without it."), "gcc") &&
             needed;
    first_line("gcc -print-file-name=libasan.so 2>&1", line, sizeof line);
    needed = report(s, *line == '/', "asan, gcc", line,
                    _("No lab can be graded without it."), "gcc") &&
             needed;

    race_tools_find(&tools);
    snprintf(command, sizeof command, "'%s' --version 2>&1", tools.clang);
    first_line(command, line, sizeof line);
    report(s, *tools.clang, "clang", *tools.clang ? line : "",
           _("The checks for races are skipped. They cost no points."),
           "clang libclang-rt-dev libomp-dev llvm");
    snprintf(command, sizeof command,
             "'%s' -print-file-name=libclang_rt.tsan-$(uname -m).a 2>&1",
             tools.clang);
    first_line(command, line, sizeof line);
    report(s, *line == '/', "tsan, clang", line,
           _("The checks for races are skipped. They cost no points."),
           "libclang-rt-dev");
    report(s, *tools.archer, "OpenMP, clang", tools.archer,
           _("libarcher.so tells the race detector what OpenMP does; without "
             "it the checks for races are skipped."),
           "libomp-dev");
    report(s, *tools.symbolizer, "symbolizer", tools.symbolizer,
           _("Races and memory errors are found, but without their lines."),
           "llvm");
    report_walls(s);
    report_detectors(s);
    return needed;
}

static void report_gpu(const struct style *s)
{
    char line[300];

    report(s, first_line("nvidia-smi -L 2>&1", line, sizeof line), "GPU", line,
           _("Only needed for the speed goals of CUDA labs, which are "
             "skipped."),
           NULL);
    report(s,
           first_line("nvcc --version 2>&1 | grep release", line, sizeof line),
           "nvcc", line, _("Only needed for CUDA labs on a GPU."), NULL);
    report(s, gpu_find_tool("compute-sanitizer", line, sizeof line), "memcheck",
           line,
           _("compute-sanitizer: only needed to look for memory errors on a "
             "GPU, too."),
           NULL);
}

static int doctor_command(void)
{
    struct style style = table_style(stdout);
    bool needed;

    needed = report_machine(&style);
    needed = report_tools(&style) && needed;
    report_gpu(&style);
    putchar('\n');
    if (needed)
        table_wrap(&style, 0,
                   _("Everything that the kit needs is here; what "
                     "is missing above is skipped and costs no "
                     "points."));
    else
        table_wrap(&style, 0,
                   _("The kit cannot grade until what is missing "
                     "above is installed. make setup does that."));
    return needed ? KIT_OK : KIT_FAILED;
}

/* ------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    const char *command = argc == 2 ? argv[1] : "";
    struct settings s;

    if (argc == 4 && !strcmp(argv[1], "-x")) /* from sandbox.c */
        sandbox_enter(argv[2], argv[3]);
    say_start();
    if (!strcmp(command, "doctor"))
        return doctor_command();
    if (settings_read(&s))
        return KIT_TROUBLE;
    if ((!strcmp(command, "grade") || !strcmp(command, "ladder") ||
         !strcmp(command, "hint")) &&
        setting("RESULTS") && !results_may_write(s.results))
        return KIT_TROUBLE;
    if (!strcmp(command, "list"))
        return list_command(&s);
    if (!strcmp(command, "grade"))
        return grade_command(&s);
    if (!strcmp(command, "ladder"))
        return ladder_command(&s);
    if (!strcmp(command, "grade-needs"))
        return grade_needs_command(&s);
    if (!strcmp(command, "ladder-needs"))
        return ladder_needs_command(&s);
    if (!strcmp(command, "hint"))
        return hint_command(&s);
    if (!strcmp(command, "reset"))
        return reset_command(&s);
    if (!strcmp(command, "verify"))
        return verify_command(&s, true);
    if (!strcmp(command, "promises"))
        return verify_command(&s, false);
    if (!strcmp(command, "mutate"))
        return mutate_command(&s);
    if (!strcmp(command, "twins"))
        return twins_command(&s);
    if (!strcmp(command, "picture"))
        return picture_command(&s);
    if (!strcmp(command, "export"))
        return export_command(&s);
    fprintf(stderr, _("usage: kit list|grade|ladder|hint|reset|promises|"
                      "verify|mutate|twins|picture|export|doctor\n"
                      "Type make help to see what these do.\n"));
    return KIT_TROUBLE;
}
