/*
 * dates.h - dates as an instructor writes them, and the moments that they are.
 *
 *   2026-11-30 23:59            in a time zone, that of the class
 *   2026-11-30 23:59:30
 *   2026-11-30T23:59+01:00      with its own distance from UTC; Z is UTC
 *
 * Rules of use:
 * - A moment is the last second of what was written: of 23:59 it is 23:59:59.
 * - Where clocks are put back, an hour is there twice: its second time is
 *   meant. Where they are put forward, an hour is missing: a date in it is as
 *   long after the change as it was written to be, 02:30 is 03:30.
 * - A zone is a name of the IANA's, "Europe/Berlin"; "" is that of the machine.
 * - The time zone of the process (TZ) is the same afterwards as before. Not
 *   for several threads.
 */
#ifndef DATES_H
#define DATES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define ZONE_NAME 50

struct date {
    struct tm tm; /* year to second, the last one that is meant */
    bool has_offset;
    int offset; /* seconds east of UTC */
};

/* Null, or what is wrong with the text. */
const char *date_read(const char *text, struct date *d);

/* Null, or why the zone cannot be used: there is none of that name, or this
 * machine has none at all. Without asking, it would silently be UTC. */
const char *zone_wrong(const char *zone);

time_t date_moment(const struct date *d, const char *zone);

/* "2026-11-30 23:59:59 CET" */
#define DATE_TEXT 64
void date_say(time_t moment, const char *zone, char text[DATE_TEXT]);

#endif
