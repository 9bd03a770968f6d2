/*
 * walk.h - through the tokens of a text, from the first to the last, knowing
 * the scope that each is in.
 *
 * There are two walks. The first one collects what names mean, and writes
 * nothing; the second one rewrites and refuses. What a scope is, is decided by
 * the words before its opening brace.
 */
#ifndef COMPILER_WALK_H
#define COMPILER_WALK_H

#include "compiler/unit.h"

enum scope_kind { IN_NAMESPACE, IN_CLASS, IN_FUNCTION };

/* What stands before the token in hand, since the last ; { or }. */
struct head {
    uint32_t start;
    uint32_t paren; /* the ( of a function's parameters, 0: none yet */
    bool names, type, c_linkage, device, host, global, control,
        other;
    bool template, pack, operator;
    int needed;
    uint32_t bounds; /* the ( of __launch_bounds__, 0: none */
};

struct scope {
    enum scope_kind kind;
    bool device, in_switch;
    bool kernel;      /* a kernel's body, or within it */
    bool host;        /* in device code: __host__ as well */
    bool quiet;       /* ... : nvcc may never look at it, nor do we */
    bool constant;    /* ... : constexpr */
    int turn;         /* ... : "continue" jumps to this label; 0: as it is */
    bool body;        /* ... : the loop's body begins here */
    bool member;      /* ... : of a class */
    bool template;    /* a class template */
    bool hidden;      /* a namespace without a name */
    bool strict;      /* arrays of variable size are errors up to the brace */
    uint32_t space;   /* which namespace: a hash of the names */
    size_t shared_sizes; /* how long the unit's were before it */
    uint32_t parens;  /* of the scope around this one */
    struct head head; /* ... and its head, if the text goes on after } */
};

struct walk {
    struct unit *u;
    bool rewrite; /* the second walk */
    struct scope *scopes;
    uint32_t depth, room; /* scopes[0..depth] */
    uint32_t parens;
    struct head head;
    uint32_t function; /* how many functions have begun */
    int turn;          /* the label of the next loop's body, 0: none */
    bool turn_begins;  /* with this { */
    uint32_t meets, meets_end; /* around a condition: see meet_behind() */
};

/* u->failed if memory runs out. */
void walk(struct unit *u, bool rewrite);

#endif
