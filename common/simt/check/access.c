/*
 * access.c - what a group of lanes is about to touch: which objects, whether it
 * may, and then to those that count it (join.c) and remember it (shadow.c).
 *
 * What always holds: check_request is the one that is looked at now, or was
 * last; it belongs to the thread that runs the kernel.
 */
#include "check/lanes.h"
#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>

static inline bool inside(const struct object *o, uintptr_t address,
                          unsigned bytes)
{
    const uintptr_t offset = address - (uintptr_t)o->base;

    return offset < o->bytes && o->bytes - offset >= bytes;
}

int check_device;

static bool on_another_device(const struct object *o)
{
    const struct simt_allocation *a = o->allocation;

    return a && a->space == SIMT_DEVICE_MEMORY && a->device != check_device &&
           !simt_reaches(check_device, a->device);
}

static void bad_access(struct warp *w, int lane, struct object *o,
                       enum space space, uintptr_t address, unsigned bytes)
{
    struct check_finding f = {
        .at = party_of(w, lane),
        .object = o,
        .space = space,
        .has_space = true,
        .element = bytes,
    };
    int error = cudaErrorIllegalAddress;

    if (check_report_beyonds(w, lane))
        return;
    f.at.bytes = bytes;
    if (w->lane[lane].op & OP_WHOLE)
        f.element = (unsigned)w->lane[lane].length;
    if (o)
        f.offset = (int64_t)(address - (uintptr_t)o->base);
    if (!o && space == SPACE_HOST) {
        f.kind = SIMT_KIND_DEVICE_ACCESS;
        f.object = shadow_host_variable(address);
        if (f.object)
            f.offset = (int64_t)(address - (uintptr_t)f.object->base);
        if (address < 65536)
            f.text = "null pointer";
    } else if (!o && space == SPACE_LOCAL) {
        f.kind = SIMT_KIND_OTHER_LOCAL;
    } else if (!o) {
        f.kind = SIMT_KIND_OUT_OF_BOUNDS;
    } else if (o->allocation && !o->allocation->live) {
        f.kind = SIMT_KIND_USE_AFTER_FREE;
    } else if (!inside(o, address, bytes)) {
        f.kind = SIMT_KIND_OUT_OF_BOUNDS;
    } else if (on_another_device(o)) {
        f.kind = SIMT_KIND_DEVICE_ACCESS;
        f.text = "another device";
    } else if (address % bytes) {
        f.kind = SIMT_KIND_MISALIGNED;
        error = cudaErrorMisalignedAddress;
    } else {
        f.kind = SIMT_KIND_READ_ONLY;
    }
    report_finding(&f);
    check_stop(error);
}

/* The address of an access, or of its piece `skip` bytes on. */
static inline uintptr_t address_of(const struct warp_request *r, int i,
                                   size_t skip)
{
    return r->warp->lane[r->lane[i]].address + skip;
}

/* Find the object that the first lane's address lies in. Out of bounds: name
 * what the lanes beside it are in, or what this line was in before, rather
 * than what happens to be near. */
static struct object *find_object(const struct warp_request *r, size_t skip)
{
    const uintptr_t a = address_of(r, 0, skip);
    struct object *o = NULL, *found;
    enum space space, ignored;

    found = shadow_object(a, &space);
    if (found && inside(found, a, r->bytes)) {
        if (!found->allocation || found->allocation->live)
            return r->site->object = found;
    } else {
        for (int i = 1; i < r->n && !o; i++) {
            o = shadow_object(address_of(r, i, skip), &ignored);
            if (o && !inside(o, address_of(r, i, skip), r->bytes))
                o = NULL;
        }
        if (!o)
            o = r->site->object;
        if (o && a - (uintptr_t)o->base + 65536 < o->bytes + 131072)
            found = o;
    }
    bad_access(r->warp, r->lane[0], found, found ? found->space : space, a,
               r->bytes);
    return NULL;
}

/* The lanes of r whose accesses lie in the first one's object stay; returns
 * the others, or -1 after a bad access. */
static int64_t one_object(struct warp_request *r, size_t skip)
{
    struct object *o = r->site->object;
    const unsigned bytes = r->bytes;
    uintptr_t together = 0, same = 0, row = 0, base, last;
    uint32_t rest = 0;
    int n = 0;

    if (!o || (o->allocation && !o->allocation->live) ||
        !inside(o, address_of(r, 0, skip), bytes)) {
        o = find_object(r, skip);
        if (!o)
            return -1;
    }
    base = (uintptr_t)o->base;
    last = o->bytes - bytes;
    for (int i = 0; i < r->n; i++) {
        const uintptr_t offset = address_of(r, i, skip) - base;

        if (__builtin_expect(offset > last, 0)) {
            rest |= 1u << r->lane[i];
            continue;
        }
        r->lane[n] = r->lane[i];
        r->offset[n] = offset;
        together |= offset;
        same |= offset ^ r->offset[0];
        row |= offset ^ (r->offset[0] + (unsigned)n * bytes);
        n++;
    }
    r->n = n;
    r->mask &= ~rest;
    r->object = o;
    r->pattern = !same ? SAME : !row ? ROW : SCATTERED;
    if (on_another_device(o)) {
        bad_access(r->warp, r->lane[0], o, o->space, base + r->offset[0],
                   bytes);
        return -1;
    }
    if ((together | base) & (bytes - 1)) {
        for (int i = 0; i < n; i++)
            if ((base + r->offset[i]) % bytes) {
                bad_access(r->warp, r->lane[i], o, o->space,
                           base + r->offset[i], bytes);
                return -1;
            }
    }
    if ((r->op & OP_KIND) != OP_READ &&
        (o->space == SPACE_CONSTANT ||
         (o->allocation && o->allocation->read_only))) {
        bad_access(r->warp, r->lane[0], o, o->space, base + r->offset[0],
                   bytes);
        return -1;
    }
    return rest;
}

