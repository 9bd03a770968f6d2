/*
 * hash.h - FNV-1a, of 64 bits: to know bytes again. Nobody is kept from making
 * others with the same hash. Fowler, Noll, Vo: draft-eastlake-fnv.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

/* The hash of what has had this one, and n bytes more. */
static inline uint64_t hash_add(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash;
}

#endif
