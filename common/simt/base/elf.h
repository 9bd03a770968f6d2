/*
 * elf.h - the symbols of a program, from its symbol table: what lies at which
 * address, under which name. Used of the running program itself, for which
 * there is no other way to the names of static and thread-local variables.
 *
 * Rules of use:
 * - Open, then ask for one symbol after the other. Names point into the file,
 *   which stays mapped until it is closed.
 * - No memory is taken but the mapping, so it works before main().
 * - A file that is damaged, cut off or stripped has no symbols; nothing in it
 *   leads out of the mapping.
 */
#ifndef SIMT_ELF_H
#define SIMT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt_elf {
    const char *file; /* null: closed */
    size_t size;      /* of the file, in bytes */
    uintptr_t bias;   /* where it was loaded, less where it was linked for */
    size_t symbols, sections; /* how many there are */
    size_t symbols_at, sections_at, names_at,
        section_names_at; /* in the file */
    size_t names_size, section_names_size;
};

struct simt_symbol {
    const char *name; /* as the linker knows it: "_ZL5table" */
    /* Of the running program: where it is. Of another: as it was linked. Of a
     * thread-local variable (STT_TLS) its place in the thread's block. */
    uintptr_t address;
    size_t bytes;
    unsigned type;       /* STT_OBJECT, STT_TLS, STT_FUNC, ... of <elf.h> */
    const char *section; /* ".bss"; "" if it is in none */
};

/* The running program, with its addresses; any program. False if it cannot be
 * read or has no symbols. */
bool simt_elf_self(struct simt_elf *e);
bool simt_elf_open(struct simt_elf *e, const char *path);
void simt_elf_close(struct simt_elf *e);

/* The symbol numbered *i or the first behind it that is defined in the program
 * and has a name; *i becomes the number behind it. Begin with 0. False: there
 * are no more. */
bool simt_elf_next(const struct simt_elf *e, size_t *i, struct simt_symbol *s);

#endif
