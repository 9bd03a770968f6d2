/*
 * test_timeline.c - the model of time in common/simt/timeline/timeline.c: what
 * lies side by side, what waits for what, and how long it takes. Work is asked
 * for by hand here; programs are in grader/tests/cu.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/handles.h"
#include "timeline/timeline.h"

/* ---- what the model asks, and tells ---------------------------------- */

struct CUstream_st *simt_streams;
static int device;

int simt_device(void)
{
    return device;
}

bool simt_check_mode = true;

void simt_copy_bytes(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

bool simt_memory_of_caller(void)
{
    return true;
}

unsigned simt_waits;
void (*simt_call_functions)(void);
void (*simt_tell_gone)(const void *p, size_t bytes);
static int loose;

static void report_loose(const struct timeline_step *s)
{
    (void)s;
    loose++;
}

static struct timeline_step told[5000];
static int n_told;

static void report_step(const struct timeline_step *s)
{
    told[n_told++] = *s;
}

static int overlaps;
static uint64_t overlapping[2];
static uintptr_t overlap_where;

static void report_overlap(const struct timeline_step *first,
                           const struct timeline_step *second, uintptr_t where)
{
    overlaps++;
    overlapping[0] = first->number;
    overlapping[1] = second->number;
    overlap_where = where;
}

static const struct timeline_hooks hooks = {
    .step = report_step, .overlap = report_overlap, .loose = report_loose};

/* ---- asking for work ------------------------------------------------- */

#define US INT64_C(1000000)

static struct CUstream_st a = {.id = 3}, b = {.id = 4}, c = {.id = 5};
static struct CUevent_st event;

static void start(void)
{
    timeline_end();
    n_told = loose = 0;
    device = 0;
    a = (struct CUstream_st){.next = &b, .id = 3};
    b = (struct CUstream_st){.next = &c, .id = 4};
    c = (struct CUstream_st){.id = 5, .flags = cudaStreamNonBlocking};
    timeline_hooks = &hooks;
    simt_streams = &a;
    event = (struct CUevent_st){0};
}

/* A copy that takes so many microseconds: pinned memory, 24 bytes in a ns. */
static void copy(struct CUstream_st *s, enum simt_engine engine, int64_t us)
{
    timeline_work(s, &(struct simt_work){.what = "copy",
                                         .engine = engine,
                                         .bytes = (uint64_t)(us - 1) * 24000});
}

/* A kernel that does; 4 sectors in a ns. */
static void kernel(struct CUstream_st *s, int64_t us)
{
    timeline_counts((uint64_t)(us - 3) * 4000, 0, 0);
    timeline_work(s, &(struct simt_work){.what = "k", .engine = SIMT_COMPUTE});
}

static void expect(int i, int64_t begin_us, int64_t end_us, int64_t after,
                   const char *why)
{
    const struct timeline_step *s = &told[i];

    ck_assert_int_lt(i, n_told);
    ck_assert_msg(s->begin == begin_us * US && s->end == end_us * US,
                  "step %d: %lld to %lld ps", i, (long long)s->begin,
                  (long long)s->end);
    ck_assert_int_eq(s->after, after);
    ck_assert_str_eq(s->why, why);
}

static void expect_span(int64_t us)
{
    struct timeline_sum t = timeline_end();

    ck_assert_int_eq(t.span, us * US);
}

/* ---- tests ----------------------------------------------------------- */

START_TEST(one_stream_does_one_thing_after_the_other)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    kernel(&a, 30);
    copy(&a, SIMT_FROM_DEVICE, 10);
    expect_span(60);
    expect(0, 0, 20, 0, "host");
    expect(1, 20, 50, 1, "stream");
    expect(2, 50, 60, 2, "stream");
}
END_TEST

START_TEST(two_streams_lie_side_by_side)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    kernel(&a, 30);
    copy(&b, SIMT_TO_DEVICE, 20);
    kernel(&b, 30);
    expect_span(80);
    expect(1, 20, 50, 1, "stream");
    expect(2, 20, 40, 1, "engine"); /* one copy at a time in one direction */
    expect(3, 50, 80, 2, "engine"); /* and one kernel */
}
END_TEST

START_TEST(both_directions_at_once)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    copy(&b, SIMT_FROM_DEVICE, 20);
    expect_span(22); /* asked for 2 us later */
    expect(1, 2, 22, 0, "host");
}
END_TEST

/* An engine does not wait with what could begin for what was asked for before.
 */
START_TEST(first_come_first_served)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 10);
    kernel(&a, 50);
    copy(&a, SIMT_FROM_DEVICE, 10);
    copy(&b, SIMT_FROM_DEVICE, 10);
    expect_span(70);
    expect(2, 60, 70, 2, "stream");
    expect(3, 6, 16, 0, "host");
}
END_TEST

