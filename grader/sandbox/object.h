/* object.h - what an object file holds, from its ELF section headers. */
#ifndef OBJECT_H
#define OBJECT_H

#include <stdint.h>

/* Bytes of the variables outside functions: what a program that is linked from
 * it has in memory before it begins, for each thread those that are
 * thread-local. 0 if it cannot be read. */
uint64_t object_variables(const char *path);

#endif
