/*
 * text.h - a text to count letters in, of any length: words, commas, full
 * stops and lines, with the letters about as often as in English. The same seed
 * gives the same text everywhere. All bytes are ASCII. For C and CUDA.
 */
#ifndef COMMON_TEXT_H
#define COMMON_TEXT_H

#include <stddef.h>
#include <stdint.h>

static inline void write_text(unsigned char *text, size_t n, uint64_t seed)
{
    static const char letters[] = /* 128: of a thousand, 117 are an e */
        "eeeeeeeeeeeeeeettttttttttttaaaaaaaaaaooooooooooiiiiiiiii"
        "nnnnnnnnnsssssssshhhhhhhhrrrrrrrdddddlllllccccuuummmwwwfffggyyppbb"
        "vkjxqz";
    static const char lengths[] = {1, 2, 2, 3, 3, 3, 4, 4,
                                   4, 5, 5, 6, 7, 8, 9, 11};
    int left = 5;    /* letters of this word */
    int words = 10;  /* of this sentence */
    int column = 0;  /* of this line */
    int capital = 1; /* the next letter is one */
    char mark = 0;   /* behind this word, if any */
    uint64_t state = seed;

    for (size_t i = 0; i < n; i++, column++) {
        /* a linear congruential generator; its upper bits are the good ones */
        state = state * 6364136223846793005u + 1442695040888963407u;
        unsigned random = (unsigned)(state >> 57); /* 0 .. 127 */
        char c;

        if (left > 0) {
            c = letters[random];
            if (capital)
                c = (char)(c - 'a' + 'A');
            capital = 0;
            left--;
        } else if (mark) {
            c = mark;
            capital = mark == '.';
            mark = 0;
        } else {
            c = column < 70 ? ' ' : '\n';
            if (c == '\n')
                column = -1;
            left = lengths[random % 16];
            words--;
            if (words == 0) {
                words = 6 + (int)(random / 8);
                mark = '.';
            } else if (random < 12)
                mark = ',';
        }
        text[i] = (unsigned char)c;
    }
}

#endif
