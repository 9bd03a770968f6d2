/*
 * test_slurm.c - `make class ENGINE=slurm`: what is handed in, by programs that
 * only write down how they were started; and whole classes on a cluster of
 * three nodes, all on this machine, of which one dies. That takes Debian's
 * slurmctld, slurmd, slurm-client and munge, root, and bubblewrap.
 */
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>
#include <sys/prctl.h>

#include "drive.h"

#define run(...) sh(base, __VA_ARGS__)

#include "class_drive.h"

#define SLURM CLASS "ENGINE=slurm CORES=2 "

static void nobody(void)
{
    expect(0, "chmod -R u+w in out alone 2>/dev/null; rm -rf in out alone");
}

static void two_students(void)
{
    nobody();
    hand_in("ann", "solutions/12_vector_add/vector_add.cu");
    hand_in("ann", "solutions/03_reduction/reduction.c");
    hand_in("bob", "solutions/03_reduction/wrong/last_chunk_lost.c");
}

/* ---- what is handed in --------------------------------------------------- */

#define FAKE SLURM "PATH=\"$BASE/bin:$PATH\" "

/* Programs called as Slurm's. Each writes down its arguments, one a line, and
 * goes on as $BASE/NAME says. */
static void fake(const char *name, const char *goes_on)
{
    expect(0,
           "mkdir -p bin && printf '%%s\\n' '#!/bin/sh' "
           "'{ echo %s; printf \"  %%s\\n\" \"$@\"; } >>\"$BASE/log\"' "
           "'echo \"$IN $OUT ${ENGINE-no engine}\" >\"$BASE/seen\"' "
           "'%s' >bin/%s && chmod +x bin/%s",
           name, goes_on, name, name);
}

static void fakes(void)
{
    expect(0, "rm -rf bin log ids");
    fake("sbatch",
         "echo x >>\"$BASE/ids\"; echo $((10 + $(wc -l <\"$BASE/ids\")))");
    fake("squeue", "");
    fake("scancel", "");
}

/* The arguments of all calls, without those that every sbatch has. */
#define LOG                                                                 \
    "cat log; grep -v -e --parsable -e --requeue -e '--n[ot]' -e --export " \
    "-e --open -e --chdir -e --cpus -e --output log | tr -d '\\n' | tr -s ' '"

START_TEST(submitted)
{
    two_students();
    fakes();
    expect(0, FAKE PROGRAM);
    expect_says("3 gradings handed in, jobs 11,12; the last one, 12,");
    expect_says("squeue -j 11,12 ");
    expect(0, LOG);
    expect_says("sbatch --job-name=class --array=0-2 grader/class/slurm.sh "
                "--tasks 0 3 3"
                "sbatch --job-name=class-last --exclusive --mem=0 "
                "--dependency=afterany:11 grader/class/slurm.sh --last");
    expect(0, "for word in --parsable --requeue --nodes=1 --ntasks=1 "
              "--export=ALL --open-mode=append --cpus-per-task=2 "
              "--chdir=\"$ROOT\"; do grep -cxFe \"  $word\" log; done | uniq");
    ck_assert_str_eq(said, "2\n");
    expect(0, "grep -qxF \"  --output=$BASE/out/slurm/%%A_%%a.out\" log &&"
              "grep -qxF \"  --output=$BASE/out/slurm/%%j.out\" log &&"
              "test \"$(cat seen)\" = \"$BASE/in $BASE/out no engine\"");
    expect(0, "cat out/slurm/tasks && test -s out/secret");
    ck_assert_str_eq(said,
                     "ann 03 1 submissions/ann/1/03_reduction/reduction.c\n"
                     "ann 12 1 submissions/ann/1/12_vector_add/vector_add.cu\n"
                     "bob 03 1 submissions/bob/1/03_reduction/reduction.c\n");

    /* as long as one of these runs, nothing is handed in twice */
    expect(0, "rm log");
    fake("squeue", "echo 9; echo 12; echo 12");
    expect(2, FAKE PROGRAM);
    expect_says("still wait or run: 12.");
    fake("squeue", "echo no controller >&2; exit 1");
    expect(2, FAKE PROGRAM);
    expect_says("no controller\nsqueue does not say");
    expect(1, "grep sbatch log");
    fake("squeue", "echo 120; echo 9");
    expect(0, FAKE PROGRAM);
    expect_says("jobs 13,14;");
}
END_TEST

