/* names.c - see names.h */
#include "compiler/names.h"

#include <stdlib.h>
#include <string.h>

static struct name *find_name(const struct unit *u, const char *s, size_t n)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)s[i]) * 16777619u;
    for (size_t k = hash;; k++) {
        struct name *e = &u->names[k & (u->names_room - 1)];
        if (!e->name || (e->length == n && memcmp(e->name, s, n) == 0))
            return e;
    }
}

struct name *name_at(const struct unit *u, uint32_t i)
{
    return find_name(u, u->s + u->tokens[i].at, u->tokens[i].length);
}

struct name *add_name(struct unit *u, uint32_t i)
{
    static struct name nowhere;
    if (u->names_used * 2 >= u->names_room) {
        struct name *old = u->names;
        size_t room = u->names_room;
        u->names = calloc(room * 2, sizeof *u->names);
        if (!u->names) {
            u->names = old;
            u->failed = true;
            return &nowhere;
        }
        u->names_room = room * 2;
        for (size_t k = 0; k < room; k++)
            if (old[k].name)
                *find_name(u, old[k].name, old[k].length) = old[k];
        free(old);
    }
    struct name *e = name_at(u, i);
    if (!e->name) {
        e->name = u->s + u->tokens[i].at;
        e->length = u->tokens[i].length;
        u->names_used++;
    }
    return e;
}
