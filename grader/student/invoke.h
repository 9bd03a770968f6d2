/*
 * invoke.h - call a function whose types are known only at run time, through
 * libffi. Used by the runner on the student's functions and by the judge's
 * own trusted process, so that both are timed on the same path.
 */
#ifndef INVOKE_H
#define INVOKE_H

#include <dlfcn.h>
#include <ffi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "student/protocol.h"

union cell {
    int32_t i32;
    int64_t i64;
    size_t size;
    double f64;
    void *p;
    ffi_arg wide; /* libffi widens small integers to this when returning */
};

static ffi_type *ffi_of(int32_t type)
{
    switch (type) {
    case T_I32:
        return &ffi_type_sint32;
    case T_I64:
        return &ffi_type_sint64;
    case T_SIZE:
        return sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
    case T_F64:
        return &ffi_type_double;
    case T_PTR:
    case T_DEVICE:
    case T_FUNC:
        return &ffi_type_pointer;
    default:
        return &ffi_type_void;
    }
}

/* A function by name; null, with the reply saying so, if there is none. */
static void *find_function(const char *name, struct reply *reply)
{
    void *f = dlsym(RTLD_DEFAULT, name);

    if (!f) {
        reply->type = REPLY_NO_FUNCTION;
        snprintf(reply->name, sizeof reply->name, "%s", name);
    }
    return f;
}

/* Call f with the request's arguments; arena[] is indexed by enum region; what
 * it returns is the reply's `got`. */
static void invoke(void *f, const struct request *r,
                   char *const arena[REGION_COUNT], struct reply *reply,
                   struct wire_result *got)
{
    ffi_cif cif;
    ffi_type *types[MAX_ARGS];
    union cell cells[MAX_ARGS], result = {0};
    void *pointers[MAX_ARGS];

    for (int i = 0; i < r->n_args; i++) {
        const struct wire_value *v = &r->arg[i];
        types[i] = ffi_of(v->type);
        pointers[i] = &cells[i];
        switch (v->type) {
        case T_I32:
            cells[i].i32 = (int32_t)v->i;
            break;
        case T_I64:
            cells[i].i64 = v->i;
            break;
        case T_SIZE:
            cells[i].size = (size_t)v->i;
            break;
        case T_F64:
            cells[i].f64 = v->d;
            break;
        case T_PTR:
        case T_DEVICE:
            cells[i].p =
                v->region == REGION_NULL ? NULL : arena[v->region] + v->i;
            break;
        case T_FUNC:
            cells[i].p = find_function(v->name, reply);
            if (!cells[i].p)
                return;
            break;
        }
    }
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)r->n_args,
                     ffi_of(r->returns), types) != FFI_OK)
        return; /* the reply stays what it was: not REPLY_DONE */
    ffi_call(&cif, FFI_FN(f), &result, pointers);

    reply->type = REPLY_DONE;
    if (r->returns == T_F64)
        got->d = result.f64;
    else if (r->returns == T_I32)
        got->i = (int32_t)result.wide;
    else
        got->i = result.i64;
}

#endif
