/* form_names.c - other names for all that a text declares. */
#include "variants/form.h"

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "variants/declared.h"

/* Does the word stand anywhere? */
static bool is_used(const struct tokens *s, const char *word)
{
    return has(s, 0, s->n - 1, word);
}

/* A word that nothing here has for a name yet; `with` is a list of words. */
static void new_name(struct rewrite *w, int *taken, uint64_t *seed, char *name,
                     size_t size)
{
    struct tokens list;
    int n = 0, at, rounds;

    tokens_read(&list, w->with);
    for (int k = 0; k < list.n; k++)
        n += list.t[k].kind == TOKEN_NAME;
    at = *taken ? *taken : n + (int)(random_next(seed) % (unsigned)n);
    do {
        int k = 0;

        rounds = at / n;
        for (int left = at % n; left > 0 || list.t[k].kind != TOKEN_NAME; k++)
            left -= list.t[k].kind == TOKEN_NAME;
        snprintf(name, size, "%.*s", (int)list.t[k].length, list.t[k].at);
        if (rounds > 1)
            snprintf(name + strlen(name), size - strlen(name), "%d", rounds);
        at++;
    } while (is_used(&w->s, name) || is_used(&w->contract, name));
    *taken = at;
    tokens_free(&list);
}

/* Every name that is declared here, and not by the contract, gets another. */
static void rename_all(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct names ours, theirs;
    uint64_t seed = w->seed;
    int taken = 0, depth = 0;
    bool pragma = false;
    char name[NAMES_MAX][400];

    names_find(s, &ours, false);
    names_find(&w->contract, &theirs, true);
    for (int i = 0; i < ours.n; i++) {
        const struct token *t = &s->t[ours.at[i]];

        name[i][0] = 0;
        if (names_with(s, &ours, t, false) == t && /* the first of its name */
            !token_is(t, "main") &&
            !names_with(&w->contract, &theirs, t, false))
            new_name(w, &taken, &seed, name[i], sizeof name[i]);
    }
    for (int k = 0; k < s->n; k++) {
        int before = tokens_last(s, k);
        bool member = is(s, before, ".") || is(s, before, "->");
        const struct token *t;

        if (is(s, k, "#"))
            pragma = is(s, tokens_next(s, k), "pragma");
        depth = s->t[k].directive ? depth + is(s, k, "(") - is(s, k, ")") : 0;
        /* `omp for`: no names of ours outside of a clause's brackets */
        if (!is_name(s, k) || (s->t[k].directive && pragma && depth == 0))
            continue;
        t = names_with(s, &ours, &s->t[k], member);
        for (int i = 0; t && i < ours.n; i++)
            if (name[i][0] && token_same(t, &s->t[ours.at[i]]))
                token_put(&s->t[k], TOKEN_INSTEAD, "%s", name[i]);
    }
}

const struct rewriting forms_of_names[] = {
    {"chinese", REWRITES_BOTH, rename_all, 0,
     "和 数组 线程 块 长度 下标 部分和 核函数 行 列 结果 临时 起点 终点 步长 "
     "计数 矩阵 向量 共享 全局 锁 解锁 n数 数n 左 右 宽度 高度 é ß щ π"},
    {"kit-words", REWRITES_BOTH, rename_all, 0,
     "reduction min_reduction end check judge atomic barrier critical single "
     "master section task ordered flush lane warp site report runner seed "
     "arena grade finding race memory traffic speed poison shadow fiber launch "
     "kernel block grid shared global device host student secret clean mark "
     "parallel num_threads nowait schedule collapse threads hook fast request"},
    {"capitals", REWRITES_BOTH, rename_all, 0,
     "N A S T B M K X Y Z D F G H P Q R U V W L J O C E NN AA BB N_ S_ T_"},
    {"short-words", REWRITES_BOTH, rename_all, 0,
     "sum cnt tmp len ptr idx res ans buf val cur last mid lo hi flag go step_ "
     "part my all total one two half0 first0 rest data size begin next prev"},
    {"library-words", REWRITES_BOTH, rename_all, 0,
     "list array vector map set hash byte distance move copy fill swap_ left "
     "right plus minus fmin_ y0_ index_ rows_ columns pitch width height depth "
     "offset stride tile mask vote shuffle sector bank cache line word bits"},
    {"underscores", REWRITES_BOTH, rename_all, 0,
     "a_ b_ _c d__ e_1 x_y_z i0 i1 i2 i3 O0 l1 ll1 lll Il1 a1b2 z9 _0 _1 _2"},
    {"long-names", REWRITES_BOTH, rename_all, 0,
     "a_name_of_a_hundred_letters_which_is_more_than_most_people_ever_write_"
     "but_some_do_and_nothing_forbids_it "
     "another_name_that_is_just_as_long_so_that_there_are_two_of_them_which_"
     "begin_and_end_otherwise_0123456789"},
    {0},
};
