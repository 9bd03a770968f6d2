/* scan.c - see scan.h */
#include "compiler/scan.h"

#include <string.h>

size_t skip_quoted(const char *s, size_t n, size_t i, bool raw,
                          uint32_t *line)
{
    char quote = s[i];
    if (raw) {
        size_t open = i + 1;
        while (open < n && s[open] != '(' && open - i <= 17)
            open++;
        size_t d = open - i - 1;
        for (size_t k = open + 1; k + d + 1 < n; k++) {
            *line += s[k] == '\n';
            if (s[k] == ')' && s[k + d + 1] == '"' &&
                memcmp(s + k + 1, s + i + 1, d) == 0)
                return k + d + 2;
        }
        return n;
    }
    for (i++; i < n && s[i] != quote; i++) {
        if (s[i] == '\\' && i + 1 < n)
            *line += s[++i] == '\n';
        else if (s[i] == '\n')
            return i;
    }
    return i < n ? i + 1 : n;
}

bool string_prefix(const char *s, size_t at, size_t end, bool *raw)
{
    static const char *const all[] = {"L",  "u8",  "u",  "U", "R",
                                      "LR", "u8R", "uR", "UR"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i]) == end - at &&
            memcmp(all[i], s + at, end - at) == 0) {
            *raw = i >= 4;
            return s[end] == '"' || i < 4;
        }
    return false;
}

size_t skip_comment(const char *s, size_t n, size_t i, uint32_t *line)
{
    if (s[i + 1] == '/') {
        for (; i < n && s[i] != '\n'; i++)
            if (s[i] == '\\' && i + 1 < n && s[i + 1] == '\n') {
                i++;
                ++*line;
            }
        return i;
    }
    for (i += 2; i < n; i++) {
        *line += s[i] == '\n';
        if (s[i] == '*' && i + 1 < n && s[i + 1] == '/')
            return i + 2;
    }
    return n;
}

size_t skip_number(const char *s, size_t n, size_t i)
{
    for (i++; i < n; i++) {
        if (is_name_part((unsigned char)s[i]) || s[i] == '.')
            continue;
        if (s[i] == '\'' && i + 1 < n && is_name_part((unsigned char)s[i + 1]))
            continue;
        if ((s[i] == '+' || s[i] == '-') && strchr("eEpP", s[i - 1]))
            continue;
        break;
    }
    return i;
}

size_t skip_piece(const char *s, size_t n, size_t i, uint32_t *line)
{
    unsigned char c = (unsigned char)s[i];
    size_t at = i;
    bool raw = false;
    if (is_name_start(c)) {
        while (i < n && is_name_part((unsigned char)s[i]))
            i++;
        return i < n && s[i] == '"' && string_prefix(s, at, i, &raw) && raw
                   ? skip_quoted(s, n, i, true, line)
                   : i;
    }
    if (isdigit(c))
        return skip_number(s, n, i);
    if (c == '"' || c == '\'')
        return skip_quoted(s, n, i, false, line);
    return i + 1;
}

bool read_marker(const char *s, size_t n, size_t i, struct marker *m)
{
    while (i < n && (s[i] == '#' || s[i] == ' ' || s[i] == '\t'))
        i++;
    if (n - i > 5 && memcmp(s + i, "line ", 5) == 0)
        i += 5;
    if (i >= n || !isdigit((unsigned char)s[i]))
        return false;
    *m = (struct marker){0};
    for (; i < n && isdigit((unsigned char)s[i]); i++)
        m->line = m->line * 10 + (uint32_t)(s[i] - '0');
    while (i < n && s[i] == ' ')
        i++;
    if (i < n && s[i] == '"') {
        m->name = i++;
        while (i < n && s[i] != '"' && s[i] != '\n')
            i += s[i] == '\\' && i + 1 < n ? 2 : 1;
        if (i >= n || s[i] != '"')
            return false;
        m->length = ++i - m->name;
    }
    for (; i < n && s[i] != '\n'; i++)
        m->system = m->system || s[i] == '3';
    return true;
}