START_TEST(submitted_with_gpus)
{
    two_students();
    fakes();
    fake("sbatch", "echo x >>\"$BASE/ids\"; echo \"$((10 + $(wc -l "
                   "<\"$BASE/ids\")));here\"");
    expect(0, FAKE "GPU=1 PARTITION=fast,new " PROGRAM);
    expect_says("jobs 11,12,13; the last one, 13,");
    expect(0, LOG);
    expect_says("sbatch --partition=fast,new --job-name=class --array=0-1 "
                "grader/class/slurm.sh --tasks 0 2 2"
                "sbatch --partition=fast,new --gres=gpu:1 --job-name=class "
                "--array=0-0 grader/class/slurm.sh --tasks 2 3 1"
                "sbatch --partition=fast,new --gres=gpu:1 "
                "--job-name=class-last --exclusive --mem=0 "
                "--dependency=afterany:11:12 ");
    expect(0, "cut -d' ' -f1-3 out/slurm/tasks");
    ck_assert_str_eq(said, "ann 03 1\nbob 03 1\nann 12 1\n");
}
END_TEST

START_TEST(more_than_an_array_has_elements)
{
    nobody();
    fakes();
    expect(0, "for s in $(seq 1100); do mkdir -p in/$s &&"
              "echo 'int x;' >in/$s/reduction.c || exit; done");
    expect(0, FAKE PROGRAM);
    expect(0, LOG);
    expect_says("--array=0-999 grader/class/slurm.sh --tasks 0 1100 1000");
}
END_TEST

START_TEST(not_taken)
{
    two_students();
    fakes();
    fake("sbatch", "test -e \"$BASE/ids\" && { echo sbatch: error: no such "
                   "node >&2; exit 1; }; touch \"$BASE/ids\"; echo 11");
    expect(2, FAKE PROGRAM);
    expect_says("sbatch: error: no such node\n");
    expect_says("sbatch did not take the job (exit code 1)");
    expect(0, LOG);
    expect_says("scancel 11");
    expect(0, "test ! -s out/slurm/jobs");

    fake("sbatch", "echo done");
    expect(2, FAKE PROGRAM);
    expect_says("sbatch did not take the job (exit code 0): done");

    expect(2, SLURM "PATH=\"$BASE/none\" " PROGRAM);
    expect_says("There is no sbatch here");
    expect(2, CLASS "ENGINE=pbs " PROGRAM);
    expect_says("ENGINE=pbs: known are slurm");
    expect(2, FAKE "PARTITION='a;b' " PROGRAM);
    expect_says("PARTITION=a;b: ");
    expect(2, FAKE "CORES=0 " PROGRAM);
    expect_says("CORES=0");
}
END_TEST

/* ---- one element, by hand ------------------------------------------------ */

START_TEST(elements)
{
    two_students();
    hand_in("ann", "labs/03_reduction/.skeleton.c"); /* what does not compile */
    expect(0, "echo 'int x = ;' | tee in/ann/reduction.c >in/bob/reduction.c");
    fakes();
    expect(0, FAKE PROGRAM);
    expect(0, CLASS "SLURM_ARRAY_TASK_ID=1 " PROGRAM " --tasks 1 3 2");
    expect_says("1 graded, 0 from before");
    expect(0, "find out/gradings -name '*.json'");
    ck_assert_str_eq(said, "out/gradings/bob/03.1.json\n");
    /* whoever gets it again leaves it; and IN may be elsewhere */
    expect(0, "mv in there");
    expect(0, CLASS "SLURM_ARRAY_TASK_ID=0 " PROGRAM " --tasks 0 3 2");
    expect_says("1 graded, 1 from before");
    expect(0, "mv there in; test ! -e out/class.csv");
    /* a line that is not there */
    expect(2, CLASS PROGRAM " --tasks 3 4 1");
    expect_says("line 4 is missing or damaged");
    /* the last one has the rest to do; with nothing left, there is no job */
    expect(0, CLASS PROGRAM " --last");
    expect_says("1 graded, 2 from before");
    expect(0, "rm log out/class.csv");
    expect(0, FAKE PROGRAM);
    expect_says("0 graded, 3 from before");
    expect(0, "test -s out/class.csv");
    expect(1, "grep sbatch log");
}
END_TEST

