/*
 * environment.h - what of the user's shell a grading's processes see: a list of
 * what is passed on, in one table. Everything else stays behind: libraries that
 * are in these processes read hundreds of names (OMP_..., GOMP_..., MALLOC_...,
 * TSAN_OPTIONS, GLIBC_TUNABLES, LD_PRELOAD), and most could change a verdict.
 *
 * Compilers are no part of this. They are the user's own tools, which find
 * their files by what a module system or a wrapper has set; behind the wall
 * there is no /proc in which a student's text could read it.
 */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

enum environment_of {
    ENVIRONMENT_JUDGE,  /* a check program, which runs OpenMP, too */
    ENVIRONMENT_STUDENT /* the student's code, and what is around it */
};

/* The variables for such a program, as execve() takes them. The strings are
 * this process's own: free() the list alone. Null: no memory. */
char **environment_for(enum environment_of whom);

#endif
