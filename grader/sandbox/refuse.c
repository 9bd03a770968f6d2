/* refuse.c - see refuse.h and refuse_words.h. */
#define _GNU_SOURCE
#include "sandbox/refuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "sandbox/refuse_words.h"

void refuse(struct finding *f, const char *file, int line)
{
    f->status = STATUS_FAIL;
    if (file != f->place.file)
        snprintf(f->place.file, sizeof f->place.file, "%s", file);
    f->place.line = line;
}

bool refuse_is_off(void)
{
    const char *door = getenv("LABKIT_DOOR");

    return door && !strcmp(door, "open");
}

/* ---- words --------------------------------------------------------------- */

const char refuse_letters[] = "abcdefghijklmnopqrstuvwxyz_"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static const char *const forbidden_starts[] = {
    "__tsan_",
    "__asan_",
    "__lsan_",
    "__ubsan_",
    "__sanitizer_",
    "__interceptor_",
    "__llvm_",
    "AnnotateIgnore",
    "AnnotateHappens",
    "AnnotateBenign",
    "AnnotateRWLock",
    "WTFAnnotate",
    "ompt_start_tool",
    "_ZN", /* the detectors are written in C++, and some hooks are weak */
    NULL,
};
static const char *const forbidden_parts[] = {
    "no_sanitize",
    "no_address_safety",
    "disable_sanitizer_instrumentation",
};
/* The CPU device's own, which no .cu file may define. */
static const char *const device_names[] = {"__tsan_", "__ubsan_",
                                           "__sanitizer_", "simt_", NULL};
bool refuse_starts_with(const char *word, const char *const *starts)
{
    for (; *starts; starts++)
        if (!strncmp(word, *starts, strlen(*starts)))
            return true;
    return false;
}

bool refuse_forbidden(const char *word)
{
    const int parts = sizeof forbidden_parts / sizeof *forbidden_parts;

    for (int i = 0; i < parts; i++)
        if (strstr(word, forbidden_parts[i]))
            return true;
    return refuse_starts_with(word, forbidden_starts);
}

bool refuse_say_forbidden(struct finding *f, const char *file, int line,
                          const char *word)
{
    refuse(f, file, line);
    finding_say(f, SAY(detector_switched_off),
                (int)strspn(word, refuse_letters), word);
    return true;
}

bool refuse_kits_name(const char *name, bool cuda)
{
    return cuda ? refuse_starts_with(name, device_names)
                : refuse_starts_with(name, forbidden_starts);
}
