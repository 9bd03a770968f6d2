/*
 * count.cu - how many pairs of rows are found, by all devices, strip by strip.
 *
 * The rows are sorted by power, those of one number (power 0) first: these are
 * found with none, so the table begins behind them. It is a triangle: row i has
 * a pair with each later row. A part is a piece of it from one row to another,
 * and so is a strip of a part. The shares are equal in pairs; the cuts lie
 * where lab 56's product() likes them, at multiples of the rows that a block
 * takes.
 *
 * Each device has a thread of its own, which takes the next strip that nobody
 * has. What a device does not finish, because it fails, is free again for the
 * others. They wait until all strips are done, since one may come back. The
 * main thread looks at the clock only.
 */
#include "spearman.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <unistd.h>

#include "product.h"
#include "table.h"

enum {
    BLOCK_ROWS = 512, /* of product() */
    MOST_STRIPS = 256 /* a part's; at 10 million rows 0.04 s each on an H200 */
};

/* ---- who does what ------------------------------------------------------- */

/* How many pairs the rows before this one have, of m rows. */
static long long pairs_before(int m, long long row)
{
    return row * (2LL * m - row - 1) / 2;
}

/* k of `of` equal shares of so many pairs; the product of all would not fit. */
static long long shares(long long pairs, int k, int of)
{
    return pairs / of * k + pairs % of * k / of;
}

/* The first row that may be a cut and has so many pairs before it. */
static int cut(int m, long long pairs)
{
    int low = 0, high = (m + BLOCK_ROWS - 1) / BLOCK_ROWS;

    while (low < high) {
        const int middle = low + (high - low) / 2;

        if (pairs_before(m, (long long)middle * BLOCK_ROWS) < pairs)
            low = middle + 1;
        else
            high = middle;
    }
    return low < (m + BLOCK_ROWS - 1) / BLOCK_ROWS ? low * BLOCK_ROWS : m;
}

/* Strip s has the rows first[s] .. first[s + 1] - 1 of m. */
struct plan {
    int m, strips;
    int first[MOST_STRIPS + 1];
};

static struct plan make_plan(int m, int part, int parts)
{
    struct plan p = {m, 0, {}};
    const long long all = pairs_before(m, m);
    const int begin = cut(m, shares(all, part - 1, parts));
    const int end = cut(m, shares(all, part, parts));
    const long long before = pairs_before(m, begin);
    const int blocks = (end - begin + BLOCK_ROWS - 1) / BLOCK_ROWS;

    p.strips = blocks < MOST_STRIPS ? blocks : MOST_STRIPS;
    for (int s = 0; s <= p.strips; s++)
        p.first[s] = cut(m, before + shares(pairs_before(m, end) - before, s,
                                            p.strips > 0 ? p.strips : 1));
    return p;
}

static long long pairs_of_strip(const struct plan *p, int s)
{
    return pairs_before(p->m, p->first[s + 1]) -
           pairs_before(p->m, p->first[s]);
}

/* ---- the devices at work ------------------------------------------------- */

enum strip_state { FREE, TAKEN, DONE };

/* What a device has done, for the report at the end. */
struct share {
    double table, strips; /* seconds: until it has all rows, and from then on */
    int done;             /* strips */
};

struct job {
    const struct rows *rows;
    const int *place; /* of each row in the table */
    const struct plan *plan;
    struct share *share; /* of each device: its thread writes it */
    /* From here on, only for who has the lock. */
    std::mutex lock;
    std::condition_variable changed;
    struct progress progress;
    strip_state state[MOST_STRIPS];
    int free, taken; /* strips */
    int working;     /* devices */
    int error;       /* of the file of the progress: everybody ends */
    long long compared;
};

/* The next strip for a device; -1 if there is none, and none can come back. */
static int take_strip(struct job *job)
{
    std::unique_lock<std::mutex> locked(job->lock);

    while (job->free == 0 && job->taken > 0 && job->error == 0)
        job->changed.wait(locked);
    if (job->free == 0 || job->error != 0)
        return -1;
    int s = 0;
    while (job->state[s] != FREE)
        s++;
    job->state[s] = TAKEN;
    job->free--;
    job->taken++;
    return s;
}

static void give_back(struct job *job, int s)
{
    std::lock_guard<std::mutex> locked(job->lock);

    job->state[s] = FREE;
    job->free++;
    job->taken--;
    job->changed.notify_all();
}

static void strip_done(struct job *job, int s, long long found)
{
    std::lock_guard<std::mutex> locked(job->lock);
    const int error = add_progress(&job->progress, s, found);

    if (job->error == 0)
        job->error = error;
    job->state[s] = DONE;
    job->taken--;
    job->compared += pairs_of_strip(job->plan, s);
    job->changed.notify_all();
}

static cudaError_t count_strip(const struct job *job,
                               const struct device_table *d, int s,
                               unsigned long long *d_found, long long *found)
{
    const struct plan *p = job->plan;
    const int rows_before = job->rows->n - p->m; /* those of power 0 */
    unsigned long long got = 0;
    cudaError_t error = (cudaError_t)product(
        d->rank, d->power, job->rows->n, rows_before + p->first[s],
        p->first[s + 1] - p->first[s], d_found);

    if (error == cudaSuccess)
        error = cudaMemcpy(&got, d_found, sizeof got, cudaMemcpyDeviceToHost);
    *found = (long long)got;
    return error;
}