START_TEST(events_order_streams)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_record(&event, &a);
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_wait(&b, &event);
    kernel(&b, 30);
    expect_span(50);
    expect(1, 20, 40, 1, "stream");
    expect(2, 20, 50, 1, "event");
}
END_TEST

/* Both after what b had and after the event. */
START_TEST(events_add_to_what_a_stream_has)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_record(&event, &a);
    copy(&b, SIMT_FROM_DEVICE, 40);
    timeline_wait(&b, &event);
    kernel(&b, 30);
    expect_span(72);
    expect(2, 42, 72, 2, "stream");
}
END_TEST

START_TEST(default_stream_and_the_others)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    copy(&c, SIMT_FROM_DEVICE, 100); /* does not care */
    kernel(NULL, 30);
    copy(&b, SIMT_TO_DEVICE, 20);
    expect_span(102);
    expect(1, 2, 102, 0, "host");
    expect(2, 20, 50, 1, "stream");
    expect(3, 50, 70, 3, "stream");
}
END_TEST

START_TEST(the_host_waits)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_waits_in("one", NULL);
    timeline_host_waits(&a, NULL);
    copy(&b, SIMT_FROM_DEVICE, 10);
    timeline_record(&event, &b);
    timeline_waits_in("two", NULL);
    timeline_host_waits(NULL, &event);
    kernel(&a, 10);
    timeline_waits_in("three", NULL);
    timeline_device_waits(ALL_DEVICES);
    timeline_waits_in("for nothing", NULL);
    timeline_host_waits(&b, NULL);
    kernel(&b, 10);
    expect_span(50);
    ck_assert_ptr_null(told[0].held);
    ck_assert_str_eq(told[1].held, "one");
    ck_assert_str_eq(told[2].held, "two");
    ck_assert_str_eq(told[3].held, "three");
    expect(1, 20, 30, 1, "host");
    expect(2, 30, 40, 2, "host");
    expect(3, 40, 50, 3, "host");
}
END_TEST

/* cudaDeviceSynchronize() and cudaFree() wait for one device. */
START_TEST(the_host_waits_for_one_device)
{
    start();
    kernel(&a, 100);
    device = 1;
    c.device = 1;
    kernel(&c, 20);
    timeline_device_waits(1);
    kernel(&c, 20);
    expect_span(100);
    expect(2, 22, 42, 2, "host");
    ck_assert(!told[0].waited && told[1].waited && !told[2].waited);
}
END_TEST

/* What other streams have to do goes on meanwhile. */
START_TEST(the_host_waits_for_one_only)
{
    start();
    kernel(&a, 100);
    copy(&b, SIMT_TO_DEVICE, 20);
    timeline_host_waits(&b, NULL);
    copy(&b, SIMT_TO_DEVICE, 20);
    expect_span(100);
    expect(2, 22, 42, 2, "host");
}
END_TEST

START_TEST(pageable_memory_holds_the_host)
{
    const struct simt_work w = {.what = "copy",
                                .engine = SIMT_TO_DEVICE,
                                .bytes = 8000 * 19,
                                .pageable = true,
                                .waits = true};

    start();
    timeline_work(&a, &w);
    kernel(&b, 10);
    expect_span(30);
    expect(0, 0, 20, 0, "host");
    expect(1, 20, 30, 1, "host");
}
END_TEST

/* A graph is one call of the host. Two branches, which then meet. */
START_TEST(branches_of_a_graph)
{
    uint64_t begin, branch;

    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_graph(true);
    begin = timeline_where(&a);
    copy(&a, SIMT_FROM_DEVICE, 20);
    branch = timeline_where(&a);
    timeline_behind(&a, begin, false);
    copy(&a, SIMT_TO_DEVICE, 30);
    timeline_behind(&a, branch, true);
    kernel(&a, 10);
    timeline_graph(false);
    kernel(&b, 10);
    copy(&a, SIMT_FROM_DEVICE, 10);
    expect_span(70);
    expect(1, 20, 40, 1, "stream");
    expect(2, 20, 50, 1, "stream");
    expect(3, 50, 60, 3, "stream");
    expect(4, 4, 14, 0, "host");
    expect(5, 60, 70, 5, "stream");
}
END_TEST

START_TEST(no_node_of_a_graph_holds_the_host)
{
    const struct simt_work w = {.what = "copy",
                                .engine = SIMT_TO_DEVICE,
                                .bytes = 8000 * 19,
                                .pageable = true,
                                .waits = true};

    start();
    timeline_graph(true);
    timeline_work(&a, &w);
    timeline_graph(false);
    kernel(&b, 10);
    expect_span(20);
    expect(1, 2, 12, 0, "host");
    ck_assert(!told[0].waited);
}
END_TEST

