/* dates.c - see dates.h. First the text, then time zones, then moments. */
#define _GNU_SOURCE /* timegm() */
#include "class/dates.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/must.h"
#include "base/say.h"

#define DAY 86400

/* ---- the text ------------------------------------------------------------ */

/* Whether text begins as form does: 0 is any digit, T may be a blank. */
static bool begins(const char *text, const char *form)
{
    for (; *form; text++, form++)
        if (*form == '0' ? !isdigit((unsigned char)*text)
                         : *text != *form && !(*form == 'T' && *text == ' '))
            return false;
    return true;
}

/* timegm() makes 2 March of 30 February. */
static bool is_day(const struct tm *tm)
{
    struct tm copy = *tm;

    timegm(&copy);
    return copy.tm_mon == tm->tm_mon && copy.tm_mday == tm->tm_mday;
}

/* What stands behind the time: nothing, Z or +01:00. */
static bool read_offset(const char *text, struct date *d)
{
    int minutes;

    d->has_offset = *text != '\0';
    if (!*text || !strcmp(text, "Z"))
        return true;
    if ((!begins(text, "+00:00") && !begins(text, "-00:00")) || text[6])
        return false;
    minutes = atoi(text + 1) * 60 + atoi(text + 4);
    d->offset = *text == '-' ? -minutes * 60 : minutes * 60;
    return minutes <= 14 * 60 && atoi(text + 4) < 60;
}

const char *date_read(const char *text, struct date *d)
{
    struct tm *tm = &d->tm;
    bool seconds;

    memset(d, 0, sizeof *d);
    if (!begins(text, "0000-00-00T00:00"))
        return _("not a date (possible: 2026-11-30 23:59, "
                 "2026-11-30 23:59:59, 2026-11-30T23:59+01:00, "
                 "2026-11-30T23:59Z)");
    seconds = begins(text + 16, ":00");
    tm->tm_year = atoi(text) - 1900;
    tm->tm_mon = atoi(text + 5) - 1;
    tm->tm_mday = atoi(text + 8);
    if (tm->tm_year < 100 || tm->tm_year > 199)
        return _("not a year of a class (possible: 2000 to 2099)");
    if (!is_day(tm))
        return _("there is no such day");
    tm->tm_hour = atoi(text + 11);
    tm->tm_min = atoi(text + 14);
    tm->tm_sec = seconds ? atoi(text + 17) : 59;
    if (tm->tm_hour > 23 || tm->tm_min > 59 || tm->tm_sec > 59)
        return _("there is no such time (possible: 00:00 to 23:59; a day's "
                 "end is 23:59)");
    if (!read_offset(text + (seconds ? 19 : 16), d))
        return _("what stands behind the time is not how far it is from UTC "
                 "(possible: nothing, Z, -14:00 to +14:00)");
    return NULL;
}

/* ---- time zones ---------------------------------------------------------- */

static const char *zone_folder(void)
{
    const char *folder = getenv("TZDIR");

    return folder && *folder ? folder : "/usr/share/zoneinfo";
}

static bool is_zone(const char *zone)
{
    char path[500], magic[4] = "";
    struct stat st;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", zone_folder(), zone);
    if (strstr(zone, "..") || *zone == '/' || stat(path, &st) ||
        !S_ISREG(st.st_mode))
        return false;
    file = fopen(path, "re");
    if (!file)
        return false;
    if (fread(magic, 1, sizeof magic, file) != sizeof magic)
        *magic = '\0';
    fclose(file); /* only read from */
    return memcmp(magic, "TZif", sizeof magic) == 0;
}

/* A rule written out instead of a name has digits: CET-1CEST,M3.5.0,M10.5.0. */
static bool machines_is_zone(void)
{
    const char *tz = getenv("TZ");

    return !tz || !*tz || *tz == ':' || *tz == '/' ||
           strpbrk(tz, "0123456789") || !strcmp(tz, "UTC") || is_zone(tz);
}

const char *zone_wrong(const char *zone)
{
    if (!*zone)
        return machines_is_zone() ? NULL
                                  : _("the machine's own time zone, which is "
                                      "in TZ, is none");
    if (!strcmp(zone, "UTC") || (strlen(zone) < ZONE_NAME && is_zone(zone)))
        return NULL;
    if (access(zone_folder(), F_OK))
        return _("this machine knows no time zones. Install tzdata, or write "
                 "each date with its own: 2026-11-30T23:59+01:00");
    return _("there is no such time zone (possible: UTC, and the names in "
             "/usr/share/zoneinfo, as Europe/Berlin)");
}

/* From here to zone_leave() the process is in this zone. What TZ was before:
 * null if it was not set. */
static char *zone_enter(const char *zone)
{
    const char *tz = getenv("TZ");
    char *before = tz ? must(strdup(tz)) : NULL;

    if (*zone && setenv("TZ", strcmp(zone, "UTC") ? zone : "UTC0", 1))
        no_memory();
    tzset();
    return before;
}

static void zone_leave(char *before)
{
    if (before ? setenv("TZ", before, 1) : unsetenv("TZ"))
        no_memory();
    tzset();
    free(before);
}

/* ---- moments ------------------------------------------------------------- */

/* How far a clock there is ahead of UTC then, in seconds. */
static time_t ahead(time_t moment)
{
    struct tm tm;

    localtime_r(&moment, &tm);
    return timegm(&tm) - moment;
}

/* The moment of what a clock shows. Its zone is ahead of UTC by what it was a
 * day before or by what it is a day later; where the clock is changed in
 * between, both may be right, or neither: the later one is meant. */
static time_t moment_of(time_t shown)
{
    time_t one = shown - ahead(shown - DAY), other = shown - ahead(shown + DAY);
    bool is_one = ahead(one) == shown - one;
    bool is_other = ahead(other) == shown - other;

    if (is_one != is_other)
        return is_one ? one : other;
    return one > other ? one : other;
}

time_t date_moment(const struct date *d, const char *zone)
{
    struct tm copy = d->tm;
    time_t shown = timegm(&copy), moment;
    char *before;

    if (d->has_offset)
        return shown - d->offset;
    before = zone_enter(zone);
    moment = moment_of(shown);
    zone_leave(before);
    return moment;
}

void date_say(time_t moment, const char *zone, char text[DATE_TEXT])
{
    char *before = zone_enter(zone);
    struct tm tm;

    if (!localtime_r(&moment, &tm) ||
        !strftime(text, DATE_TEXT, "%Y-%m-%d %H:%M:%S %Z", &tm))
        snprintf(text, DATE_TEXT, "?");
    zone_leave(before);
}
