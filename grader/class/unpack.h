/*
 * unpack.h - reads an archive that a stranger has made: zip, tar (also .gz,
 * .bz2, .xz, .zst) or 7z.
 *
 * libarchive reads it in a process of its own, which may do nothing but read
 * these bytes and answer: a system call filter, an end to its memory and to its
 * time. What breaks or holds it is the end of that archive and of nothing else.
 *
 * Rules of use:
 * - Entries come in the archive's order. One that is not read is skipped.
 * - Paths are the archive's own: any bytes, any direction.
 */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "class/class.h"

enum unpacked_kind {
    UNPACKED_FILE,
    UNPACKED_FOLDER,
    UNPACKED_LINK, /* symbolic, or hard */
    UNPACKED_OTHER /* a device, a pipe, ... */
};

struct unpacked {
    char path[CLASS_PATH];
    bool too_long; /* the path is cut */
    bool encrypted;
    enum unpacked_kind kind;
    long long size; /* as the archive says; -1 if it does not */
    time_t at;      /* 0 if unknown */
};

struct unpack; /* defined in unpack.c */

/*
 * An archive that is a regular file, or, with fd -1, `size` bytes. It ends when
 * `most` bytes were unpacked, read or not, or after `seconds` of a processor.
 * Null with errno if there is no process for it. The fd stays the caller's.
 */
struct unpack *unpack_open(int fd, const void *bytes, size_t size,
                           long long most, int seconds);

/* The next entry: 1; 0 at the end; -1 if the rest cannot be read. */
int unpack_next(struct unpack *u, struct unpacked *e);

/* The bytes of the entry that came last, to be freed. 1, with no bytes, if
 * there are more than `limit`; -1 if they cannot be read. */
int unpack_read(struct unpack *u, size_t limit, char **bytes, size_t *n);

/* After a -1: why, in words that end a sentence about the archive. */
const char *unpack_why(const struct unpack *u);

/* How many bytes were unpacked so far. */
long long unpack_bytes(const struct unpack *u);

/* Seconds of a processor that it took. */
double unpack_close(struct unpack *u);

#endif
