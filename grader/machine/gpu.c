/* gpu.c - see gpu.h. */
#define _GNU_SOURCE /* usleep() */
#include "machine/gpu.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "machine/measure.h"

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

const char *gpu_architecture(void)
{
    static char known[16];
    int major, minor, found = 0;
    FILE *smi;

    if (*known)
        return known;
    smi = popen("nvidia-smi --query-gpu=compute_cap --format=csv,noheader "
                "2>/dev/null",
                "r");
    while (smi && fscanf(smi, "%d.%d", &major, &minor) == 2) {
        const int now = 10 * major + minor;

        found = found && found != now ? -1 : now;
    }
    if (smi)
        pclose(smi);
    snprintf(known, sizeof known, found > 0 ? "sm_%d" : "native", found);
    return known;
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
bool gpu_reading(struct gpu_rest *r, double seconds)
{
    const double quick = 0.5e-3;

    r->n++;
    r->slow += !(seconds < quick);
    r->in_a_row = seconds < quick ? r->in_a_row + 1 : 0;
    return r->in_a_row >= 2;
}

/* A few slow answers are our own: we were without a core. */
bool gpu_rested(const struct gpu_rest *r)
{
    return r->n >= 50 && r->slow * 50 <= r->n;
}

/* One reading, in seconds; 0 if something is wrong with the GPU: the copies
 * that follow will say what. */
static double probe(void)
{
    double begin = measure_now();

    if (cu.set_bytes(bell, 1, BELL_BYTES) || cu.synchronize())
        return 0;
    return measure_now() - begin;
}

bool gpu_settle(double seconds)
{
    struct gpu_rest r = {0};
    double end = measure_now() + seconds;

    while (!gpu_reading(&r, probe()))
        if (r.in_a_row == 0 && measure_now() > end)
            return false;
    return true;
}

bool gpu_stays_at_rest(double seconds)
{
    struct gpu_rest r = {0};
    double end = measure_now() + seconds;

    while (measure_now() < end) {
        gpu_reading(&r, probe());
        usleep(2000); /* about a slice: nobody's is overlooked */
    }
    return gpu_rested(&r);
}

enum gpu_user gpu_whose_work(bool called, bool rested_before, bool rests_after,
                             int round)
{
    if (!called || !rested_before || !rests_after)
        return GPU_OF_OTHERS;
    return round == 0 ? GPU_OF_SOMEBODY : GPU_OF_STUDENT;
}

/* ---- one grading on the GPU at a time ------------------------------------ */

/* No O_CREAT on a file that is there: in a folder that all may write to the
 * kernel refuses that for other users' files (fs.protected_regular). Whoever
 * may read it may lock it. */
static int open_lock(const char *path)
{
    const int how = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct stat st;
    int fd = -1;

    for (int tries = 0; fd < 0 && tries < 3; tries++) {
        fd = open(path, how);
        if (fd >= 0 || errno != ENOENT)
            break;
        fd = open(path, how | O_CREAT | O_EXCL, 0644);
        if (fd >= 0)
            fchmod(fd, 0644); /* if it cannot, it is ours alone */
        else if (errno != EEXIST)
            break;
    }
    if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
        close(fd); /* somebody's trap: do without */
        fd = -1;
    }
    return fd;
}

int gpu_lock_in(const char *folder, int how, double seconds)
{
    const char *device = getenv("CUDA_VISIBLE_DEVICES");
    char path[256];
    double end = measure_now() + seconds;

    int n = snprintf(path, sizeof path, "%s/labkit-gpu-%s.lock", folder,
                     device && *device ? device : "0");
    if (n < 0 || (size_t)n >= sizeof path)
        return GPU_LOCK_NONE;
    for (char *p = path + strlen(folder) + 1; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '-' && *p != '.')
            *p = '_';
    int fd = open_lock(path);
    if (fd < 0)
        return GPU_LOCK_NONE;
    while (flock(fd, how | LOCK_NB)) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            close(fd);
            return GPU_LOCK_NONE;
        }
        if (measure_now() > end) {
            close(fd);
            return GPU_LOCK_BUSY;
        }
        usleep(20000);
    }
    return fd;
}

/* Where all users may make files, and none may remove another's. Everybody here
 * comes to the same folder. */
int gpu_lock(int how, double seconds)
{
    static const char *const folders[] = {"/run/lock", "/tmp"};
    struct stat st;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (stat(folders[i], &st) == 0 && S_ISDIR(st.st_mode) &&
            (st.st_mode & 01777) == 01777)
            return gpu_lock_in(folders[i], how, seconds);
    return GPU_LOCK_NONE;
}
