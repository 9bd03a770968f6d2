/* refusals.c - see refusals.h. */
#define _GNU_SOURCE
#include "judge/refusals.h"

#include <stdio.h>

#include "reports/simt_report.h"

static struct sandbox_options next; /* of which only what is said here counts */
static char figures[400];           /* judge_made_up_device(); "": as always */
static char refused[60];            /* what is, in words */

void refusals_take(struct sandbox_options *o)
{
    o->no_launches = next.no_launches;
    o->no_launch = next.no_launch;
    o->no_copy = next.no_copy;
    o->no_memory = next.no_memory;
    o->refusal = next.refusal;
    o->no_kernel = next.no_kernel;
    o->no_query = next.no_query;
    o->memory = next.memory;
    o->refusing = next.refusing;
    o->short_of = next.short_of;
    o->devices = next.devices;
    o->figures = *figures ? figures : NULL;
    student.made_up = o->figures || o->memory || o->devices;
    next = (struct sandbox_options){0};
    student.refuses = o->no_launches || o->no_launch || o->no_copy ||
                      o->no_memory || o->no_kernel || o->no_query;
}

enum {
    QUERY_REFUSED = 1,  /* cudaErrorInvalidValue */
    OUT_OF_MEMORY = 2,  /* cudaErrorMemoryAllocation */
    KERNEL_BROKEN = 719 /* cudaErrorLaunchFailure */
};

static int drawn(const int *errors, int n)
{
    next.refusal = errors[judge_between(0, n - 1)];
    return next.refusal;
}

/* cudaErrorLaunchOutOfResources, -NoKernelImageForDevice, -DevicesUnavailable,
 * -InvalidDeviceFunction */
static int launch_refused(void)
{
    static const int errors[] = {701, 209, 46, 98};

    return drawn(errors, 4);
}

/* cudaErrorInvalidValue, -InvalidResourceHandle, -OperatingSystem */
static int copy_refused(void)
{
    static const int errors[] = {1, 400, 304};

    return drawn(errors, 3);
}

int judge_refuse(int k)
{
    next.no_launches = k == 0;
    next.no_copy = k > 0 ? k : 0;
    next.no_memory = k < 0 ? -k : 0;
    if (k < 0)
        said_put(refused, sizeof refused, SAY(part_allocation_number), -k);
    else if (k == 0)
        said_put(refused, sizeof refused, "%s", SAY(part_launch));
    else
        said_put(refused, sizeof refused, SAY(part_copy_or_memset_number), k);
    return k < 0 ? OUT_OF_MEMORY : k == 0 ? launch_refused() : copy_refused();
}

int judge_refuse_launch(int k)
{
    next.no_launch = k;
    said_put(refused, sizeof refused, SAY(part_launch_number), k);
    return launch_refused();
}

int judge_break_kernel(int k)
{
    next.no_kernel = k;
    return KERNEL_BROKEN;
}

int judge_refuse_query(int k)
{
    next.no_query = k;
    said_put(refused, sizeof refused, SAY(part_query_number), k);
    return QUERY_REFUSED;
}

const char *judge_refused(void)
{
    return refused;
}

void judge_made_up_device(const struct judge_device *d)
{
    snprintf(figures, sizeof figures, "%d %d %d %d %d %d %zu %d %d %d %s",
             d->sms, d->clock_khz, d->memory_clock_khz, d->bus_width_bits,
             d->major, d->minor, d->memory_bytes, d->shared_per_block,
             d->max_threads_per_block, d->warp_size, d->name);
}

void judge_device_memory(int64_t bytes)
{
    ck_assert_msg(bytes > 0, "judge_device_memory(0) would not be a limit");
    next.memory = bytes;
}

void judge_devices(int n)
{
    ck_assert_msg(n >= 1 && n <= SIMT_DEVICES, "judge_devices(%d)", n);
    next.devices = n;
}

void judge_refusing_devices(unsigned devices)
{
    ck_assert_msg(devices, "judge_refusing_devices(0) would be all of them");
    next.refusing = devices;
}

void judge_memory_devices(unsigned devices)
{
    ck_assert_msg(devices, "judge_memory_devices(0) would be all of them");
    next.short_of = devices;
}