/* ---- a cluster ----------------------------------------------------------- */

enum { NODES = 3, DAEMONS = NODES + 2 };
static pid_t daemon_of[DAEMONS]; /* munged, slurmctld, the nodes' slurmd */
static char cluster[] = "/tmp/labkit-slurm.XXXXXX";

static bool has_packages(void)
{
    return geteuid() == 0 &&
           !sh("/",
               "PATH=\"$PATH:/usr/sbin\"; for p in munged slurmctld slurmd "
               "sbatch; do command -v $p || exit 1; done");
}

/* It dies with us. Under Debian's alternatives, slurmd must be called so. */
static pid_t start_daemon(const char *command)
{
    const pid_t self = getpid();
    char line[600];
    pid_t pid;

    snprintf(line, sizeof line,
             "PATH=\"$PATH:/usr/sbin\"; exec %s >>\"$CLUSTER/log\" 2>&1",
             command);
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == self && setsid() > 0)
            execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(126);
    }
    return pid;
}

static int write_configuration(void)
{
    char path[100], host[256] = "";
    const int port = 20000 + getpid() % 8000 * 5;
    FILE *file;

    snprintf(path, sizeof path, "%s/slurm.conf", cluster);
    file = fopen(path, "w");
    if (!file)
        return -1;
    gethostname(host, sizeof host - 1);
    /* A node that does not answer is down after 5 seconds, and what ran there
     * may start again after another 5. */
    fprintf(file,
            "ClusterName=test\n"
            "SlurmctldHost=%s(127.0.0.1)\n"
            "SlurmUser=root\n"
            "SlurmdUser=root\n"
            "SlurmctldPort=%d\n"
            "AuthType=auth/munge\n"
            "AuthInfo=socket=%s/munge.sock,cred_expire=5\n"
            "SlurmdTimeout=5\n"
            "StateSaveLocation=%s/state\n"
            "SlurmdSpoolDir=%s/spool-%%n\n"
            "SlurmctldPidFile=%s/slurmctld.pid\n"
            "SlurmdPidFile=%s/slurmd-%%n.pid\n"
            "SlurmctldLogFile=%s/slurmctld.log\n"
            "SlurmdLogFile=%s/slurmd-%%n.log\n"
            "ProctrackType=proctrack/linuxproc\n"
            "TaskPlugin=task/none\n"
            "JobAcctGatherType=jobacct_gather/none\n"
            "AccountingStorageType=accounting_storage/none\n"
            "SelectType=select/cons_tres\n"
            "SelectTypeParameters=CR_Core\n"
            "SwitchType=switch/none\n"
            "MpiDefault=none\n"
            "ReturnToService=2\n"
            "SlurmdParameters=config_overrides\n",
            host, port, cluster, cluster, cluster, cluster, cluster, cluster,
            cluster);
    for (int i = 1; i <= NODES; i++)
        fprintf(file,
                "NodeName=n%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d "
                "CPUs=2 RealMemory=1000\n",
                i, host, port + i);
    fprintf(file, "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE "
                  "State=UP\n");
    return fclose(file);
}

