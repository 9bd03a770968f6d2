/*
 * device_list.c - see device_list.h.
 *
 * What always holds: `current` belongs to each thread of the host, and `reach`
 * to the program; neither is set but to a device that is there.
 */
#include "base/device_list.h"
#include "base/state.h"

#include <stdio.h>
#include <stdlib.h>

static __thread int current;
static bool reach[SIMT_DEVICES_MAX][SIMT_DEVICES_MAX];

int simt_device_count(void)
{
    static int count;

    if (!count) {
        const char *text = getenv("SIMT_DEVICES");
        int n = text ? atoi(text) : 1;

        count = n < 1 ? 1 : n > SIMT_DEVICES_MAX ? SIMT_DEVICES_MAX : n;
    }
    return count;
}

bool simt_is_small(int device)
{
    return device == 1;
}

int simt_device(void)
{
    return current;
}

void simt_set_device(int device)
{
    current = device;
}

bool simt_is_device(int device)
{
    return device >= 0 && device < simt_device_count();
}

bool simt_reaches(int device, int peer)
{
    return device == peer || reach[device][peer];
}

void simt_set_reach(int device, int peer, bool reaches)
{
    reach[device][peer] = reaches;
}

bool simt_made_up(struct simt_figures *f, int device)
{
    const char *text = getenv("SIMT_FIGURES");

    return text && device == 0 &&
           sscanf(text, "%d %d %d %d %d %d %zu %d %d %d %255[^\n]", &f->sms,
                  &f->clock, &f->memory_clock, &f->bus, &f->major, &f->minor,
                  &f->memory, &f->shared, &f->threads, &f->warp, f->name) == 11;
}

size_t simt_device_memory(int device)
{
    const char *bytes = getenv("SIMT_MEMORY");
    const char *mask = getenv("SIMT_MEMORY_DEVICES");
    struct simt_figures f;

    if (simt_made_up(&f, device))
        return f.memory;
    return bytes && (mask ? simt_has_bit(mask, device) : simt_refuses(device))
               ? strtoull(bytes, NULL, 10)
               : (size_t)(simt_is_small(device) ? 2 : 4) << 30;
}

size_t simt_shared_per_sm(int device)
{
    return (simt_is_small(device) ? 64 : 164) << 10;
}

int simt_shared_optin(int device)
{
    return simt_is_small(device) ? SIMT_SHARED_DEFAULT : 163 << 10;
}
