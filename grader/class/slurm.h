/*
 * slurm.h - gradings of a class as jobs of a Slurm cluster: an array job for
 * all that is missing, and after it one job that does on one machine what `make
 * class` does without a cluster. So the cluster changes who grades, and nothing
 * that is written.
 *
 * OUT/slurm, all of it to be read by people as well:
 *   tasks       a line for each grading: student, lab, number, the copy
 *   jobs        the jobs' numbers
 *   *.out       what each of them printed
 *
 * Rules of use:
 * - IN, OUT and the kit lie where all nodes see them.
 * - Only result files tell what is done, never what Slurm says of a job: one
 *   that died or was started again leaves or finds a file that is whole, or
 *   none.
 * - Programs of Slurm's are started by an argument list: no shell reads a name.
 */
#ifndef SLURM_H
#define SLURM_H

#include "class/class.h"

#define SLURM_ARRAY \
    1000 /* elements of an array job; Slurm's own limit, unset */

/* What the environment says. */
struct slurm_wishes {
    const char *partition; /* null: the cluster's own choice */
    int cores;             /* for each grading */
    bool gpu;              /* CUDA labs, and the last job, get one */
};

/* PARTITION, CORES and GPU. False with a message. */
bool slurm_wishes(struct slurm_wishes *w);

/* Whether jobs of an earlier start still wait or run: 0, 1 with a message, or
 * -1 with a message. */
int slurm_busy(const struct class *c);

/* Hand in jobs for these n of c->submission[], which are put in another order.
 * 0, or -1 with a message and no job left. */
int slurm_submit(const struct class *c, const struct slurm_wishes *w,
                 int *missing, int n);

/* In an element: c->submission[] gets lines first, first + step ... of
 * OUT/slurm/tasks, before line `end`. 0, or -1 with a message. */
int slurm_tasks(struct class *c, int first, int end, int step);

#endif
