/*
 * closed.h - device memory that the host cannot use: for arena.c.
 * All of these are called under arena_lock.
 */
#ifndef SIMT_BASE_CLOSED_H
#define SIMT_BASE_CLOSED_H

#include "base/records.h"

/* From now on this memory of the device, which is open, is closed between uses;
 * and not any more. */
void arena_close(struct arena_record *r);
void arena_end_closing(struct arena_record *r);
/* After a change of what decides whether it is open. */
void arena_settle(struct arena_record *r);

/* The judge calls: so all memory is closed, in fast mode as well. */
void arena_has_caller(void);
/* Pages that are closed, for the judge's buffers; `open`: their protection
 * then. False if there is no room for one more of such parts. */
bool arena_room_for_part(void);
void arena_add_part(char *p, size_t bytes, int open);
/* One more buffer, in a part; of all of them none is left. */
void arena_use_part(char *p, size_t bytes, size_t pages);
void arena_leave_parts(void);

#endif
