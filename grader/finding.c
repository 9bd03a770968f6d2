/*
 * finding.c - the names of kinds and statuses, and writing a message so that
 * it always fits.
 */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const kind_names[KIND_COUNT] = {
    [KIND_BUILD] = "build",
    [KIND_OUTPUT] = "output",
    [KIND_CORRECTNESS] = "correctness",
    [KIND_RACE] = "race",
    [KIND_MEMORY] = "memory",
    [KIND_TRAFFIC] = "traffic",
    [KIND_SPEED] = "speed",
};

const char *const status_names[STATUS_COUNT] = {
    [STATUS_NONE] = "none",       [STATUS_PASS] = "pass",
    [STATUS_FAIL] = "fail",       [STATUS_UNTOLD] = "untold",
    [STATUS_SKIPPED] = "skipped",
};

static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; name && i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

int kind_from_name(const char *name)
{
    return index_of(name, kind_names, KIND_COUNT);
}

int status_from_name(const char *name)
{
    return index_of(name, status_names, STATUS_COUNT);
}

/* How many bytes the UTF-8 character that starts with this byte has; 1 for
 * what cannot start one, so that text in another encoding is left as it is. */
static size_t utf8_length(unsigned char lead)
{
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    return 1;
}

/* Take the last character off if only its first bytes are there: half a
 * character makes results.json invalid. */
static void drop_half_character(char *text)
{
    char *end = text + strlen(text);
    char *lead = end;

    /* back to the byte that starts it; those that follow are 10xxxxxx */
    while (lead > text && end - lead < 4 &&
           (lead == end || ((unsigned char)*lead & 0xC0) == 0x80))
        lead--;
    if (utf8_length((unsigned char)*lead) > (size_t)(end - lead))
        *lead = '\0';
}

void finding_say(struct finding *f, const char *format, ...)
{
    /* A text of its own first: callers may pass f->message as an argument. */
    char text[sizeof f->message];
    va_list args;

    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);

    if (length < 0)
        text[0] = '\0'; /* a wide character that the locale cannot show */
    else if ((size_t)length >= sizeof text)
        drop_half_character(text);
    memcpy(f->message, text, strlen(text) + 1);
}