struct warp_request check_request;
bool check_one_by_one; /* the written values matter */

static void fill_lanes(struct warp_request *r, uint32_t mask)
{
    r->mask = mask;
    r->n = 0;
    for (uint32_t m = mask; m; m &= m - 1)
        r->lane[r->n++] = (unsigned char)__builtin_ctz(m);
}

/* Lanes look up virtual functions, of an object that the host has made. */
static bool calls_of_host(const struct warp_request *r)
{
    for (int i = 0; i < r->n; i++) {
        struct check_finding f = {.kind = SIMT_KIND_DEVICE_ACCESS,
                                  .at = party_of(r->warp, r->lane[i]),
                                  .object = r->object,
                                  .space = r->object->space,
                                  .has_space = true,
                                  .offset = (int64_t)r->offset[i],
                                  .element = r->bytes,
                                  .text = "virtual functions"};

        if (!shadow_is_host_virtual(r->object, r->offset[i]))
            continue;
        report_finding(&f);
        check_stop(cudaErrorIllegalAddress);
        return true;
    }
    return false;
}

static void look_at(struct warp_request *r, size_t skip)
{
    uint32_t mask = r->mask;

    for (;;) {
        int64_t rest = one_object(r, skip);

        if (rest < 0)
            return;
        join_request(r);
        if (r->warp->has_beyond)
            check_see_beyond(r);
        if (shadow_has_virtual && r->bytes == sizeof(uintptr_t) &&
            (r->op & (OP_KIND | OP_RANGE | OP_VOLATILE)) == OP_READ &&
            calls_of_host(r))
            return;
        if (r->object->space == SPACE_GLOBAL ||
            r->object->space == SPACE_SHARED) {
            if ((r->op & OP_KIND) == OP_READ)
                shadow_read(r);
            else if (shadow_write(r))
                check_one_by_one = true;
        }
        if (!rest)
            break;
        /* Pointers into different objects at once. The questions about
         * values are only kept for the last. */
        if (check_one_by_one)
            shadow_forget(r);
        check_one_by_one = false;
        fill_lanes(r, (uint32_t)rest);
    }
    r->mask = mask;
}

/* Structures and memcpy(): as many accesses as nvcc would make of it, which
 * knows of types only how they are aligned. */
static void look_at_range(struct warp_request *r)
{
    const struct warp *w = r->warp;
    const uint32_t mask = r->mask;
    uintptr_t together = 0;
    size_t longest = 0;

    for (int i = 0; i < r->n; i++) {
        const int lane = r->lane[i];

        together |= w->lane[lane].address | w->lane[lane].length;
        if (w->lane[lane].length > longest)
            longest = w->lane[lane].length;
    }
    r->bytes = together % 4 ? 1 : 4;
    if (together % 16 == 0 && join_vector() == 16)
        r->bytes = 16;
    else if (together % 8 == 0 && (longest == 8 || longest % 16 == 0))
        r->bytes = 8;
    r->site = site_of(w->lane[r->lane[0]].site, r->op, r->bytes);
    for (size_t at = 0; at < longest && !check_stopping; at += r->bytes) {
        uint32_t some = 0;

        for (int lane = 0; lane < 32; lane++)
            if (mask >> lane & 1 && at < w->lane[lane].length)
                some |= 1u << lane;
        fill_lanes(r, some);
        look_at(r, at);
    }
    check_one_by_one = false;
}

void check_look_at_group(struct warp *w, uint32_t group)
{
    struct warp_request *r = &check_request;
    const int first = w->chain[0];
    const uint32_t op = w->lane[first].op;

    r->warp = w;
    r->op = op;
    r->mask = group;
    r->n = __builtin_popcount(group);
    memcpy(r->lane, w->chain, sizeof r->lane);
    if (op & OP_RANGE) {
        look_at_range(r);
        return;
    }
    r->bytes = op >> OP_BYTES;
    r->site = site_of(w->lane[first].site, op, r->bytes);
    look_at(r, 0);
}

bool check_access(struct warp_request *r, struct warp *w, uint32_t mask,
                  uint32_t op, unsigned bytes)
{
    bool asked;

    fill_lanes(r, mask);
    r->warp = w;
    r->op = op;
    r->bytes = bytes;
    for (int i = 0; i < r->n; i++)
        w->lane[r->lane[i]].op = op | bytes << OP_BYTES;
    r->site = site_of(w->lane[r->lane[0]].site, op, bytes);
    check_one_by_one = false;
    look_at(r, 0);
    asked = check_one_by_one;
    check_one_by_one = false;
    return asked && !check_stopping;
}
