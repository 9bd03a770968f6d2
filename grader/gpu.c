/* gpu.c - see gpu.h. */
#include "gpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"
#include "say.h"

/* The few functions of the driver that are needed, with its own types spelled
 * out: CUresult is an enum, CUdevice an int, CUcontext a pointer, CUdeviceptr
 * 64 bits wide. */
struct ipc_handle {
    unsigned char bytes[GPU_HANDLE];
};
static struct {
    int (*init)(unsigned flags);
    int (*device_get)(int *device, int number);
    int (*context_retain)(void **context, int device);
    int (*context_set)(void *context);
    int (*synchronize)(void);
    int (*alloc)(unsigned long long *address, size_t bytes);
    int (*release)(unsigned long long address);
    int (*to_device)(unsigned long long to, const void *from, size_t bytes);
    int (*to_host)(void *to, unsigned long long from, size_t bytes);
    int (*set_bytes)(unsigned long long at, unsigned char value, size_t bytes);
    int (*room)(size_t *left, size_t *all);
    int (*pin)(void *p, size_t bytes, unsigned flags);
    int (*get_handle)(struct ipc_handle *handle, unsigned long long address);
    int (*error_string)(int error, const char **text);
} cu;

static const struct {
    const char *name;
    void *where;
} needed[] = {
    {"cuInit", &cu.init},
    {"cuDeviceGet", &cu.device_get},
    {"cuDevicePrimaryCtxRetain", &cu.context_retain},
    {"cuCtxSetCurrent", &cu.context_set},
    {"cuCtxSynchronize", &cu.synchronize},
    {"cuMemAlloc_v2", &cu.alloc},
    {"cuMemFree_v2", &cu.release},
    {"cuMemcpyHtoD_v2", &cu.to_device},
    {"cuMemcpyDtoH_v2", &cu.to_host},
    {"cuMemsetD8_v2", &cu.set_bytes},
    {"cuMemGetInfo_v2", &cu.room},
    {"cuMemHostRegister_v2", &cu.pin},
    {"cuIpcGetMemHandle", &cu.get_handle},
    {"cuGetErrorString", &cu.error_string},
};

/* Memory that only we know of. */
enum { BELL_BYTES = 4096 };
static unsigned long long bell;

bool gpu_present(void)
{
    return access("/dev/nvidiactl", R_OK | W_OK) == 0;
}

bool gpu_find_tool(const char *name, char *path, size_t size)
{
    static const char usual[] = "/usr/local/cuda/bin:/usr/bin:/opt/cuda/bin";
    const char *lists[] = {getenv("PATH"), usual};

    for (int i = 0; i < 2; i++)
        for (const char *p = lists[i]; p && *p; p += *p == ':') {
            int n = (int)strcspn(p, ":");
            snprintf(path, size, "%.*s/%s", n, p, name);
            if (access(path, X_OK) == 0)
                return true;
            p += n;
        }
    *path = '\0';
    return false;
}

static const char *explain(int error)
{
    const char *text = NULL;

    if (error == 0)
        return NULL;
    if (cu.error_string)
        cu.error_string(error, &text);
    return text ? text : _("the driver reports an unknown error");
}

const char *gpu_start(void)
{
    static bool started;
    void *library, *context, *function;
    int error, device;

    if (started)
        return NULL;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
        return _("the driver's library libcuda.so.1 cannot be loaded");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        function = dlsym(library, needed[i].name);
        if (!function)
            return _("the driver is too old");
        memcpy(needed[i].where, &function, sizeof function);
    }
    error = cu.init(0);
    if (!error)
        error = cu.device_get(&device, 0);
    if (!error)
        error = cu.context_retain(&context, device);
    if (!error)
        error = cu.context_set(context);
    if (!error)
        error = cu.alloc(&bell, BELL_BYTES);
    started = !error;
    return explain(error);
}

const char *gpu_reserve(struct gpu_arena *a, size_t bytes)
{
    struct ipc_handle handle;
    size_t step = (size_t)16 << 20, room = 2 * a->bytes;
    int error = 0;

    if (a->address && a->bytes >= bytes)
        return NULL;
    if (room < bytes) /* else it grows in few steps */
        room = (bytes + step - 1) / step * step;
    if (a->address)
        error = cu.release(a->address);
    a->address = 0;
    if (!error)
        error = cu.alloc(&a->address, room);
    if (!error)
        error = cu.get_handle(&handle, a->address);
    if (error)
        return explain(error);
    memcpy(a->handle, handle.bytes, sizeof a->handle);
    a->bytes = room;
    return NULL;
}

const char *gpu_put(struct gpu_arena *a, size_t offset, const void *from,
                    size_t bytes)
{
    int error = cu.to_device(a->address + offset, from, bytes);

    /* small copies may return before they are done */
    return explain(error ? error : cu.synchronize());
}

const char *gpu_get(struct gpu_arena *a, size_t offset, void *to, size_t bytes)
{
    return explain(cu.to_host(to, a->address + offset, bytes));
}

const char *gpu_fill(struct gpu_arena *a, size_t offset, unsigned char value,
                     size_t bytes)
{
    int error = cu.set_bytes(a->address + offset, value, bytes);

    return explain(error ? error : cu.synchronize());
}

size_t gpu_room(void)
{
    size_t left = 0, all;

    return cu.room(&left, &all) ? 0 : left;
}

void gpu_pin(void *p, size_t bytes)
{
    cu.pin(p, bytes, 0); /* if it cannot, copies are slow, and that is all */
}

/*
 * A GPU works for one process at a time, in slices of about 2 ms. Seen on an
 * H200: setting a few bytes takes us 6 us; while a kernel of another process
 * is there, be it one warp that sleeps, it takes 2.2 ms or more, because we
 * wait for its slice to end. One quick answer can be luck, at the end of a
 * slice; after it the other has a whole one.
 */
bool gpu_settle(double seconds)
{
    const double quick = 0.5e-3;
    double now = measure_now(), end = now + seconds;
    int in_a_row = 0;

    while (in_a_row < 2) {
        double begin = now;
        if (in_a_row == 0 && begin > end)
            return false;
        if (cu.set_bytes(bell, 1, BELL_BYTES) || cu.synchronize())
            return true; /* the copies that follow will say what is wrong */
        now = measure_now();
        in_a_row = now - begin < quick ? in_a_row + 1 : 0;
    }
    return true;
}
