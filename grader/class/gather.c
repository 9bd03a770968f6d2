/* gather.c - what is written down while IN is looked through, see gather.h. */
#define _GNU_SOURCE
#include "class/gather.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "class/names.h"

enum { NOTES = 40, SHOWN = 8 };

uint64_t gather_digest(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint64_t digest = 14695981039346656037u;

    for (size_t i = 0; i < n; i++)
        digest = (digest ^ b[i]) * 1099511628211u;
    return digest;
}

uint64_t gather_text_digest(const char *bytes, size_t n)
{
    char *text = must(malloc(n + 1));
    size_t used = 0, i = n >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    uint64_t digest;

    for (; i < n; i++)
        if (bytes[i] != '\r')
            text[used++] = bytes[i];
    digest = gather_digest(text, used);
    free(text);
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
