/* What lab 10 asks for: the device's own figures, whichever device it is, and
 * the peaks that follow from any figures. */
#include <stdio.h>
#include <string.h>

#include "device_query.h"
#include "judge/judge.h"

/* What the CPU device says of itself, docs/cpu-device.md. Number 1 has the
 * figures of the article's card. */
static const struct device_info devices[] = {
    {
        .name = "Lab kit CPU device",
        .major = 8,
        .minor = 0,
        .multiprocessors = 16,
        .cores_per_multiprocessor = 64,
        .clock_khz = 1000000,
        .memory_clock_khz = 2000000,
        .bus_width_bits = 256,
        .memory_bytes = (size_t)4 << 30,
        .shared_per_block = 48 << 10,
        .max_threads_per_block = 1024,
        .warp_size = 32,
    },
    {
        .name = "Lab kit CPU device 1 (small)",
        .major = 5,
        .minor = 0,
        .multiprocessors = 3,
        .cores_per_multiprocessor = 128,
        .clock_khz = 1029000,
        .memory_clock_khz = 900000,
        .bus_width_bits = 64,
        .memory_bytes = (size_t)2 << 30,
        .shared_per_block = 48 << 10,
        .max_threads_per_block = 1024,
        .warp_size = 32,
    },
};

static void expect_cores(int cores, int major, int minor)
{
    judge_equal(cores,
                judge_call("cores_per_multiprocessor", T_I32,
                           ARGS(I32(major), I32(minor)))
                    .i,
                _("cores_per_multiprocessor(%d, %d)"), major, minor);
}

// promise: CUDA cores of one multiprocessor, which only the compute capability
//   tells: 3.x 5.x 6.0
// promise: every compute capability in the table
// broken by: always_128_cores
// promise: Any other major version: 0.
// broken by: as_the_newest_ones
// promise: Any other major version: 0.
// broken by: table_from_0
START_TEST(cores_of_every_capability)
{
    static const struct {
        int major, minor, cores;
    } table[] = {
        {3, 0, 192},  {3, 5, 192},  {3, 7, 192},  {5, 0, 128},  {5, 2, 128},
        {6, 0, 64},   {6, 1, 128},  {6, 2, 128},  {7, 0, 64},   {7, 5, 64},
        {8, 0, 64},   {8, 6, 128},  {8, 7, 128},  {8, 9, 128},  {9, 0, 128},
        {10, 0, 128}, {12, 0, 128}, {10, 3, 128}, {12, 1, 128},
    };
    static const int unknown[] = {INT32_MIN, -128, -3, -1, 0,  1,   2,
                                  4,         11,   13, 14, 19, 128, INT32_MAX};

    judge_start(BUILD_PLAIN, 1);
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        expect_cores(table[k].cores, table[k].major, table[k].minor);
    for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
        expect_cores(0, unknown[k], (int)judge_between(0, 9));
}

/* What query_device() says of a device that is there. */
static struct device_info query(int device)
{
    judge_clear();
    struct device_info *out = judge_out(sizeof *out);
    int64_t error =
        judge_call("query_device", T_I32, ARGS(I32(device), PTR(out))).i;
    judge_error(0, error, _("the error from query_device() for device %d"),
                device);
    struct device_info got = *out;
    got.name[sizeof got.name - 1] = 0;
    return got;
}

/* What device 0 of this process has. */
static struct device_info first;

static void same_field(int64_t want, int64_t got, int64_t of_first,
                       const char *field, int device)
{
    if (device > 0 && want != got && got == of_first)
        judge_fail(_("Wrong: %s of device %d. Expected %lld, got %lld, which "
                     "is that of device 0: does every question name the "
                     "device?"),
                   field, device, (long long)want, (long long)got);
    judge_equal(want, got, _("%s of device %d"), field, device);
}