START_TEST(kernels_take_what_takes_longer)
{
    start();
    timeline_counts(4000, 0, 16 * 7000);
    timeline_work(&a, &(struct simt_work){.what = "k", .engine = SIMT_COMPUTE});
    timeline_work(&a, &(struct simt_work){.what = "set",
                                          .engine = SIMT_COMPUTE,
                                          .bytes = 128000});
    /* 9 us for what comes over the bus, in which the rest takes 1 */
    timeline_counts(4000 + 6750, 6750, 16);
    timeline_work(&a, &(struct simt_work){.what = "k", .engine = SIMT_COMPUTE});
    expect_span(24);
    expect(0, 0, 10, 0, "host");
    expect(1, 10, 12, 1, "stream");
    expect(2, 12, 24, 2, "stream");
}
END_TEST

START_TEST(devices_work_side_by_side)
{
    start();
    b.device = 1;
    copy(&a, SIMT_TO_DEVICE, 20);
    copy(&b, SIMT_TO_DEVICE, 20);
    device = 1;
    kernel(NULL, 10); /* its default stream */
    expect_span(32);
    expect(1, 2, 22, 0, "host");
    expect(2, 22, 32, 2, "stream");
}
END_TEST

/* What the host has not waited for, and nothing else. */
START_TEST(nobody_has_waited)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_record(&event, &a);
    copy(&a, SIMT_FROM_DEVICE, 10);
    kernel(&b, 50);
    copy(&c, SIMT_FROM_DEVICE, 10); /* done long before, but who knows */
    timeline_wait(&b, &event);
    kernel(&b, 50);
    timeline_host_waits(&b, NULL);
    timeline_end();
    ck_assert(told[0].waited && told[2].waited && told[4].waited);
    ck_assert(!told[1].waited && !told[3].waited);
}
END_TEST

/* Each call has a timeline of its own. */
START_TEST(what_the_caller_does_not_wait_for)
{
    start();
    kernel(&a, 30);
    kernel(NULL, 30);
    timeline_end();
    ck_assert_int_eq(loose, 0); /* the default stream waits */
    kernel(&c, 30);
    timeline_host_waits(&a, NULL);
    timeline_end();
    ck_assert_int_eq(loose, 1);
    kernel(&c, 30);
    timeline_host_waits(&c, NULL);
    kernel(&c, 30);
    timeline_record(&event, &c);
    timeline_wait(NULL, &event); /* the default stream waits for c */
    timeline_end();
    ck_assert_int_eq(loose, 1);
    kernel(&a, 30);
    timeline_destroyed(&a);
    kernel(&c, 30);
    timeline_destroyed(&c);
    timeline_end();
    ck_assert_int_eq(loose, 2);
}
END_TEST

START_TEST(what_was_before_is_over)
{
    start();
    copy(&a, SIMT_TO_DEVICE, 20);
    timeline_record(&event, &a);
    expect_span(20);
    n_told = 0;
    timeline_wait(&b, &event);
    kernel(&b, 10);
    expect_span(10);
    expect(0, 0, 10, 0, "host");
    ck_assert_int_le(told[0].number, 2);
}
END_TEST

/* The host asks faster than the device works, for longer than is kept. */
START_TEST(many)
{
    enum { MANY = 70000 };
    struct timeline_sum t;

    start();
    for (int i = 0; i < MANY; i++)
        kernel(i % 2 ? &a : &b, 4);
    t = timeline_end();
    ck_assert_int_eq(t.works, MANY);
    ck_assert_int_eq(t.engine[SIMT_COMPUTE], MANY * 4 * US);
    ck_assert_int_eq(t.span, MANY * 4 * US);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("timeline");
    TCase *tc = tcase_create("model");
    SRunner *runner;
    int failed;

    tcase_add_test(tc, one_stream_does_one_thing_after_the_other);
    tcase_add_test(tc, two_streams_lie_side_by_side);
    tcase_add_test(tc, both_directions_at_once);
    tcase_add_test(tc, first_come_first_served);
    tcase_add_test(tc, events_order_streams);
    tcase_add_test(tc, events_add_to_what_a_stream_has);
    tcase_add_test(tc, default_stream_and_the_others);
    tcase_add_test(tc, the_host_waits);
    tcase_add_test(tc, the_host_waits_for_one_device);
    tcase_add_test(tc, the_host_waits_for_one_only);
    tcase_add_test(tc, pageable_memory_holds_the_host);
    tcase_add_test(tc, branches_of_a_graph);
    tcase_add_test(tc, no_node_of_a_graph_holds_the_host);
    tcase_add_test(tc, kernels_take_what_takes_longer);
    tcase_add_test(tc, devices_work_side_by_side);
    tcase_add_test(tc, nobody_has_waited);
    tcase_add_test(tc, what_the_caller_does_not_wait_for);
    tcase_add_test(tc, what_was_before_is_over);
    tcase_add_test(tc, many);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
