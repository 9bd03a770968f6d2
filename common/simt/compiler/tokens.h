/*
 * tokens.h - the words and signs of a text, with the lines and files that they
 * are from.
 */
#ifndef COMPILER_TOKENS_H
#define COMPILER_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

enum kind {
    END, /* what lies beyond either end of the text */
    NAME,
    NUMBER,
    STRING, /* and characters */
    SCOPE,  /* :: */
    ARROW,  /* -> */
    OTHER,  /* two characters that hold < or > but are no bracket: <= >= */
    /* single characters have their own value, above 32 */
    FIRST_WORD = 256,
    GLOBAL = FIRST_WORD,
    DEVICE,
    SHARED,
    CONSTANT,
    MANAGED,
    HOST,
    NAMESPACE,
    CLASS,
    ENUM,
    TEMPLATE,
    EXTERN,
    STATIC,
    CONST,
    TYPEDEF,
    OPERATOR,
    SWITCH,
    CASE,
    CONTROL, /* words before ( that are no function */
    ATTRIBUTE,
    BUILTIN_TYPE,
    ASM,
    VOLATILE,
    VOID,
    NULL_WORD
};

struct token {
    uint32_t at, length; /* in unit.s */
    uint32_t line;
    uint32_t file;  /* index in unit.files */
    uint16_t kind;  /* enum kind, or a character */
    uint32_t match; /* brackets ( [ {: index of the partner, 0: none */
};

struct file {
    char *name; /* as in the text, in quotes, escaped */
    bool system;
};

struct unit;

/* Makes the tokens of u->s and the files of its marks, and finds the partners
 * of brackets. Pragmas of nvcc's become blanks. u->failed if memory runs out.
 */
void make_tokens(struct unit *u);

#endif
