/*
 * virtual.c - objects with virtual functions that the host has made: on a GPU
 * they name the host's table of functions, and a kernel that calls one of them
 * jumps to nowhere. Here both sides have one table, so it is noted where the
 * host has put the address of one, by a copy or in memory that both sides use.
 *
 * What always holds: `places` says of an address what a copy or the host has
 * put there last; what a kernel has written since is seen by its cell.
 */
#include "base/elf.h"
#include "check/shadow.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

bool shadow_has_virtual;

static uintptr_t tables, tables_end; /* from the first to the last one */
static struct place {                /* found by hashing */
    uintptr_t at;                    /* 0: none */
    bool of_host;
} * places;
static size_t room, used;

void shadow_find_tables(const struct simt_elf *e)
{
    struct simt_symbol s;

    for (size_t i = 0; simt_elf_next(e, &i, &s);) {
        if (s.type != STT_OBJECT || strncmp(s.name, "_ZTV", 4) != 0)
            continue;
        if (!tables || s.address < tables)
            tables = s.address;
        if (s.address + s.bytes > tables_end)
            tables_end = s.address + s.bytes;
    }
}

static struct place *place_at(uintptr_t p)
{
    size_t i = (p * 0x9E3779B97F4A7C15u >> 20) & (room - 1);

    while (places[i].at && places[i].at != p)
        i = (i + 1) & (room - 1);
    return &places[i];
}

static struct place *make_place(uintptr_t p)
{
    if (2 * used >= room) {
        struct place *old = places;
        const size_t n = room;

        room = n ? 2 * n : 256;
        places = calloc(room, sizeof *places);
        if (!places)
            abort();
        for (size_t i = 0; i < n; i++)
            if (old[i].at)
                *place_at(old[i].at) = old[i];
        free(old);
    }
    used += !place_at(p)->at;
    place_at(p)->at = p;
    return place_at(p);
}

static bool names_table(const char *p)
{
    uintptr_t word;

    memcpy(&word, p, sizeof word);
    return word - tables < tables_end - tables;
}

bool shadow_is_host_virtual(const struct object *o, size_t offset)
{
    const uintptr_t p = (uintptr_t)o->base + offset;

    return places && place_at(p)->of_host && names_table((const char *)p) &&
           (!o->write || o->write[offset >> o->shift].segment < 2);
}

void shadow_host_virtual(struct object *o, size_t offset, size_t bytes,
                         const struct object *from, size_t from_offset)
{
    const size_t size = sizeof(uintptr_t);

    for (size_t at = (offset + size - 1) / size * size;
         tables && at + size <= offset + bytes; at += size) {
        const size_t end = (at + size) >> o->shift;
        bool of_host;

        if (!names_table(o->base + at))
            continue;
        of_host =
            !from || shadow_is_host_virtual(from, from_offset + at - offset);
        make_place((uintptr_t)o->base + at)->of_host = of_host;
        shadow_has_virtual = shadow_has_virtual || of_host;
        for (size_t k = at >> o->shift; o->write && k < end; k++)
            o->write[k].segment = 1;
    }
}
