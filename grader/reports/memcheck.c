/* memcheck.c - see sanitizer.h: the log of compute-sanitizer's memcheck. */
#define _GNU_SOURCE
#include "reports/sanitizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"

/*
 * ========= Invalid __global__ write of size 4 bytes
 * =========     at add(float *, int)+0x90 in vector_add.cu:9
 * =========     by thread (32,0,0) in block (3,0,0)
 * =========     Access to 0x7f4ee1c00190 is out of bounds
 */
bool memcheck_report(const char *text, const char *source, struct finding *f)
{
    const char *name = strrchr(source, '/'), *what, *by, *why, *host;
    char space[16], op[16], who[100];
    unsigned t[3], b[3];
    size_t length;
    int bytes;
    bool misaligned;

    name = name ? name + 1 : source;
    what = strstr(text, "= Invalid __");
    by = what ? strstr(what, "by thread (") : NULL;
    why = by ? strchr(by, '\n') : NULL;
    if (!why ||
        sscanf(what, "= Invalid __%15[a-z]__ %15s of size %d", space, op,
               &bytes) != 3 ||
        sscanf(by, "by thread (%u,%u,%u) in block (%u,%u,%u)", t, t + 1, t + 2,
               b, b + 1, b + 2) != 6)
        return false;
    length = strcspn(++why, "\n");
    misaligned = memmem(why, length, "misaligned", 10);
    if (!misaligned && !memmem(why, length, "out of bounds", 13))
        return false;
    f->kind = KIND_MEMORY;
    f->status = STATUS_FAIL;
    memset(&f->place, 0, sizeof f->place);
    host = strstr(by, "Saved host backtrace");
    for (const char *p = what;
         !f->place.line && (p = strstr(p, name)) && (!host || p < host); p++)
        if (strchr("/ ", p[-1]) && p[strlen(name)] == ':') {
            snprintf(f->place.file, sizeof f->place.file, "%s", source);
            f->place.line = atoi(p + strlen(name) + 1);
        }
    snprintf(who, sizeof who, "(%u, %u, %u) of block (%u, %u, %u)", t[0], t[1],
             t[2], b[0], b[1], b[2]);
    if (misaligned)
        finding_say(f, SAY(misaligned_address_gpu), who, bytes, bytes);
    else
        finding_say(f,
                    !strcmp(op, "read") ? SAY(out_of_bounds_read_gpu)
                                        : SAY(out_of_bounds_write_gpu),
                    who, bytes,
                    !strcmp(space, "shared")  ? SAY(part_block_shared_memory)
                    : !strcmp(space, "local") ? SAY(part_its_own_variables)
                                              : SAY(part_every_device_array));
    return true;
}
