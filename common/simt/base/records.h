/*
 * records.h - the arena from inside: which record an address belongs to. For
 * arena.c and the files beside it; all others look at arena.h.
 *
 * A table says for each page of the range which record it belongs to; records
 * are never freed, but used again. What always holds: a page that is owned is
 * its record's, live or freed not long ago; a page of nobody's is between any
 * two live records; arena_lock is held by who changes any of this. Who only
 * looks up an address takes no lock: a record is written before its pages are
 * owned.
 */
#ifndef SIMT_BASE_RECORDS_H
#define SIMT_BASE_RECORDS_H

#include "base/arena.h"

#include <pthread.h>

#define ARENA_MOST ((size_t)1 << 38) /* bytes of the range; there may be less \
                                      */

struct arena_record {
    struct simt_allocation a; /* first: simt_find() returns it */
    size_t page;              /* its first one, where it has any */
    bool open;                /* may be touched now; see closed.c */
    size_t closings;          /* times pages, as far as they are limited */
    int users;                /* copies that touch it now */
    struct arena_record *before,
        *after;    /* of those that are closed between uses */
    uint32_t next; /* freed ones, oldest first; unused ones */
};

extern pthread_mutex_t arena_lock;
extern char *arena_range; /* null before arena_start() */
extern size_t arena_bytes;
extern struct arena_record *arena_records; /* number 0 is not used */
extern uint32_t arena_records_used;

/* All of these under the lock, but for arena_find(). */

/* Reserves the range, once. False if the process may not have it. */
bool arena_start(void);
/* Takes pages and one more behind them; 0 if there are none. */
size_t arena_take_pages(size_t n);

/* All 0; null without memory. Then its pages, where it has any, are its own.
 * Forgotten, it is used again. */
struct arena_record *arena_new_record(void);
void arena_own_pages(struct arena_record *r);
void arena_forget_record(struct arena_record *r);

/* What lies outside of the range is found by a list. */
bool arena_add_outside(struct arena_record *r);
void arena_remove_outside(struct arena_record *r);

/* simt_find(), with what else is known. */
struct arena_record *arena_find(const volatile void *p);

#endif
