/*
 * judge.h - what a lab's check.c is written with. The checks run in a trusted
 * process; the student's code runs in another one, the runner, which this
 * library starts, calls into, times and verifies from outside.
 *
 * Rules of use:
 * - check.c defines lab_suite() and registers tests with judge_test(). Tests
 *   run in that order, each in a process of its own.
 * - In a test: judge_start() first, then buffers, then calls, then
 *   expectations. An expectation that does not hold ends the test with a
 *   finding; the first finding counts.
 * - Never call an OpenMP region in a test outside struct judge_speed's
 *   functions: those run in a trusted process of their own.
 * - Compute the answer from your own copy or before the call: out-buffers can
 *   be written by the student at any time.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/said.h"
#include "sandbox/build.h"
#include "student/protocol.h"

/* Around each sentence of a check. */
#define _(text) SAID_OWN(text)

/* ---- the suite ---------------------------------------------------------- */

/* Defined by check.c. */
Suite *lab_suite(void);

/* Register a START_TEST under a kind. The name that the student sees is the
 * function's, with spaces for underscores. */
#define judge_test(suite, kind, test) judge_add(suite, kind, #test, test, 0)
/* The same, never on a GPU: for what only the CPU device can do. */
#define judge_cpu_device_test(suite, kind, test) \
    judge_add(suite, kind, #test, test, JUDGE_NO_GPU)
/* Both once more, for what is only about errors (bad arguments, allocations
 * that fail, refused launches), padding, or sizes that nobody has. Such a check
 * costs its own points and closes no other one; and those of a kind have at
 * most a third of its points together. All else that a kind asks for stands in
 * its other tests, which leave alone what these are about. */
#define judge_nit(suite, kind, test) \
    judge_add(suite, kind, #test, test, JUDGE_NIT)
#define judge_cpu_device_nit(suite, kind, test) \
    judge_add(suite, kind, #test, test, JUDGE_NIT | JUDGE_NO_GPU)
enum { JUDGE_NIT = 1, JUDGE_NO_GPU = 2 };
void judge_add(Suite *s, enum check_kind kind, const char *name,
               const TTest *test, int how);

/* ---- the student's process ---------------------------------------------- */

/* Start the student's process from one of the builds, with OMP_NUM_THREADS =
 * threads. A process that ran before is ended and its detector reports are
 * looked at first. KIND_RACE tests start BUILD_TSAN, KIND_MEMORY tests
 * BUILD_ASAN, all others BUILD_PLAIN, for which BUILD_FILLED steps in where no
 * time is measured (a test that passes is done once more without it); in labs
 * with a .cu file these two and KIND_TRAFFIC tests start BUILD_CHECK. Skips the
 * test, loudly, if that build is not there. Ends the test if the process does
 * not come up. */
void judge_start(enum build build, int threads);

/* The same with BUILD_PLAIN and no limit on addresses: for long arrays. */
void judge_start_wide(int threads);

/* The team of the calls to come, where an argument says it. (Under a detector
 * many threads that wait in loops may need longer than anybody waits: then
 * races could not be told.) */
void judge_team_is(int threads);

/* In the process of the next judge_start() OpenMP has no more than so many
 * threads: a team is smaller than omp_get_max_threads() says. */
void judge_smaller_teams(int threads);

/* Where a .cu lab's KIND_CORRECTNESS or KIND_MEMORY test runs now: on a GPU, or
 * on the CPU device. With a GPU each of them is run on both. */
bool judge_on_gpu(void);

/* Thread counts to try: odd ones and more than there are cores, 0-terminated:
 * 1, 2, 3, 4, 7, 0; fewer, where each takes long: 2, 3, 7, 0. */
extern const int judge_threads[];
extern const int judge_some_threads[];

/* For races, drawn for each grading: teams of 2 to 8, another of up to 16, one
 * of up to 129, and one of 130 to 150 (250, if a number in the student's file
 * says so), since two steps of a loop that one of few
 * threads does are for two of many; 2 first, the others in any order. And how
 * many elements to try in each of them, some for each thread of a small team,
 * and no more than one for each of many; in one team dozens of times (or as
 * often as a number in the student's file says, up to a thousand), in one
 * judge_large(most) and judge_just_below(most) as well. Both end with 0. */
const int *judge_race_teams(void);
const size_t *judge_race_sizes(int team, size_t most);

/* From three quarters of `most` up to `most`, drawn: for one run under each
 * detector, with as many as speed is measured with or a detector has time for.
 * Next to a number of the student's file, if there is one up to 8 * most and 32
 * million. */
size_t judge_large(size_t most);

/* Up to 999 less than `most`, drawn: for what is timed, and for who works and
 * who meets whom in so large calls, which code must not tell from others. */
size_t judge_just_below(size_t most);

/* Sizes that find off-by-one errors: 0 1 2 3 7 8 31 32 33 127 128 129 1000
 * 1023 1024 1025 4099, and behind them up to 12 from 4 to 70000 that lie next
 * to numbers in the student's file, as code decides by these. */
extern size_t judge_sizes[];
extern int judge_n_sizes;

/* Up to `most` (12) such sizes from low (at least 1) to high, drawn, ended by
 * 0: for what else has a size, as the number of blocks. */
const size_t *judge_decisive(size_t low, size_t high, int most);

/* Threads that can run at once here. */
int judge_cores(void);

/* ---- memory that both sides see ----------------------------------------- */

/* `bytes` that the student may only read / may also write. Aligned to 256
 * bytes. Out-buffers start filled with 0xA5, which no right answer is; in
 * check mode reading them before writing is a finding, unless judge_filled()
 * says that the lab put something in. What lies around the buffers must not
 * change. All are gone after
 * judge_clear() and after the next judge_start(). */
void *judge_in(size_t bytes);
void *judge_out(size_t bytes);
/* For results that code adds up: filled with not-a-numbers, in which a sum is
 * seen that did not begin with 0. To 0xA5, a very small number, it is not. */
float *judge_out_floats(size_t n);
double *judge_out_doubles(size_t n);
void judge_clear(void);
void judge_filled(const void *out);

/* Arrays of n elements of `size` bytes for judge_long_call(), n from 2^20 up:
 * so many that an int cannot count them. What is returned, and what the student
 * sees, is memory for judge_long_memory(n) elements: first those that come
 * again and again, then the last ones of the array. judge_long_times(n, k) says
 * how often element k of them comes. */
void *judge_long_in(size_t n, size_t size);
void *judge_long_out(size_t n, size_t size);
size_t judge_long_memory(size_t n);
size_t judge_long_times(size_t n, size_t k);

/* For CUDA: this buffer of judge_out() is pinned memory of the host, as from
 * cudaMallocHost(); so may be what the student reads, with judge_filled(). */
void judge_pinned(const void *out);

/* Fill with 0xA5 again, so that an answer left from before is wrong. */
void judge_poison(void *p, size_t bytes);

/* ---- random numbers ----------------------------------------------------- */

/* From the grading's seed, so that SEED= repeats them. Not in KIND_SPEED tests:
 * there they come from the system, before each call of fresh() and verify()
 * anew, since code that knew what changes next need not look. */
uint64_t judge_random(void);                      /* 64 random bits */
int64_t judge_between(int64_t low, int64_t high); /* both included */
double judge_uniform(double low, double high);    /* [low, high) */

/* 64 bits from the system: for what the student's code must not work out. */
uint64_t judge_secret(void);

/* Any int at all; every eighth lies at 0 or at either end, where answers go
 * wrong that chance would never find. */
int32_t judge_any_int(void);

/* Any float: one of eight is a zero, an infinity, NaN, the largest or one of
 * the smallest; the others have all their digits. */
float judge_any_float(void);

/* ---- calls -------------------------------------------------------------- */

/* The types are protocol.h's: T_NONE for void, T_I32, T_I64, T_SIZE, T_F64. */

struct judge_value {
    enum value_type type;
    union {
        int64_t i;
        double d;
        const void *p;    /* T_PTR, T_DEVICE: into a buffer from
                           * judge_in/out, or null */
        const char *name; /* T_FUNC: a function in the lab's runner.c */
    };
};

#define I32(x) ((struct judge_value){T_I32, {.i = (x)}})
#define I64(x) ((struct judge_value){T_I64, {.i = (x)}})
#define SIZE(x) ((struct judge_value){T_SIZE, {.i = (int64_t)(x)}})
#define F64(x) ((struct judge_value){T_F64, {.d = (x)}})
#define PTR(x) ((struct judge_value){T_PTR, {.p = (x)}})
/* The student gets a device pointer; the buffer's bytes are the same. */
#define DEV(x) ((struct judge_value){T_DEVICE, {.p = (x)}})
#define FUNC(x) ((struct judge_value){T_FUNC, {.name = (x)}})

struct judge_args {
    int n;
    struct judge_value v[MAX_ARGS];
};
#define ARGS(...)                                                            \
    ((struct judge_args){(int)(sizeof((struct judge_value[]){__VA_ARGS__}) / \
                               sizeof(struct judge_value)),                  \
                         {__VA_ARGS__}})

/* Call the student's function by name; `returns` is its return type. Comes
 * back with the value, or ends the test with a finding: crash, no answer in
 * time, no such function, writing outside its buffers, prints without end. */
struct judge_value judge_call(const char *function, enum value_type returns,
                              struct judge_args args);

/* A call with more elements than there is time for, after judge_start_wide().
 * An answer whose int has lost the upper half of n is back at once: then true,
 * with what it returned, and what is expected of it must hold. False: it went
 * on for 0.1 s as right ones do, or there was not the memory that it asked for;
 * there is nothing to say, and the process is of no more use. Ends the test
 * with a finding if an index outside a long array was touched. */
bool judge_long_call(const char *function, enum value_type returns,
                     struct judge_args args, struct judge_value *got);

/* After false: it asked for memory that there is not. */
bool judge_starved(void);

/* So many threads were detached in the last judge_call(): nobody can wait for
 * their end. */
int judge_detached(void);

/* In the next judge_call() the kth time (from 1) that the student's code asks
 * for memory, malloc() and its relatives give nothing; pthread_create() starts
 * no thread and returns `error`. judge_withheld() says whether it came to that
 * in the last judge_call(). Only in KIND_CORRECTNESS tests of labs with a .c
 * file; elsewhere nothing is withheld. judge_kept() is how many bytes the
 * student's code holds from malloc() after the call; of a .cu file's process on
 * the CPU device, all that it holds. */
void judge_withhold_memory(int k);
void judge_withhold_thread(int k, int error);

/* What this test withholds, as in "pthread_create() starts no thread": a crash
 * in it says so. A translated literal. */
void judge_says_withheld(const char *what);
bool judge_withheld(void);
int64_t judge_kept(void);

/* Calls `round`, which makes some judge_call()s, again and again, as a program
 * does that runs for long. Ends the test with a finding if the memory that the
 * student's process has from malloc() grows with the rounds. `what` names a
 * round: "calls of sum_array()". Where sizes are drawn for each round, code that
 * keeps something for every size is found as well. */
void judge_steady(void (*round)(void), const char *what);

/* The next judge_call() must put so many threads to work, those that OpenMP
 * offers: judge_team() of them, say. Ends the test with a finding if some of
 * them did nothing. Seen by who comes to the call's arrays: these should have
 * a megabyte each or more, and be touched by whoever works. Without such arrays
 * the threads of the process are counted. Not under a detector, and not where
 * time is measured: the threads wait for each other. Work that is handed out
 * step by step may leave a thread without any on a busy machine; if threads had
 * to wait for a core, the test cannot tell. Of more than 64 threads those count
 * that are there, at work or not. Of up to 64 it is a finding, too, if one goes
 * through 60 % of the arrays' pages and all others together hardly through any:
 * then the others came for show. */
void judge_all_threads(int threads);

/* The same, and two of them must be at the arrays at the same time: for what is
 * not timed, since one after the other is slow, too. */
void judge_threads_together(int threads);

/* In the next judge_call() the threads are watched from outside: the kernel
 * counts the processor time of each. Afterwards judge_threads_at_work() says
 * how many of them had a millisecond of it. -1 if that is not known: the kernel
 * does not count, or the judge, which looks every few ms, had to wait for a
 * core so that `stay` seconds or more lay between two looks. So whoever stays
 * that long when it has worked is seen, and no busy machine hides it. */
void judge_watch_threads(double stay);
int judge_threads_at_work(void);

/* One thread did all the work, which the lab is about sharing: race checks,
 * which have nothing to find there, do not count any more. */
void judge_one_thread(void);

/* Numbers of threads that a program has only if it asked OpenMP: more than
 * there are cores; and another in each grading, more than a table of 512 has
 * room for where this user may start so many, and 140 elsewhere. */
int judge_team(void);
int judge_crowd(void);

/* ---- expectations ------------------------------------------------------- */
/* `what` names the case for the student: "the sum for n = 1, threads = 3". All
 * are printf formats. */

/* In a race or memory test this ends the test without a finding; the
 * expectations below then just go on. */
_Noreturn void judge_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* For checks that find the place themselves. */
_Noreturn void judge_fail_at(struct place place, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Could not be tried, or could not be told here. Ends the test, no fail. */
_Noreturn void judge_skip(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
_Noreturn void judge_untold(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The next judge_equal() or judge_close() wants a sum over n numbers. If it is
 * wrong, the student is told which of them are not in it, or too often: for
 * that ones(first, count) makes the same call with these numbers 1 and all
 * others 0, in the same buffers, and returns the sum. */
void judge_sum_over(size_t n, int64_t (*ones)(size_t first, size_t count));

void judge_equal(int64_t want, int64_t got, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* A cudaError_t that the student's function returned; shown with its name.
 * JUDGE_ANY_ERROR: any but 0, where CUDA's versions differ. */
enum { JUDGE_ANY_ERROR = -1 };
void judge_error(int want, int64_t got, const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* The last judge_call() gave `got` where the device refused what judge_refuse()
 * or one of its relatives said, which gave `want`. Nothing is expected where
 * the result is `right` nevertheless: who gets by without a kernel has no error
 * to report; counting finds that. */
void judge_refusal(int want, int64_t got, bool right);

/* !(|got - want| <= atol + rtol * |want|) fails, and so does NaN where another
 * value is wanted. */
void judge_close(double want, double got, double rtol, double atol,
                 const char *what, ...) __attribute__((format(printf, 5, 6)));

/* Whole arrays: shows the first mismatches with index, expected and got, and
 * how many there are. `array` is the parameter's name in the contract. */
/* The next of these arrays is a table, row by row: then row and column are
 * said, and what whole rows and columns have in common. */
void judge_table_of(size_t rows, size_t cols);

void judge_equal_i32(const int32_t *want, const int32_t *got, size_t n,
                     const char *array, const char *what, ...)
    __attribute__((format(printf, 5, 6)));
void judge_equal_i64(const int64_t *want, const int64_t *got, size_t n,
                     const char *array, const char *what, ...)
    __attribute__((format(printf, 5, 6)));
void judge_close_f32(const float *want, const float *got, size_t n, double rtol,
                     double atol, const char *array, const char *what, ...)
    __attribute__((format(printf, 7, 8)));
void judge_close_f64(const double *want, const double *got, size_t n,
                     double rtol, double atol, const char *array,
                     const char *what, ...)
    __attribute__((format(printf, 7, 8)));

/* ---- counted traffic (BUILD_CHECK) -------------------------------------- */
/* What the kernels of the last judge_call() made the memory do, as counted by
 * the CPU device; docs/cpu-device.md defines the counts. They are exact and
 * the same on every machine. */

enum judge_count {
    COUNT_REQUESTS,          /* by warps */
    COUNT_LANES,             /* of these requests: accesses by threads */
    COUNT_SECTORS,           /* of 32 bytes, global memory */
    COUNT_WAVEFRONTS,        /* shared memory */
    COUNT_EXCESS_WAVEFRONTS, /* because of bank conflicts */
    COUNT_EXCESS_REQUESTS,   /* because of warps with idle lanes */
    COUNT_PASSES,            /* atomics, one after the other on one address */
    COUNT_LAUNCHES,
    COUNT_BLOCKS,   /* of all launches of the kernel that has most of them */
    COUNT_WARPS,    /* of all blocks */
    COUNT_THREADS,  /* likewise */
    COUNT_BARRIERS, /* one for each warp that comes to one */
    COUNT_PRODUCTS  /* of tiles, by tensor cores: calls of mma_sync() */
};
enum judge_space { SPACE_ANY, SPACE_GLOBAL, SPACE_SHARED };
enum judge_op { OP_ANY, OP_READ, OP_WRITE, OP_ATOMIC };

int64_t judge_counted(enum judge_count count, enum judge_space space,
                      enum judge_op op);

/* Fail if there are more than `most`, naming the line that is to blame
 * (blame.h). Atomic operations write as well: of these too, OP_WRITE lets at
 * most `most` pass. Of sectors a few more are let pass, one in 1024 and 8: a
 * sector is read twice where a warp splits at the end of a loop that takes
 * several numbers at once, and a queue or a size in memory is one that the work
 * itself does not need. */
void judge_at_most(enum judge_count count, enum judge_space space,
                   enum judge_op op, int64_t most, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/* Fail if there are fewer: whoever does the work on the host has none; of
 * COUNT_PRODUCTS, whoever does it without tensor cores. */
void judge_at_least(enum judge_count count, enum judge_space space,
                    enum judge_op op, int64_t least, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/* Fail if one block made over 1.5 times the requests of an even share,
 * in that launch of the last judge_call() that made most of them: for functions
 * whose blocks all count. Let there be a hundred requests or more to a block.
 */
void judge_blocks_share(const char *what, ...)
    __attribute__((format(printf, 1, 2)));
/* The same if one of 8 blocks or more made over a quarter of all requests. */
void judge_not_by_one_block(const char *what, ...)
    __attribute__((format(printf, 1, 2)));

/* Fail if cudaMemcpy() and its relatives have copied more, or kernels have
 * moved more from and to managed or pinned memory: whoever works on the host,
 * or by copies, has to. Leave room for a few parameters. */
void judge_copies_at_most(int64_t bytes, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

/* How many bytes they have copied in the last judge_call(), for labs whose data
 * have to be copied and that have a sentence of their own. */
int64_t judge_copied(void);

/* What the kernels of the last judge_call() changed in global memory, for labs
 * about locks. */
struct judge_changes {
    int64_t writes;  /* to out-buffers: by stores, and by atomic operations that
                      * changed something; a warp's lanes together are one */
    int64_t turns;   /* how often another block did so than before */
    int64_t atomics; /* operations that changed something else, by lanes: to
                      * take and to give back a lock are two, a try in vain and
                      * a look are none */
};
struct judge_changes judge_changes(void);

/* Whether one thread of the student's process has made all its calls of CUDA's
 * functions on the CPU device: with several nobody knows which came first. */
bool judge_calls_in_turn(void);

/* How many blocks the largest launch of the last judge_call() had, in fast mode
 * as well: so large numbers can be tried. Fails if that is another number. Says
 * nothing of a GPU. */
void judge_expect_blocks(int64_t blocks, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
int64_t judge_most_blocks(void); /* that number; 0 on a GPU */

/* A call with arrays for which there is neither memory nor time, on the CPU
 * device: launches are looked at and counted, kernels, copies and settings are
 * not done. So the buffers need not be there in full. False if it crashed or
 * was not back in a second: then the host works on the arrays, which is for a
 * count to see, and the process is of no more use. */
bool judge_dry_call(const char *function, enum value_type returns,
                    struct judge_args args, struct judge_value *got);

/* How many threads the launches of the last call have together, in fast mode as
 * well; 0 on a GPU. */
int64_t judge_launched(void);

/* Whether the student's file has these words. For what a message guesses, never
 * for a verdict. */
bool judge_uses(const char *words);
int judge_line_of(const char *words); /* 0 if not; comments do not count */

/* x, y and z of the grid, then of the blocks, of the largest of them; all 0
 * where nothing was launched, and on a GPU. */
const uint32_t *judge_launch_shape(void);

/* Fail if the last call has launched nothing. */
void judge_expect_launch(const char *what, ...)
    __attribute__((format(printf, 1, 2)));

/* All of this for a function that returns a cudaError_t: a dry call of it,
 * "sum() for n = 5", returns 0 and launches something. False if it was not
 * back. */
bool judge_dry_launch(const char *function, struct judge_args args,
                      const char *what, ...)
    __attribute__((format(printf, 3, 4)));

/* The modelled timeline of the last judge_call() (docs/cpu-device.md), in
 * picoseconds: until all that it asked the device for has ended, and how long
 * copies and kernels take by themselves, of all devices together. */
struct judge_timeline {
    int64_t span, to_device, from_device, kernels;
};
struct judge_timeline judge_timeline(void);

/* Fail if the span is longer, naming the lines that the last result had to wait
 * for; and if the function has returned before all was done. */
void judge_span_at_most(int64_t most, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

/* Fail if the kernels of one device, and its settings, take longer: then that
 * device has more than its share. */
void judge_busiest_at_most(int64_t most, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

/* Note what the last judge_call() made the memory do as this lab's step of its
 * ladder, for `make ladder`. `least`: the sectors that any program must read
 * and write; `work` names the case: "256 x 384 floats". */
void judge_ladder(int64_t least, const char *work, ...)
    __attribute__((format(printf, 2, 3)));

/* The CPU device of the next judge_start() refuses each launch (k = 0), of the
 * host's copies and cudaMemset()s the kth (from 1), or has no memory for the
 * -kth allocation (k < 0). A GPU does not. Returns the cudaError_t that such a
 * call gives; but for memory it is drawn, so that who returns a number of his
 * own does not have it. judge_refused() says what it is that the device
 * refuses: "the launch". */
int judge_refuse(int k);
const char *judge_refused(void);

/* Of the host's launches only the kth (from 1): so one sees who looks at the
 * last of several launches alone. */
int judge_refuse_launch(int k);

/* Its kth kernel (from 1) stops with an error while it runs. The launch is all
 * right; the host sees the error, which is returned here, where it waits, and
 * from then on everywhere. For functions that wait for their kernels. */
int judge_break_kernel(int k);

/* Each of the CPU device's devices has only so many bytes (at least 1) in the
 * process of the next judge_start(); more is out of memory. An allocation takes
 * whole pages of 4096. A GPU has what it has. */
void judge_device_memory(int64_t bytes);

/* In the process of the next judge_start() the CPU device has so many devices,
 * 1 to 8, and not two. A GPU test has those that are there. */
void judge_devices(int n);

/* The same for the k-th question (from 1) for an attribute of a device or all
 * of its properties. */
int judge_refuse_query(int k);

/* In the processes of the judge_start()s to come the CPU device says this of
 * device 0. All else is as ever. */
struct judge_device {
    const char *name; /* 1 to 255 bytes */
    int sms, clock_khz, memory_clock_khz, bus_width_bits, major, minor;
    size_t memory_bytes;
    int shared_per_block, max_threads_per_block, warp_size;
};
void judge_made_up_device(const struct judge_device *d);

/* What judge_refuse() and judge_device_memory() say is then about these devices
 * only, bit d for device d; and each of them counts its own copies. */
void judge_refusing_devices(unsigned devices);

/* What judge_device_memory() says is then about these devices, whichever are
 * those of judge_refuse(): some have no memory, others refuse the launch. */
void judge_memory_devices(unsigned devices);

/* This KIND_MEMORY test is about memory that is not given back: device memory
 * that is still allocated when the process ends is a finding (the host's always
 * is), and where nobody can look, the test says so. After judge_start(); with
 * BUILD_PLAIN, of the CPU device alone, no call may leave any: for large sizes.
 */
void judge_no_leaks(void);

/* The same; and a stream or an event that has not been destroyed until then is
 * one, too. Only the CPU device can tell. For labs that promise it. */
void judge_no_streams(void);

/* ---- speed -------------------------------------------------------------- */

struct judge_speed {
    const char *function; /* the student's */
    enum value_type returns;
    struct judge_args args;
    /* Same signature as the student's; run in a trusted process. serial: one
     * thread, plain. ceiling: the same work in perfectly parallel form, with
     * as many threads as the student gets. */
    void (*serial)(void);
    void (*ceiling)(void);
    /* Before every call: change the inputs at random places (so that a kept
     * answer is wrong) and note the right answer. Null: nothing changes. Change
     * so much that mending a kept answer is as much work as a new one: some
     * numbers where each is one of the answer's, all of them for a product of
     * matrices. */
    void (*fresh)(void);
    /* After every call, on what came back; judge_fail() if it is wrong. */
    void (*verify)(struct judge_value got);
    /* The same for the ceiling, if its answer is another one: a copy is held
     * against a transposition. Null: verify. */
    void (*verify_ceiling)(struct judge_value got);
};

/* Measure, store the figures, decide against the goal in lab.ini (fraction of
 * the ceiling). Ends the test with a finding unless the goal is reached.
 * Call judge_start(BUILD_PLAIN, judge_cores()) and make the buffers first.
 *
 * After judge_start(BUILD_GPU, 1) it measures on a GPU. Then serial and ceiling
 * are null: the ceiling is the function of the same name in the lab's
 * ceiling.cu. What is timed is a batch of calls, launched one behind the other,
 * until the GPU is idle: as many as take some 2 ms and use more memory than any
 * cache has (fewer if they would take more than 0.1 s). Each call of a batch
 * has buffers of its own on the GPU, after a fresh() of its own; one of them,
 * nobody knows which, is verified. Buffers of 100 to 400 MB in all are best;
 * verify() should take less than 0.1 s. Out-buffers are filled with 0xA5,
 * except those that are judge_filled(), which fresh() fills. */
void judge_speed(const struct judge_speed *s);

/* ---- program labs ------------------------------------------------------- */

struct judge_run {
    char *output; /* what it printed (stdout), 0-terminated */
    size_t length;
    int exit_code;        /* 128 + signal if one killed it */
    int at_first;         /* threads alive when it printed for the first time */
    int threads;          /* then, or just before it ended: the larger number */
    int64_t written;      /* bytes, to wherever; -1 if unknown */
    int64_t most_written; /* of those, by that thread which wrote most */
};

/* Run the student's program to its end with OMP_NUM_THREADS = threads (0: not
 * set). Ends the test with a finding if it crashes, hangs or floods. The
 * result lives until the next call. */
const struct judge_run *judge_run_program(enum build build, int threads);

#endif
