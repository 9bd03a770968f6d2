/*
 * source.h - reading what a student has put there: their file, and what it
 * includes. It may be a pipe, a device, a link to somebody else's work, or
 * have no end.
 *
 * Rules of use:
 * - Whatever a student may have named is read with source_read() and nothing
 *   else: it never waits, and never reads more than SOURCE_MAX bytes.
 * - What looks for the cause of a mistake has nothing to say about a text of
 *   more than SOURCE_SAID bytes: such looks may take the square of its length.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_MAX (1 << 20) /* bytes of a student's file, or header */
#define SOURCE_SAID (1 << 16)
#define SOURCE_HEADERS 200 /* of one file */

/*
 * The text of a file, 0-terminated, to be freed; *n (may be null) gets its
 * bytes, among which zeros may be. Null with errno if it is not a regular file
 * of at most SOURCE_MAX bytes: EISDIR for a folder, ENOTSUP for a pipe, device
 * or socket, EFBIG, and ELOOP for a symbolic link, unless `links` says that it
 * may be one. Folders on the way may be links.
 */
char *source_read(const char *path, bool links, size_t *n);

/* Whether these words stand in the file; `links` as above. */
bool source_has(const char *path, bool links, const char *words);

struct tokens;

/* The tokens of the file, for tokens_free(); none where it cannot be read, or
 * is too long for advice. */
void source_tokens(const char *path, struct tokens *s);

/* The line where these words begin that a token begins with, not in a comment
 * or a string; 0 if there is none. */
int source_line_of(const char *path, const char *words);

/* The line of the `declare reduction(name : ...)` that the function uses, in a
 * `reduction(name : ...)` of its body; 0: it uses none. */
int source_own_reduction(const char *path, const char *function);

/* The line where the function calls omp_get_num_threads() outside of the
 * parallel regions of its body, where it is always 1; 0: it has no region, or
 * does not. */
int source_team_outside(const char *path, const char *function);

/* Copy line `number` (from 1) of the file, without its end. False if there is
 * no such line. */
bool source_line(const char *path, int number, char *line, size_t size);

/* Whether there is nothing at all under this name. What cannot be looked at
 * is there. */
bool source_missing(const char *path);

/* Whether the lab's folder is a link into solutions/. */
bool source_is_solution(const char *source);

/* What becomes of a header. */
enum header {
    HEADER_NEW,      /* it may be included, and has not been before */
    HEADER_SEEN,     /* it has */
    HEADER_SOLUTION, /* it lies in solutions/ */
    HEADER_FOREIGN,  /* neither the student's nor the kit's own */
    HEADER_MANY      /* SOURCE_HEADERS others came before it */
};

/* Those that a file has included so far; all 0 to begin with. */
struct headers {
    char *path[SOURCE_HEADERS];
    int n;
};

/*
 * May `source` include this file, which is none of the system's? A student's
 * own files lie in the folder of the lab's file, or beside that folder. Of the
 * kit's there are those in common/ and build/simt/, and the headers in labs/
 * and grader/, whose other files may be answers. Never one in solutions/. What
 * a name leads to counts, not the name.
 */
enum header source_header(struct headers *h, const char *source,
                          const char *path);
void source_headers_free(struct headers *h);

#endif
