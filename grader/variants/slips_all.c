/* slips_all.c - all kinds of mistakes, wherever they can be made. */
#include "variants/slips.h"

void slip_everywhere(struct maker *m)
{
    slip_statements(m);
    for (int i = 0; i < m->n; i++) {
        enum place_of place = m->t[i].place;

        if (place == PRAGMA && m->t[i].first) {
            int last = i;

            while (last + 1 < m->n && m->t[last + 1].place == PRAGMA &&
                   !m->t[last + 1].first)
                last++;
            slip_pragma(m, i, last);
        }
        if (place != CODE && place != DEFINE)
            continue;
        if (m->t[i].kind == TOKEN_NUMBER)
            slip_number(m, i);
        else if (m->t[i].kind == TOKEN_STRING && slip_length(m, i, i) > 2 &&
                 m->t[i].inner)
            slip_add(m, "text left out", i, i, "\"\"");
        else if (m->t[i].kind == TOKEN_NAME)
            slip_names(m, i);
        else
            slip_operators(m, i);
        slip_calls(m, i);
        if (is(m, i, "["))
            slip_subscript(m, i);
        if (is(m, i, "(") && i > 0)
            slip_parentheses(m, i);
    }
}