/* Each group of fields has a test of its own: a slip in one costs its share. */
#define SAME(field)                                       \
    same_field((int64_t)want->field, (int64_t)got->field, \
               (int64_t)first.field, #field, device)

static void same_name_and_memory(const struct device_info *want,
                                 const struct device_info *got, int device)
{
    if (strcmp(want->name, got->name))
        judge_fail(_("Wrong: the name of device %d. Expected \"%s\", got "
                     "\"%.60s\"."),
                   device, want->name, got->name);
    SAME(memory_bytes);
}

static void same_capability(const struct device_info *want,
                            const struct device_info *got, int device)
{
    SAME(major);
    SAME(minor);
    /* A slip in the table is one slip: another check is about that. */
    judge_equal(judge_call("cores_per_multiprocessor", T_I32,
                           ARGS(I32(want->major), I32(want->minor)))
                    .i,
                (int64_t)got->cores_per_multiprocessor,
                _("cores_per_multiprocessor of device %d"), device);
}

static void same_computing(const struct device_info *want,
                           const struct device_info *got, int device)
{
    SAME(multiprocessors);
    SAME(clock_khz);
}

static void same_moving(const struct device_info *want,
                        const struct device_info *got, int device)
{
    SAME(memory_clock_khz);
    SAME(bus_width_bits);
}

static void same_limits(const struct device_info *want,
                        const struct device_info *got, int device)
{
    SAME(shared_per_block);
    SAME(max_threads_per_block);
    SAME(warp_size);
}

/* What compute capabilities there are, and their cores. */
static const struct {
    int major, minor, cores;
} kinds[] = {{3, 5, 192}, {6, 1, 128}, {7, 5, 64}, {8, 9, 128}, {9, 0, 128}};

/* Device 0 of the processes to come is like d. */
static void make_device_0(const struct device_info *d)
{
    judge_made_up_device(&(struct judge_device){
        d->name, d->multiprocessors, d->clock_khz, d->memory_clock_khz,
        d->bus_width_bits, d->major, d->minor, d->memory_bytes,
        d->shared_per_block, d->max_threads_per_block, d->warp_size});
}

/* Device 0 of the processes to come is made up: nobody has a table of it. */
static struct device_info make_up(void)
{
    struct device_info d = devices[0];
    size_t k = (size_t)judge_between(0, sizeof kinds / sizeof *kinds - 1);

    d.major = kinds[k].major;
    d.minor = kinds[k].minor;
    d.cores_per_multiprocessor = kinds[k].cores;
    d.multiprocessors = (int)judge_between(17, 200);
    d.clock_khz = (int)judge_between(500000, 3000000);
    d.memory_clock_khz = (int)judge_between(500000, 16000000);
    d.bus_width_bits = (int)judge_between(1, 6400);
    d.memory_bytes = (size_t)judge_between((int64_t)1 << 30, (int64_t)1 << 37);
    d.shared_per_block = (int)judge_between(16000, 60000);
    d.max_threads_per_block = (int)judge_between(65, 2000);
    d.warp_size = (int)judge_between(33, 64);
    snprintf(d.name, sizeof d.name,
             "Made-up device of %d SMs, 100%% unlike any that was ever built, "
             "%%s or %%d: a %%d-core %%x of quite some length, so that who "
             "keeps but a part of it is found out, be it the first half",
             d.multiprocessors);
    make_device_0(&d);
    return d;
}

/* Only the CPU device's are known beforehand. */
static void figures(void (*same)(const struct device_info *want,
                                 const struct device_info *got, int device))
{
    static const int order[] = {0, 1, 0};

    judge_start(BUILD_PLAIN, 1);
    first = devices[0];
    for (int i = 0; i < 3; i++) {
        struct device_info got = query(order[i]);
        same(&devices[order[i]], &got, order[i]);
    }
    for (int tries = 0; tries < 2; tries++) {
        struct device_info made_up = make_up();

        first = made_up;
        judge_start(BUILD_PLAIN, 1);
        struct device_info got = query(0);
        same(&made_up, &got, 0);
        got = query(1);
        same(&devices[1], &got, 1);
    }
}

/* Two devices that have nothing in common are not told alike. */
static void device_is_asked(void)
{
    struct device_info got[2];

    for (int i = 0; i < 2; i++) {
        make_up();
        judge_start(BUILD_PLAIN, 1);
        got[i] = query(0);
    }
    if (!strcmp(got[0].name, got[1].name) &&
        got[0].multiprocessors == got[1].multiprocessors &&
        got[0].clock_khz == got[1].clock_khz &&
        got[0].memory_bytes == got[1].memory_bytes)
        judge_fail(_("query_device() does not ask the device. Nobody knows "
                     "beforehand what a device is."));
    make_device_0(&devices[0]);
}

// promise: Fill in *info for device number `device`
// promise: the figures of two devices
// broken by: device_0_always
// promise: the first one is 0.
// broken by: counted_from_one
// promise: and of some that are made up
// broken by: table_of_devices
// promise: global memory, all of it
// broken by: memory_in_an_int
// promise: global memory, all of it
// broken by: memory_that_is_free
// promise: Fill in *info
// broken by: name_of_63_bytes
START_TEST(name_and_memory)
{
    device_is_asked();
    figures(same_name_and_memory);
}

// promise: compute capability: 5 and 0 for 5.0
// broken by: hard_coded
START_TEST(compute_capability)
{
    figures(same_capability);
}

// promise: of a core; 1 kHz = 1000 per second
// broken by: clocks_in_mhz
// no promise: SMs
// because: says what the name means
START_TEST(multiprocessors_and_their_clock)
{
    figures(same_computing);
}

// promise: that one move carries
// broken by: bus_in_bytes
// no promise: data moves twice in each clock
// because: the peak is about that
START_TEST(memory_clock_and_bus)
{
    figures(same_moving);
}

// promise: Fill in *info
// broken by: warp_of_32
// promise: bytes, without asking for more
// broken by: shared_of_a_multiprocessor
START_TEST(limits_of_a_block)
{
    figures(same_limits);
}

/* Each question may be the one that is not answered; who asks fewer is not
 * asked about the rest. */
// promise: or the cudaError_t of the call that failed
// promise: questions that fail
// broken by: attributes_unchecked
START_TEST(every_error_is_reported)
{
    const int which[] = {1, 2, (int)judge_between(3, 6),
                         (int)judge_between(7, 10)};

    for (int i = 0; i < 4; i++) {
        int want = judge_refuse_query(which[i]);

        judge_start(BUILD_PLAIN, 1);
        struct device_info *out = judge_out(sizeof *out);
        int64_t error =
            judge_call("query_device", T_I32, ARGS(I32(0), PTR(out))).i;
        judge_error(want, error,
                    _("the error from query_device() when %s to the device "
                      "fails"),
                    judge_refused());
    }
}

// promise: Returns 0 (cudaSuccess) or the cudaError_t of the call that failed:
// for
//   a device that is not there that is 101, cudaErrorInvalidDevice.
// promise: devices that are not there
// broken by: errors_ignored
// no promise: What *info holds then does not matter.
// because: it is allowed, not asked for
START_TEST(a_device_that_is_not_there)
{
    static const int nobody[] = {7, -1};

    judge_start(BUILD_PLAIN, 1);
    for (int k = 0; k < 2; k++) {
        judge_clear();
        struct device_info *out = judge_out(sizeof *out);
        int64_t error =
            judge_call("query_device", T_I32, ARGS(I32(nobody[k]), PTR(out))).i;
        judge_error(101, error,
                    _("the error from query_device() for device %d, which is "
                      "not there"),
                    nobody[k]);
    }
    if (!judge_on_gpu())
        query(0); /* it is over */
}

/* One of the two for device d. */
static double peak(const char *function, const struct device_info *d)
{
    judge_clear();
    struct device_info *in = judge_in(sizeof *in);
    *in = *d;
    return judge_call(function, T_F64, ARGS(PTR(in))).d;
}

static void gflops(const struct device_info *d, const char *name)
{
    judge_close(2e-6 * d->multiprocessors * d->cores_per_multiprocessor *
                    d->clock_khz,
                peak("peak_gflops", d), 1e-12, 0,
                _("peak_gflops() of %s (%d SMs of %d cores, %d kHz)"), name,
                d->multiprocessors, d->cores_per_multiprocessor, d->clock_khz);
}

static void gbps(const struct device_info *d, const char *name)
{
    judge_close(2e-6 * d->memory_clock_khz * d->bus_width_bits / 8,
                peak("peak_gbps", d), 1e-12, 0,
                _("peak_gbps() of %s (%d kHz, %d bits)"), name,
                d->memory_clock_khz, d->bus_width_bits);
}

/* The 840M, 790.272 GFLOP/s and 14.4 GB/s; an H200, 66908.16 and 4814.304; and
 * others. */
static void try_peak(void (*expect)(const struct device_info *, const char *))
{
    struct device_info h200 = {.multiprocessors = 132,
                               .cores_per_multiprocessor = 128,
                               .clock_khz = 1980000,
                               .memory_clock_khz = 3201000,
                               .bus_width_bits = 6016};

    judge_start(BUILD_PLAIN, 1);
    expect(&devices[1], "the 840M");
    expect(&h200, "an H200");
    for (int k = 0; k < 10; k++) {
        struct device_info d = devices[0];
        d.multiprocessors = (int)judge_between(1, 200);
        d.cores_per_multiprocessor = (int)judge_between(1, 4) * 64;
        d.clock_khz = (int)judge_between(500000, 3000000);
        d.memory_clock_khz = (int)judge_between(500000, 16000000);
        d.bus_width_bits = (int)judge_between(1, 6400);
        expect(&d, _("a made-up device"));
    }
}

// promise: Floating-point operations, in 10^9 per second, if every core does
// one
//   multiply-add in every clock.
// broken by: product_overflows
// promise: exact to 12 digits
// broken by: peaks_in_float
// promise: A multiply-add is two operations.
// promise: the 840M's and other peaks
// broken by: one_operation
START_TEST(peak_of_computing)
{
    try_peak(gflops);
}

// promise: Bytes between the device and its memory, in 10^9 per second
// broken by: bits_as_bytes
// promise: exact to 12 digits
// broken by: whole_mhz
// promise: if every clock of the memory moves the width of its bus twice
// broken by: single_data_rate
START_TEST(peak_of_moving)
{
    try_peak(gbps);
}

Suite *lab_suite(void)
{
    Suite *s = suite_create("10 device_query");

    judge_test(s, KIND_CORRECTNESS, cores_of_every_capability);
    judge_cpu_device_test(s, KIND_CORRECTNESS, name_and_memory);
    judge_cpu_device_test(s, KIND_CORRECTNESS, compute_capability);
    judge_cpu_device_test(s, KIND_CORRECTNESS, multiprocessors_and_their_clock);
    judge_cpu_device_test(s, KIND_CORRECTNESS, memory_clock_and_bus);
    judge_cpu_device_test(s, KIND_CORRECTNESS, limits_of_a_block);
    judge_nit(s, KIND_CORRECTNESS, a_device_that_is_not_there);
    judge_cpu_device_nit(s, KIND_CORRECTNESS, every_error_is_reported);
    judge_test(s, KIND_CORRECTNESS, peak_of_computing);
    judge_test(s, KIND_CORRECTNESS, peak_of_moving);
    return s;
}