/* 0 once all nodes wait for work. */
static int start_cluster(void)
{
    char command[100];

    /* What a dead slurmd leaves comes to us, to be ended. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!mkdtemp(cluster) || setenv("CLUSTER", cluster, 1))
        return -1;
    if (write_configuration() ||
        sh(cluster, "chmod 755 . && mkdir -m 700 key state && "
                    "head -c 128 /dev/urandom >key/key && chmod 400 key/key"))
        return -1;
    snprintf(command, sizeof command, "%s/slurm.conf", cluster);
    setenv("SLURM_CONF", command, 1);
    daemon_of[0] = start_daemon(
        "munged --foreground --key-file=\"$CLUSTER/key/key\" "
        "--socket=\"$CLUSTER/munge.sock\" --pid-file=\"$CLUSTER/munged.pid\" "
        "--log-file=\"$CLUSTER/key/log\" --seed-file=\"$CLUSTER/key/seed\"");
    sh("/", "for i in $(seq 100); do test -S \"$CLUSTER/munge.sock\" && exit; "
            "sleep 0.1; done");
    daemon_of[1] = start_daemon("slurmctld -D -c -f \"$SLURM_CONF\"");
    for (int i = 1; i <= NODES; i++) {
        snprintf(command, sizeof command, "slurmd -D -N n%d -f \"$SLURM_CONF\"",
                 i);
        daemon_of[1 + i] = start_daemon(command);
    }
    return sh("/",
              "for i in $(seq 300); do "
              "test $(sinfo -N -h -o '%%T' 2>/dev/null | grep -c idle) = "
              "%d && exit; sleep 0.2; done; sinfo; tail -n 20 "
              "\"$CLUSTER\"/*log; exit 1",
              NODES);
}

/* All that is left of it is a child of ours by then, one after the other. */
static void stop_cluster(void)
{
    sh("/", "scancel -u root; sleep 1");
    for (int i = DAEMONS - 1; i >= 0; i--)
        if (daemon_of[i] > 0)
            kill(daemon_of[i], SIGKILL);
    for (;;) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);

        if (pid < 0)
            break;
        if (pid == 0)
            sh("/", "kill -9 $(ps -o pid= --ppid %d) 2>/dev/null; sleep 0.1",
               (int)getpid());
    }
    sh("/", "rm -rf \"$CLUSTER\"");
}

/* Whether a process runs as node 1, of this cluster. */
#define OF_NODE_1(process)                                            \
    "tr '\\0' '\\n' <" process "/environ 2>/dev/null >environment &&" \
    "grep -qx SLURMD_NODENAME=n1 environment &&"                      \
    "grep -qxF \"SLURM_CONF=$SLURM_CONF\" environment"

/* Kill -9 what runs as node 1, and its slurmd first: a machine that fails. A
 * step's keeper is the parent of what has the node's name. */
static void node_1_dies(void)
{
    kill(daemon_of[2], SIGKILL);
    expect(0, "for p in /proc/[0-9]*; do"
              "  " OF_NODE_1(
                  "$p") " || continue;"
                        "  pid=${p#/proc/}; keeper=$(ps -o ppid= -p $pid);"
                        "  case $(ps -o comm= -p $keeper) in"
                        "  slurmstepd*) kill -9 $keeper ;; esac;"
                        "  kill -9 $pid; done 2>/dev/null; true");
}

static void wait_for_jobs(void)
{
    do {
        nothing_lost();
        expect(0, "sleep 0.5; squeue -h");
    } while (*said);
    nothing_lost();
}

/* The last job has written all, and alone all is the same: compared are not
 * what could be told of speed, which costs nothing. */
static void same_as_alone(void)
{
    expect(0, "cat out/slurm/*.out; cat $(ls out/slurm/[0-9]*.out | "
              "grep -v _) | tail -n 3");
    expect_says(" students: ");
    expect(1, "find out -name '*.part' | grep .");
    /* nodes that share the kit do not wait for each other */
    expect(1, "grep waiting out/slurm/*.out");
    expect(0, "mkdir -m 700 alone && cp -p out/secret alone/");
    expect(0, "cd \"$ROOT\" && IN=\"$BASE/in\" OUT=\"$BASE/alone\" " PROGRAM);
    expect(0, "for out in out alone; do sed 's/,[^,]*$//' $out/class.csv "
              ">$out.csv; done; diff out.csv alone.csv");
    expect(0, "cd alone && find gradings -name '*.json'");
    for (char *rest = said, *name; (name = strsep(&rest, "\n")) && *name;) {
        char path[PATH_MAX + 300];
        json_t *one[2];
        const json_t *lab[2];

        for (int i = 0; i < 2; i++) {
            snprintf(path, sizeof path, "%s/%s/%s", base, i ? "alone" : "out",
                     name);
            one[i] = load(path);
            ck_assert_msg(one[i] != NULL, "no %s", path);
            lab[i] = json_array_get(json_object_get(one[i], "labs"), 0);
        }
        ck_assert_str_eq(text_of(lab[0], "status"), text_of(lab[1], "status"));
        ck_assert_double_eq(number_of(lab[0], "points"),
                            number_of(lab[1], "points"));
        ck_assert_str_eq(text_of(lab[0], "seed"), text_of(lab[1], "seed"));
        json_decref(one[0]);
        json_decref(one[1]);
    }
}

