/* clean.c - see clean.h. */
#include "base/clean.h"

#include <string.h>

/* How many bytes the UTF-8 character that starts with this byte has; 1 for
 * what cannot start one, so that text in another encoding is left as it is. */
static size_t utf8_length(unsigned char lead)
{
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    return 1;
}

/* Those that do something, or nothing that can be seen. Sorted. */
static const struct {
    unsigned long first, last;
} harmful[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},
    {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
    {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},
    {0xd800, 0xdfff}, {0xfdd0, 0xfdef}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
    {0x110000, ~0ul},
};

bool text_harmless(unsigned long c)
{
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        if (c <= harmful[i].last)
            return c < harmful[i].first;
    return true;
}

#define NO_CHARACTER (~0ul)
#define HALF_CHARACTER (~0ul - 1) /* and then the text ends */

/* The character that begins here, and its bytes. */
static unsigned long first_character(const char *text, size_t *n)
{
    static const unsigned char mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned long c = (unsigned char)text[0];
    size_t length = utf8_length((unsigned char)text[0]);

    *n = 1;
    if (length == 1)
        return c < 0x80 ? c : NO_CHARACTER;
    c &= mask[length];
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return text[i] ? NO_CHARACTER : HALF_CHARACTER;
        c = c << 6 | ((unsigned char)text[i] & 0x3F);
    }
    if (c < least[length])
        return NO_CHARACTER;
    *n = length;
    return c;
}

void text_clean(const char *text, char *out, size_t size)
{
    size_t used = 0, n;

    for (; *text; text += n) {
        unsigned long c = first_character(text, &n);
        bool good = c == '\n' || c == '\t' || text_harmless(c);

        if (c == HALF_CHARACTER || used + (good ? n : 1) >= size)
            break;
        if (c == '\r' && text[1] == '\n')
            continue;
        if (good)
            memmove(out + used, text, n);
        else
            out[used] = '?';
        used += good ? n : 1;
    }
    out[used] = '\0';
}
