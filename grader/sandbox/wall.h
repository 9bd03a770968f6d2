/*
 * wall.h - what a process that reads or runs a student's text may see: a list
 * of paths. Whatever is not in the list cannot be opened, by whatever name:
 * with bubblewrap it isn't there, with Landlock (Linux 5.13 and later) the
 * kernel says no. The same list is behind compilers (job.c) and behind the
 * programs that they make (inside.c).
 *
 * Rules of use:
 * - wall_begin() comes first; it opens the system and the tools of this
 * machine. The kit's folder, the user's home, IN and OUT are never opened as a
 * whole.
 * - What a path's links lead to is opened along with the path.
 */
#ifndef WALL_H
#define WALL_H

#include <stdbool.h>
#include <stddef.h>

enum wall_kind { WALL_NONE, WALL_LANDLOCK, WALL_BWRAP };

/* Which one stands here (tried once per process). LABKIT_SANDBOX=plain in the
 * environment leaves bubblewrap out, =none both. */
enum wall_kind wall_kind(void);

/* The one to take where this one does not let something work. */
enum wall_kind wall_after(enum wall_kind kind);

/* For people: "bubblewrap"; "" for none. */
const char *wall_name(enum wall_kind kind);

enum wall_access {
    WALL_READ,   /* and run */
    WALL_WRITE,  /* and read, make and remove files */
    WALL_DEVICE, /* a device that is used, a GPU */
};

#define WALL_PATHS 240

struct wall {
    struct wall_path {
        char *path; /* from /, with no links on its way */
        char *to;   /* it is a link, to this; else null */
        enum wall_access access;
    } path[WALL_PATHS];
    int n;
    bool proc; /* /proc is there, of its own processes; what is in it shows a
                * process's variables: not for compilers */
};

/* The system's programs, libraries and headers; the compilers that PATH, CC and
 * CXX name, with all that belongs to them; folders in variables that compilers
 * and the loader read, and in LABKIT_READ. */
void wall_begin(struct wall *w);

/* This file or folder. What does not exist, or has no room, is left out. */
void wall_open(struct wall *w, const char *path, enum wall_access access);

/* A program or library, by name or path, and the folder that it was installed
 * with: of /opt/llvm/bin/clang, /opt/llvm. */
void wall_tool(struct wall *w, const char *name);

/* Where PATH has a program, or the path that it is. False if nowhere. */
bool wall_program(const char *name, char *found, size_t size);

/* The GPUs: nvcc asks them what to compile for. */
void wall_gpus(struct wall *w);

/* A student's file, its folder, and what lies beside that folder. */
void wall_student(struct wall *w, const char *source);

void wall_end(struct wall *w);

/* Words of a command line, null at the end; to be freed with `word`. */
struct words {
    const char **word;
    int n;
};
void words_add(struct words *s, const char *word);

/* The beginning of bubblewrap's command line: this wall, no network, no other
 * process, no rights. Options may follow, "--", and the program. The words
 * live as long as the wall. */
void wall_bwrap(const struct wall *w, struct words *command);

/* The wall around this process and all that it becomes. It can look into no
 * process outside, either. False with errno. */
bool wall_landlock(const struct wall *w);

#endif