/* Nothing of theirs is timed, so that nothing is graded once more, alone; and
 * none of it is wrong by chance. */
static void class_without_speed(void)
{
    nobody();
    expect(0, "rm -f then");
    hand_in("ann", "solutions/12_vector_add/vector_add.cu");
    hand_in("bob", "solutions/03_reduction/wrong/last_chunk_lost.c");
    hand_in("bob", "solutions/12_vector_add/wrong/no_bounds_check.cu");
    hand_in("cat", "labs/03_reduction/.skeleton.c");
    hand_in("dan", "solutions/03_reduction/wrong/last_chunk_lost.c");
    hand_in("dan", "solutions/12_vector_add/vector_add.cu");
    hand_in("eve", "solutions/03_reduction/wrong/int_begin.c");
}

START_TEST(whole_class)
{
    two_students();
    hand_in("abort", "grader/tests/hostile/abort.c");
    expect(0, "rm -f then");
    expect(0, SLURM PROGRAM);
    expect(2, SLURM PROGRAM);
    expect_says("still wait or run");
    do
        expect(0, "sleep 0.5; squeue -h");
    while (*said);
    same_as_alone();
    expect(0, SLURM PROGRAM);
    expect_says("0 graded, 4 from before");
}
END_TEST

START_TEST(a_node_dies)
{
    class_without_speed();
    expect(0, SLURM PROGRAM);
    /* in the middle: an element is stopped there, and something is graded */
    expect(0, "for i in $(seq 3000); do for pid in $(pgrep -x class); do"
              "  " OF_NODE_1("/proc/$pid") " &&"
                                           "  kill -STOP $pid && exit; done; "
                                           "sleep 0.1; done; exit 1");
    expect(0, "for i in $(seq 3000); do"
              "  find out/gradings -name '*.json' | grep -q . && exit;"
              "  sleep 0.1; done; exit 1");
    node_1_dies();
    nothing_lost();
    wait_for_jobs();
    same_as_alone();
    /* an element began once more: nothing was left for the last job */
    expect(0, "scontrol show jobs | grep Restarts=1");
    expect(0, "cat $(ls out/slurm/[0-9]*.out | grep -v _)");
    expect_says("0 graded, 7 from before");
    expect(0, "test $(wc -l <then) = 7");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("slurm");
    TCase *t = tcase_create("slurm");
    bool sandbox, there;
    int failed;

    clean_environment();
    unsetenv("GPU");
    unsetenv("PARTITION");
    if (base_make("test_slurm"))
        return EXIT_FAILURE;
    sandbox = run("bwrap --ro-bind / / true") == 0;
    there = sandbox && has_packages();
    tcase_set_timeout(t, 0);
    tcase_add_test(t, submitted);
    tcase_add_test(t, submitted_with_gpus);
    tcase_add_test(t, more_than_an_array_has_elements);
    tcase_add_test(t, not_taken);
    if (sandbox)
        tcase_add_test(t, elements);
    else
        printf("NOT TESTED: gradings (bubblewrap does not work here)\n");
    if (there && start_cluster()) {
        printf("no cluster: %s\n", said);
        stop_cluster();
        base_remove();
        return EXIT_FAILURE;
    }
    if (there) {
        tcase_add_test(t, whole_class);
        tcase_add_test(t, a_node_dies);
    } else {
        printf("NOT TESTED: a real cluster (that takes root, bubblewrap, and "
               "Debian's slurmctld slurmd slurm-client munge)\n");
    }
    suite_add_tcase(s, t);
    failed = run_suite(s);
    if (there)
        stop_cluster();
    base_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
