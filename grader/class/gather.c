/* gather.c - what is written down while IN is looked through, see gather.h. */
#define _GNU_SOURCE
#include "class/gather.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/must.h"
#include "class/names.h"

enum { NOTES = 40, SHOWN = 8 };

uint64_t gather_text_digest(const char *bytes, size_t n)
{
    const char *p = bytes, *end = bytes + n;
    uint64_t digest = HASH_START;

    if (n >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
        p += 3;
    for (; p < end; p++)
        if (*p != '\r')
            digest = hash_add(digest, p, 1);
    return digest;
}

void gather_left(struct gathered *g, int unit, enum left left, const char *name,
                 const char *why, ...)
{
    struct unit *u = &g->unit[unit];
    char words[sizeof u->note->why], shown[120];
    struct note *n = NULL;
    va_list args;

    va_start(args, why);
    vsnprintf(words, sizeof words, why, args);
    va_end(args);
    names_show(words, words, sizeof words);
    names_show(name, shown, sizeof shown);
    for (int i = 0; i < u->n_notes && !n; i++)
        if (u->note[i].left == left && !strcmp(u->note[i].why, words))
            n = &u->note[i];
    if (!n && u->n_notes >= NOTES)
        n = &u->note[NOTES - 1];
    if (!n) {
        u->note = MORE(u->note, u->n_notes);
        n = &u->note[u->n_notes++];
        memset(n, 0, sizeof *n);
        n->left = left;
        snprintf(n->why, sizeof n->why, "%s", words);
    }
    n->count++;
    if (shown[0] && n->named < SHOWN &&
        strlen(n->names) + strlen(shown) + 3 < sizeof n->names) {
        n->named++;
        if (n->names[0])
            strcat(n->names, ", ");
        strcat(n->names, shown);
    }
}
