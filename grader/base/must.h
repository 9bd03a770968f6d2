/* must.h - for tools in which nothing is to be cleaned up: where there is no
 * memory, the program ends with exit code 2 and says so. */
#ifndef MUST_H
#define MUST_H

_Noreturn void no_memory(void);

/* p, which is not null. */
void *must(void *p);

#endif
