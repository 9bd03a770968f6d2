/* elf.c - see elf.h. What is in simt_elf lies within the mapping. */
#define _GNU_SOURCE
#include "base/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether n things of `each` bytes lie in the file from `at` on. */
static bool fits(const struct simt_elf *e, uint64_t at, uint64_t n,
                 uint64_t each)
{
    return at <= e->size && n <= (e->size - at) / each;
}

static ElfW(Shdr) section_numbered(const struct simt_elf *e, size_t i)
{
    ElfW(Shdr) s;

    memcpy(&s, e->file + e->sections_at + i * sizeof s, sizeof s);
    return s;
}

/* Where a section of strings is; false if it is none, or has no end. */
static bool strings(const struct simt_elf *e, size_t section, size_t *at,
                    size_t *size)
{
    if (section >= e->sections)
        return false;
    const ElfW(Shdr) s = section_numbered(e, section);
    if (s.sh_type != SHT_STRTAB || !s.sh_size ||
        !fits(e, s.sh_offset, s.sh_size, 1) ||
        e->file[s.sh_offset + s.sh_size - 1])
        return false;
    *at = s.sh_offset;
    *size = s.sh_size;
    return true;
}

static bool find_sections(struct simt_elf *e)
{
    ElfW(Ehdr) head;

    if (e->size < sizeof head)
        return false;
    memcpy(&head, e->file, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] !=
            (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        !fits(e, head.e_shoff, head.e_shnum, sizeof(ElfW(Shdr))))
        return false;
    e->sections_at = head.e_shoff;
    e->sections = head.e_shnum;
    return strings(e, head.e_shstrndx, &e->section_names_at,
                   &e->section_names_size);
}

/* The symbol table and, at its sh_link, the names in it. */
static bool find_symbols(struct simt_elf *e)
{
    for (size_t i = 0; i < e->sections; i++) {
        const ElfW(Shdr) s = section_numbered(e, i);

        if (s.sh_type != SHT_SYMTAB || !fits(e, s.sh_offset, s.sh_size, 1) ||
            !strings(e, s.sh_link, &e->names_at, &e->names_size))
            continue;
        e->symbols_at = s.sh_offset;
        e->symbols = s.sh_size / sizeof(ElfW(Sym));
        return true;
    }
    return false;
}

bool simt_elf_open(struct simt_elf *e, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *file = MAP_FAILED;
    struct stat st;

    memset(e, 0, sizeof *e);
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0)
        file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (fd >= 0)
        close(fd);
    if (file == MAP_FAILED)
        return false;
    e->file = file;
    e->size = (size_t)st.st_size;
    if (find_sections(e) && find_symbols(e))
        return true;
    simt_elf_close(e);
    return false;
}

static int load_bias(struct dl_phdr_info *info, size_t size, void *bias)
{
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1; /* the executable comes first */
}

bool simt_elf_self(struct simt_elf *e)
{
    if (!simt_elf_open(e, "/proc/self/exe"))
        return false;
    dl_iterate_phdr(load_bias, &e->bias);
    return true;
}

void simt_elf_close(struct simt_elf *e)
{
    if (e->file)
        munmap((void *)e->file, e->size);
    memset(e, 0, sizeof *e);
}

static const char *section_name(const struct simt_elf *e, size_t i)
{
    if (i >= e->sections) /* an absolute value, for one */
        return "";
    const ElfW(Shdr) s = section_numbered(e, i);
    return s.sh_name < e->section_names_size
               ? e->file + e->section_names_at + s.sh_name
               : "";
}

bool simt_elf_next(const struct simt_elf *e, size_t *i, struct simt_symbol *s)
{
    while (*i < e->symbols) {
        ElfW(Sym) sym;

        memcpy(&sym, e->file + e->symbols_at + (*i)++ * sizeof sym, sizeof sym);
        if (sym.st_shndx == SHN_UNDEF || sym.st_name >= e->names_size ||
            !e->file[e->names_at + sym.st_name])
            continue;
        s->name = e->file + e->names_at + sym.st_name;
        s->type = sym.st_info & 15;
        s->address = sym.st_value + (s->type == STT_TLS ? 0 : e->bias);
        s->bytes = sym.st_size;
        s->section = section_name(e, sym.st_shndx);
        return true;
    }
    return false;
}
