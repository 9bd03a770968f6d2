/*
 * tokens.h - the text of a C or CUDA file in tokens, for tools that make other
 * files of it. Nothing is lost: all tokens one after the other are the text.
 *
 * What a tool changes it notes at the tokens, with token_put(); tokens_text()
 * is the text with all that. It knows no digraphs; names may have letters of
 * any language.
 */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_BLANK, /* blanks and line ends, also a \ before one */
    TOKEN_COMMENT,
    TOKEN_NAME, /* keywords, too */
    TOKEN_NUMBER,
    TOKEN_STRING, /* and characters */
    TOKEN_MARK,   /* + <<< { and so on */
    TOKEN_END     /* behind the last one */
};

enum token_place { TOKEN_BEFORE, TOKEN_INSTEAD, TOKEN_AFTER, TOKEN_PLACES };

struct token {
    enum token_kind kind;
    const char *at; /* in the text, not terminated */
    size_t length;
    int line;                /* from 1 */
    int match;               /* see tokens_match() */
    bool directive;          /* on a line that begins with # */
    char *put[TOKEN_PLACES]; /* null: nothing */
};

struct tokens {
    char *text;
    struct token *t; /* t[n] is a TOKEN_END */
    int n;
};

/* What a file says, to free(); null with a message. */
char *tokens_file_text(const char *path);

/* Of a copy of the text. Ends the program where there is no memory. */
void tokens_read(struct tokens *s, const char *text);
void tokens_free(struct tokens *s);

/* The text of tokens from..to-1, with and without what was put; to free(). */
char *tokens_text(const struct tokens *s, int from, int to);
char *tokens_original(const struct tokens *s, int from, int to);

/* Can a name have this in it? Bytes from 0x80 on are parts of UTF-8 letters,
 * which C allows in names. */
bool token_in_name(char c);

bool token_is(const struct token *t, const char *text);
bool token_same(const struct token *a, const struct token *b);
bool token_is_keyword(const struct token *t);
bool token_is_order(const struct token *t); /* < > <= >= */

/* What a loop over all would be about: no blanks, no comments. The next one
 * behind k (s->n if there is none), the last one before it (-1). */
int tokens_next(const struct tokens *s, int k);
int tokens_last(const struct tokens *s, int k);

/* The bracket ( [ { that belongs to the one at k, in either direction and
 * among those of its kind alone; -1 if there is none. */
int tokens_match(const struct tokens *s, int k);

/* The { and the } of the first function of this name that has a body here. */
bool tokens_body(const struct tokens *s, const char *name, size_t length,
                 int *from, int *to);

/* The last token of the statement that begins at k: a ; or a }; s->n where
 * brackets do not match. */
int tokens_statement_end(const struct tokens *s, int k);

/*
 * Put something before or after a token, or in its place. What is put before
 * a token several times stands in that order, what is put after it in the
 * opposite one: so a tool that goes through the text from the outside to the
 * inside gets its brackets right.
 */
void token_put(struct token *t, enum token_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
