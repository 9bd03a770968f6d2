/* csv.c - see csv.h. */
#include "export/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"

#define BIGGEST ((size_t)64 << 20)

int csv_read(const char *path, struct csv *c)
{
    FILE *file = fopen(path, "rb");
    size_t room = 0, n;

    memset(c, 0, sizeof *c);
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    do {
        room = room ? 2 * room : 65536;
        c->bytes = must(realloc(c->bytes, room));
        n = fread(c->bytes + c->size, 1, room - c->size, file);
        c->size += n;
    } while (n && c->size == room && room <= BIGGEST);
    if (ferror(file) || room > BIGGEST) {
        fprintf(stderr, "%s: %s\n", path,
                strerror(ferror(file) ? errno : EFBIG));
        fclose(file);
        csv_free(c);
        return -1;
    }
    fclose(file);
    return 0;
}

static void drop_cells(struct csv *c)
{
    for (size_t i = 0; i < c->n_cells; i++)
        free(c->cell[i].fresh);
    free(c->cell);
    free(c->row);
    c->cell = NULL;
    c->row = NULL;
    c->n_cells = 0;
    c->n_rows = 0;
}

void csv_free(struct csv *c)
{
    drop_cells(c);
    free(c->bytes);
    memset(c, 0, sizeof *c);
}

/* Where the cell that begins at `from` ends. */
static size_t end_of_cell(const struct csv *c, size_t from)
{
    size_t i = from;

    if (i < c->size && c->bytes[i] == '"') {
        for (i++; i < c->size; i++) {
            if (c->bytes[i] != '"')
                continue;
            if (i + 1 == c->size || c->bytes[i + 1] != '"')
                break;
            i++;
        }
    }
    while (i < c->size && c->bytes[i] != c->separator && c->bytes[i] != '\n' &&
           c->bytes[i] != '\r')
        i++;
    return i;
}

void csv_split(struct csv *c, char separator)
{
    size_t i = 0, room_cells = 0;
    int room_rows = 0;
    bool new_row = true;

    drop_cells(c);
    c->separator = separator;
    if (c->size >= 3 && !memcmp(c->bytes, "\xef\xbb\xbf", 3))
        i = 3;
    while (i < c->size || !new_row) {
        size_t to = end_of_cell(c, i);

        if (new_row) {
            if (c->n_rows == room_rows) {
                room_rows = room_rows ? 2 * room_rows : 64;
                c->row =
                    must(realloc(c->row, (size_t)room_rows * sizeof *c->row));
            }
            c->row[c->n_rows++] = (struct csv_row){c->n_cells, 0};
        }
        if (c->n_cells == room_cells) {
            room_cells = room_cells ? 2 * room_cells : 1024;
            c->cell = must(realloc(c->cell, room_cells * sizeof *c->cell));
        }
        c->cell[c->n_cells++] = (struct csv_cell){i, to, NULL};
        c->row[c->n_rows - 1].n++;
        new_row = to >= c->size || c->bytes[to] != separator;
        i = to + 1;
        if (to < c->size && c->bytes[to] == '\r' && i < c->size &&
            c->bytes[i] == '\n')
            i++;
    }
}

static struct csv_cell *find_cell(const struct csv *c, int row, int column)
{
    if (row < 0 || row >= c->n_rows || column < 0 || column >= c->row[row].n)
        return NULL;
    return &c->cell[c->row[row].first + (size_t)column];
}

void csv_value(const struct csv *c, int row, int column, char *text,
               size_t size)
{
    const struct csv_cell *cell = find_cell(c, row, column);
    size_t n = 0, i = cell ? cell->from : 0, to = cell ? cell->to : 0;
    bool quoted = i < to && c->bytes[i] == '"';

    for (i += quoted; i < to && n + 1 < size; i++) {
        if (quoted && c->bytes[i] == '"') {
            if (i + 1 >= to || c->bytes[i + 1] != '"')
                continue; /* the last one */
            i++;
        }
        text[n++] = c->bytes[i];
    }
    text[n] = 0;
}

bool csv_set(struct csv *c, int row, int column, const char *value)
{
    struct csv_cell *cell = find_cell(c, row, column);
    bool quote = strpbrk(value, "\"\r\n") || strchr(value, c->separator);
    char *p;

    if (!cell)
        return false;
    free(cell->fresh);
    p = cell->fresh = must(malloc(2 * strlen(value) + 3));
    if (quote)
        *p++ = '"';
    for (; *value; value++) {
        if (*value == '"')
            *p++ = '"';
        *p++ = *value;
    }
    if (quote)
        *p++ = '"';
    *p = 0;
    return true;
}

int csv_write(const struct csv *c, FILE *out)
{
    size_t done = 0;

    for (size_t i = 0; i < c->n_cells; i++) {
        const struct csv_cell *cell = &c->cell[i];

        if (!cell->fresh)
            continue;
        fwrite(c->bytes + done, 1, cell->from - done, out);
        fputs(cell->fresh, out);
        done = cell->to;
    }
    if (done < c->size)
        fwrite(c->bytes + done, 1, c->size - done, out);
    return ferror(out) ? -1 : 0;
}