/* The thread of a device. */
static void work(struct job *job, int device)
{
    struct device_table d = {};
    struct share *mine = &job->share[device];
    unsigned long long *d_found = NULL;
    const double began = seconds();
    cudaError_t error = cudaSetDevice(device);

    if (error == cudaSuccess)
        error = make_table(job->rows, job->place, &d);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_found, sizeof *d_found);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize(); /* for the clock alone */
    mine->table = seconds() - began;
    while (error == cudaSuccess) {
        const int s = take_strip(job);
        long long found;

        if (s < 0)
            break;
        error = count_strip(job, &d, s, d_found, &found);
        if (error == cudaSuccess) {
            strip_done(job, s, found);
            mine->done++;
            mine->strips = seconds() - began - mine->table;
        } else {
            give_back(job, s);
        }
    }
    if (error != cudaSuccess)
        fprintf(stderr, "%sspearman: device %d fails: %s\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "", device,
                cudaGetErrorString(error));
    free_table(&d);
    cudaFree(d_found);

    std::lock_guard<std::mutex> locked(job->lock);
    job->working--;
    job->changed.notify_all();
}

/* One line for a terminal, for `pairs` done in so many seconds. */
static void show(const struct job *job, long long pairs, double took,
                 long long all)
{
    const double rate = (double)pairs / took;

    fprintf(stderr, "\r\033[K%5.1f %%   %.2e pairs/s",
            100.0 * (double)job->compared / (double)all, rate);
    if (pairs > 0) {
        const long long left =
            (long long)((double)(all - job->compared) / rate) + 1;

        fprintf(stderr, "   %lld:%02lld:%02lld left", left / 3600,
                left / 60 % 60, left % 60);
    }
    fflush(stderr);
}

/* Until all strips are done or nobody is left to do them. Returns how many are
 * not done. */
static int do_strips(struct job *job, int devices, long long all)
{
    std::thread *thread = new std::thread[devices];
    const bool terminal = isatty(STDERR_FILENO);
    const long long before = job->compared;
    const double began = seconds();

    job->working = devices;
    for (int device = 0; device < devices; device++)
        thread[device] = std::thread(work, job, device);
    {
        std::unique_lock<std::mutex> locked(job->lock);

        while (!job->changed.wait_for(locked, std::chrono::seconds(1),
                                      [job] { return job->working == 0; })) {
            const int error = keep_progress(&job->progress);

            if (job->error == 0)
                job->error = error;
            if (terminal)
                show(job, job->compared - before, seconds() - began, all);
        }
    }
    for (int device = 0; device < devices; device++)
        thread[device].join();
    delete[] thread;
    if (terminal)
        fputs("\r\033[K", stderr);
    return job->free + job->taken;
}

static void say_shares(const struct share *share, int devices)
{
    for (int d = 0; devices > 1 && d < devices; d++)
        fprintf(stderr,
                "spearman: device %d: %.2f s until it had all rows, then %d "
                "strips in %.2f s\n",
                d, share[d].table, share[d].done, share[d].strips);
}

/* ---- all of it ----------------------------------------------------------- */

void count(const char *file, const char *result, int devices, int part,
           int parts)
{
    const double began = seconds();

    devices = devices_to_use(devices);
    struct rows rows = read_file(file);
    const double was_read = seconds();
    struct result todo = {rows.hash, rows.n, 0, part, parts, 0, 0};
    if (is_counted(result, &todo)) {
        fprintf(stderr,
                "spearman: %s is there already, of the same rows and part. "
                "Remove it to count them once more\n",
                result);
        printf("%s: %lld pairs are found\n", result, todo.found);
        free(rows.x);
        return;
    }
    int *power = powers_of_rows(&rows, devices);
    int *place = places_by_power(power, rows.n, &todo.constant);
    free(power);
    const double sorted = seconds();

    const struct plan plan = make_plan(rows.n - todo.constant, part, parts);
    struct job *job = new struct job();
    job->rows = &rows;
    job->place = place;
    job->plan = &plan;
    job->share = new struct share[devices]();
    job->progress = open_progress(result, &todo, plan.strips);
    for (int s = 0; s < plan.strips; s++) {
        job->state[s] = job->progress.done[s] ? DONE : FREE;
        job->free += job->state[s] == FREE;
        todo.compared += pairs_of_strip(&plan, s);
        if (job->state[s] == DONE)
            job->compared += pairs_of_strip(&plan, s);
    }
    const long long before = job->compared;
    const int left = do_strips(job, devices, todo.compared);

    if (job->error != 0)
        stop_for_file(job->progress.name, job->error);
    if (left > 0)
        stop(FAILED,
             "no device is left, and %d of %d strips are not done. The same "
             "command again goes on with them",
             left, plan.strips);
    for (int s = 0; s < plan.strips; s++)
        todo.found += job->progress.found[s];
    write_result(result, &todo);
    end_progress(&job->progress);

    const double took = seconds() - sorted;
    fprintf(stderr,
            "spearman: %d rows read in %.2f s, sorted in %.2f s, "
            "%lld pairs compared in %.2f s (%.3g a second)\n",
            rows.n, was_read - began, sorted - was_read, todo.compared - before,
            took, (double)(todo.compared - before) / took);
    say_shares(job->share, devices);
    printf("%s: %lld pairs are found\n", result, todo.found);
    free(place);
    free(rows.x);
    delete[] job->share;
    delete job;
}
