/* guesses.c - see guesses.h. */
#include "judge/guesses.h"

#include <string.h>

#include "base/hints.h"
#include "base/said.h"

/* A call of one thread is wrong, and whatever is wrong with that is no race. As
 * for hints: command/next_hint.h. */
static bool wrong_alone(const struct judge_table *t)
{
    for (int i = 0; i < t->n; i++) {
        const struct finding *f = &t->check[i];

        if (f->kind == KIND_CORRECTNESS && f->status == STATUS_FAIL &&
            finding_is_alone(f))
            return true;
    }
    return t->said_again[AGAIN_ALONE] > 0;
}

/* A finding that has a line, and that makes values wrong; null: none. Memory
 * that is only lost does not. */
static const struct finding *known_cause(const struct judge_table *t)
{
    const bool alone = wrong_alone(t);

    for (int i = 0; i < t->n; i++) {
        const struct finding *f = &t->check[i];

        if (f->status == STATUS_FAIL && f->place.line > 0 &&
            ((f->kind == KIND_RACE && !alone) ||
             (f->kind == KIND_MEMORY && !t->left[i])))
            return f;
    }
    return NULL;
}

/* Take the words out of the message; whether they were there. */
static bool take_out(char *message, const char *words)
{
    char *at = *words ? strstr(message, words) : NULL;

    if (at)
        memmove(at, at + strlen(words), strlen(at + strlen(words)) + 1);
    return at != NULL;
}

/* What has been tried, and came out so each time, is no guess. But what a call
 * finds outside of its arrays is what earlier ones have left there. */
static bool is_seen(const struct judge_table *t, int check,
                    enum check_kind cause)
{
    return (t->said_again[AGAIN_LEFT] == check + 1 && cause == KIND_RACE) ||
           t->said_again[AGAIN_TEAM] == check + 1;
}

void guesses_leave_out(struct judge_table *t)
{
    const struct finding *cause = known_cause(t);
    bool said = false;

    for (int i = 0; i < t->n && cause; i++) {
        struct finding *f = &t->check[i];
        bool taken = false;

        if (f->status != STATUS_FAIL || f->kind != KIND_CORRECTNESS ||
            is_seen(t, i, cause->kind))
            continue;
        for (int k = 0; k < 2; k++)
            taken |= take_out(f->message, t->guess[i][k]);
        if (taken && !said)
            finding_add(f,
                        cause->kind == KIND_RACE ? SAY(mend_races_first)
                                                 : SAY(mend_memory_first),
                        cause->place.line);
        said |= taken;
    }
}

void guesses_name_line(struct judge_table *t)
{
    int line = 0;

    for (int i = 0; i < t->n && !line; i++)
        if (t->check[i].kind == KIND_MEMORY && !t->left[i] &&
            t->check[i].status == STATUS_FAIL)
            line = t->check[i].place.line;
    for (int i = 0; i < t->n && line > 0; i++)
        if (t->edge[i] && t->check[i].status == STATUS_FAIL)
            finding_add(&t->check[i], SAY(memory_check_names_line), line);
}
