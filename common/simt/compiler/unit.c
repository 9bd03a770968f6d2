/* unit.c - see unit.h */
#include "compiler/unit.h"

uint32_t skip_angle(const struct unit *u, uint32_t i)
{
    uint32_t limit = i + SEARCH < u->count ? i + SEARCH : u->count;
    int depth = 0;
    while (i < limit) {
        int kind = u->tokens[i].kind;
        if (kind == '(' || kind == '[' || kind == '{') {
            i = skip_bracket(u, i);
            continue;
        }
        if (kind == '<' && kind_at(u, i + 1) == '<' && touching(u, i))
            i++; /* a shift */
        else if (kind == '<')
            depth++;
        else if (kind == '>' && --depth == 0)
            return i + 1;
        else if (kind == ';' || kind == ')' || kind == ']' || kind == '}')
            return 0;
        i++;
    }
    return 0;
}

uint32_t back_angle(const struct unit *u, uint32_t i)
{
    uint32_t limit = i > SEARCH ? i - SEARCH : 0;
    int depth = 0;
    for (; i > limit; i--) {
        int kind = u->tokens[i].kind;
        if (kind == ')' || kind == ']' || kind == '}') {
            if (!u->tokens[i].match)
                return 0;
            i = u->tokens[i].match;
        } else if (kind == '>') {
            depth++;
        } else if (kind == '<' && u->tokens[i - 1].kind == '<' &&
                   touching(u, i - 1)) {
            i--;
        } else if (kind == '<' && --depth == 0) {
            return i;
        } else if (kind == ';' || kind == '(' || kind == '[' || kind == '{') {
            return 0;
        }
    }
    return 0;
}
