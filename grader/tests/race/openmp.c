/*
 * openmp.c - a labelled set of small OpenMP functions for the race detector,
 * in all the forms that answers to the labs take. test_races.c compiles this
 * file as the kit compiles a student's and runs one function per process. A
 * RACE has to be reported at one of its lines that end in "race" as a comment,
 * a CLEAN one never.
 *
 * Each begins in the first column as RACE(name) or CLEAN(name); there is no
 * other list.
 */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#define RACE(name)         \
    void race_##name(void); \
    void race_##name(void)
#define CLEAN(name)         \
    void clean_##name(void); \
    void clean_##name(void)

enum { N = 420 };

static int in[N], out[N], total, turns;
static struct pair {
    int low, high;
} limits, pairs[N];

/* So that nothing is computed in vain. */
static void use(int x)
{
    volatile int sink = x;

    (void)sink;
}

/* ---- sums ---------------------------------------------------------------- */

RACE(sum_without_clause)
{
    int sum = 0;

#pragma omp parallel for
    for (int i = 0; i < N; i++)
        sum += in[i]; /* race */
    use(sum);
}

CLEAN(sum_by_reduction)
{
    int sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += in[i];
    use(sum);
}

CLEAN(sum_by_atomic)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
#pragma omp atomic
        total += in[i];
    use(total);
}

CLEAN(sum_by_critical)
{
    int sum = 0;

#pragma omp parallel
    {
        int mine = 0;
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            mine += in[i];
#pragma omp critical
        sum += mine;
    }
    use(sum);
}

/* A critical section for the addition, none for the look before it. */
RACE(largest_looks_outside)
{
    int largest = -1;

#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N; i++)
        if (in[i] > largest) /* race */
#pragma omp critical
            if (in[i] > largest)
                largest = in[i]; /* race */
    use(largest);
}

CLEAN(largest_by_reduction)
{
    int largest = -1;

#pragma omp parallel for reduction(max : largest)
    for (int i = 0; i < N; i++)
        if (in[i] > largest)
            largest = in[i];
    use(largest);
}

/* Two names are two locks. */
RACE(two_critical_names)
{
    int sum = 0;

#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++)
        if (i % 2) {
#pragma omp critical(odd)
            sum += in[i]; /* race */
        } else {
#pragma omp critical(even)
            sum -= in[i]; /* race */
        }
    use(sum);
}

CLEAN(one_critical_name)
{
    int sum = 0;

#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < N; i++)
        if (i % 2) {
#pragma omp critical(both)
            sum += in[i];
        } else {
#pragma omp critical(both)
            sum -= in[i];
        }
    use(sum);
}

RACE(atomic_beside_plain)
{
    int sum = 0;

#pragma omp parallel
    {
#pragma omp atomic
        sum++; /* race */
        if (omp_get_thread_num() == 0)
            sum = sum * 2; /* race */
    }
    use(sum);
}

/* Atomic and critical do not know of each other. */
RACE(atomic_beside_critical)
{
#pragma omp parallel for schedule(dynamic, 5)
    for (int i = 0; i < N; i++)
        if (i % 3) {
#pragma omp atomic
            total += i; /* race */
        } else {
#pragma omp critical
            total += i; /* race */
        }
    use(total);
}

CLEAN(atomic_capture)
{
    int next = 0;

#pragma omp parallel
    for (;;) {
        int i;
#pragma omp atomic capture
        i = next++;
        if (i >= N)
            break;
        out[i] = i;
    }
    use(next);
}

/* The number is fetched by two steps, each of them atomic: a slot twice. */
RACE(atomic_in_two_steps)
{
    int next = 0;

#pragma omp parallel
    for (int k = 0; k < 5000; k++) {
        int i;
#pragma omp atomic read
        i = next;
#pragma omp atomic write
        next = i + 1;
        out[i % N] = k; /* race */
    }
    use(next);
}

/* The threads' own sums are read before all have written theirs. */
RACE(partial_sums_without_barrier)
{
    int part[256] = {0}, sum = 0;

#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            part[me] += in[i]; /* race */
#pragma omp single
        for (int t = 0; t < omp_get_num_threads(); t++)
            sum += part[t]; /* race */
    }
    use(sum);
}

CLEAN(partial_sums)
{
    int part[256] = {0}, sum = 0;

#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < N; i++)
            part[me] += in[i];
#pragma omp single
        for (int t = 0; t < omp_get_num_threads(); t++)
            sum += part[t];
    }
    use(sum);
}

/* A wait too few: the total is read while others still add to it. */
RACE(total_without_barrier)
{
    total = 0;
#pragma omp parallel
    {
#pragma omp atomic
        total += 1; /* race */
        use(total); /* race */
    }
}

CLEAN(total_behind_barrier)
{
    total = 0;
#pragma omp parallel
    {
#pragma omp atomic
        total += 1;
#pragma omp barrier
        use(total);
    }
}

RACE(reset_without_barrier)
{
#pragma omp parallel
    {
#pragma omp master
        total = 0; /* race */
#pragma omp atomic
        total += 1; /* race */
    }
}

CLEAN(reset_by_single)
{
#pragma omp parallel
    {
#pragma omp single
        total = 0;
#pragma omp atomic
        total += 1;
    }
}

/* ---- variables that should be each thread's own -------------------------- */

RACE(temporary_outside)
{
    int square;

#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        square = i * i;  /* race */
        out[i] = square; /* race */
    }
}

CLEAN(temporary_private)
{
    int square;

#pragma omp parallel for private(square)
    for (int i = 0; i < N; i++) {
        square = i * i;
        out[i] = square;
    }
}

/* The inner counter is shared: only the outer one is private by itself. */
RACE(inner_counter)
{
    int j;

#pragma omp parallel for
    for (int i = 0; i < 20; i++)
        for (j = 0; j < 20; j++) /* race */
            out[i * 20 + j] = i; /* race */
}

CLEAN(inner_counter_collapsed)
{
    int i, j;

#pragma omp parallel for collapse(2)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 20; j++)
            out[i * 20 + j] = i;
}

RACE(static_local)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        static int twice;

        twice = i + i;  /* race */
        out[i] = twice; /* race */
    }
}

static int scaled(int x)
{
    static int seen; /* of all threads */

    seen = x;        /* race */
    return 3 * seen; /* race */
}

RACE(static_in_a_function)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        out[i] = scaled(i);
}

static int own_count;
#pragma omp threadprivate(own_count)

CLEAN(threadprivate)
{
    int sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        own_count = 0;
#pragma omp for
        for (int i = 0; i < N; i++)
            own_count++;
        sum += own_count;
    }
    use(sum);
}

CLEAN(threadprivate_copied)
{
    own_count = 7;
#pragma omp parallel copyin(own_count)
    {
        own_count += omp_get_thread_num();
        use(own_count);
    }
}

/* Private is the pointer, not what it points to. */
RACE(private_pointer_to_shared)
{
    int box = 0, *p = &box;

#pragma omp parallel firstprivate(p)
    *p += 1; /* race */
    use(box);
}

CLEAN(firstprivate_array)
{
    int table[8] = {1, 2, 3};

#pragma omp parallel firstprivate(table)
    {
        for (int i = 0; i < 8; i++)
            table[i] += omp_get_thread_num();
        use(table[2]);
    }
}

CLEAN(lastprivate)
{
    int last = 0;

#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < N; i++)
        last = in[i];
    use(last);
}

RACE(field_of_a_struct)
{
    struct pair p = {0, 0};

#pragma omp parallel
    {
        p.low = omp_get_thread_num(); /* race */
        use(p.low);                   /* race */
    }
}

CLEAN(two_fields)
{
    struct pair p = {0, 0};

#pragma omp parallel sections
    {
#pragma omp section
        p.low = 1;
#pragma omp section
        p.high = 2;
    }
    use(p.low + p.high);
}

static void shift_limits(struct pair *p, int by)
{
    p->low += by; /* race */
    p->high += by; /* race */
}

RACE(struct_by_pointer)
{
    struct pair p = {0, 100};

#pragma omp parallel
    shift_limits(&p, omp_get_thread_num());
    use(p.low);
}

RACE(array_of_variable_size)
{
    int n = omp_get_max_threads(), count[n];

    memset(count, 0, sizeof count);
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N; i++)
        count[i / 2 % n] += in[i]; /* race */
    use(count[0]);
}

CLEAN(array_of_variable_size_by_thread)
{
    int n = omp_get_max_threads(), count[n];

    memset(count, 0, sizeof count);
#pragma omp parallel num_threads(n)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            count[omp_get_thread_num()] += in[i];
    }
    use(count[0]);
}

CLEAN(array_reduction)
{
    int count[16] = {0};

#pragma omp parallel for reduction(+ : count[:16])
    for (int i = 0; i < N; i++)
        count[i % 16]++;
    use(count[3]);
}

RACE(histogram)
{
    int count[16] = {0};

#pragma omp parallel for
    for (int i = 0; i < N; i++)
        count[i % 16]++; /* race */
    use(count[3]);
}

/* ---- elements of others -------------------------------------------------- */

RACE(neighbour_to_the_left)
{
#pragma omp parallel for
    for (int i = 1; i < N; i++)
        out[i] = out[i - 1] + 1; /* race */
}

RACE(neighbour_to_the_right)
{
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
        out[i] = out[i + 1] + 1; /* race */
}

CLEAN(neighbour_in_another_array)
{
#pragma omp parallel for
    for (int i = 1; i < N; i++)
        out[i] = in[i - 1] + 1;
}

/* Chunks by hand that share one element at their borders. */
RACE(chunks_overlap)
{
#pragma omp parallel
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();

        for (int i = N * me / n; i <= N * (me + 1) / n && i < N; i++)
            out[i] = me; /* race */
    }
}

CLEAN(chunks_by_hand)
{
#pragma omp parallel
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();

        for (int i = N * me / n; i < N * (me + 1) / n; i++)
            out[i] = me;
    }
}

RACE(reversed_in_place)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int other = out[N - 1 - i]; /* race */

        out[i] = other; /* race */
    }
}

CLEAN(swapped_by_halves)
{
#pragma omp parallel for
    for (int i = 0; i < N / 2; i++) {
        int other = out[N - 1 - i];

        out[N - 1 - i] = out[i];
        out[i] = other;
    }
}

RACE(nowait_before_another_order)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            out[i] = i; /* race */
#pragma omp for
        for (int i = 0; i < N; i++)
            use(out[N - 1 - i]); /* race */
    }
}

CLEAN(nowait_between_strangers)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            out[i] = i;
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            pairs[i].low = i;
    }
}

/* Loops of one length, both schedule(static), deal out the same way. */
CLEAN(nowait_static_twice)
{
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            out[i] = i;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            out[i] *= 2;
    }
}

RACE(nowait_dynamic_twice)
{
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < N; i++)
            out[i] = i; /* race */
#pragma omp for schedule(dynamic)
        for (int i = 0; i < N; i++)
            out[i] *= 2; /* race */
    }
}

RACE(list_of_hits)
{
    int n = 0;

#pragma omp parallel for
    for (int i = 0; i < N; i++)
        if (i % 3 == 0)
            out[n++] = i; /* race */
    use(n);
}

CLEAN(list_of_hits_counted_first)
{
    int found[257] = {0};

#pragma omp parallel num_threads(omp_get_max_threads() % 256)
    {
        int me = omp_get_thread_num(), mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            mine += i % 3 == 0;
        found[me + 1] = mine;
#pragma omp barrier
#pragma omp single
        for (int t = 0; t < omp_get_num_threads(); t++)
            found[t + 1] += found[t];
        int to = found[me];
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            if (i % 3 == 0)
                out[to++] = i;
    }
}

CLEAN(simd_in_parallel)
{
    int sum = 0;

#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += in[i] * 3;
    use(sum);
}

RACE(simd_in_parallel_sum)
{
    int sum = 0;

#pragma omp parallel for simd
    for (int i = 0; i < N; i++)
        sum += in[i]; /* race */
    use(sum);
}

/* ---- single, master, ordered, sections ----------------------------------- */

RACE(single_nowait)
{
    int n = 0;

#pragma omp parallel
    {
#pragma omp single nowait
        n = N;  /* race */
        use(n); /* race */
    }
}

CLEAN(single_copyprivate)
{
#pragma omp parallel
    {
        int n = 0;
#pragma omp single copyprivate(n)
        n = N;
        use(n);
    }
}

RACE(master_has_no_barrier)
{
    int n = 0;

#pragma omp parallel
    {
#pragma omp master
        n = N;  /* race */
        use(n); /* race */
    }
}

CLEAN(master_and_barrier)
{
    int n = 0;

#pragma omp parallel
    {
#pragma omp master
        n = N;
#pragma omp barrier
        use(n);
    }
}

CLEAN(ordered)
{
    int chain = 1;

#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < N / 4; i++) {
        out[i] = i;
#pragma omp ordered
        chain = chain * 3 % 1000 + out[i];
    }
    use(chain);
}

RACE(ordered_too_late)
{
    int chain = 1;

#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < N / 4; i++) {
        chain = chain * 3 % 1000; /* race */
#pragma omp ordered
        out[i] = chain; /* race */
    }
    use(chain);
}

/* What stands above `ordered` waits for nobody. */
CLEAN(doacross)
{
#pragma omp parallel for ordered(1)
    for (int i = 1; i < N / 4; i++) {
#pragma omp ordered depend(sink : i - 1)
        out[i] = out[i - 1] + 1;
#pragma omp ordered depend(source)
    }
}

/* Only with more threads than half of the steps do two of them do these two. */
RACE(the_first_two_steps)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 100; i++) {
        out[i] = i; /* race */
        if (i == 1)
            out[0] = 7; /* race */
    }
}

/* Threads with numbers that are 64 apart use the same slot. */
RACE(too_few_slots)
{
    int part[64] = {0};

#pragma omp parallel
    part[omp_get_thread_num() % 64] += 1; /* race */
    use(part[0]);
}

CLEAN(slots_for_all_threads)
{
    int *part = calloc((size_t)omp_get_max_threads(), sizeof *part);

#pragma omp parallel
    part[omp_get_thread_num()] += 1;
    use(part[0]);
    free(part);
}

/* The first thread writes element 0, and mostly takes the `single` as well. */
RACE(single_behind_nowait)
{
#pragma omp parallel
    {
#pragma omp for nowait schedule(static)
        for (int i = 0; i < N; i++)
            out[i] = 2 * i; /* race */
#pragma omp single
        use(out[0]); /* race */
    }
}

CLEAN(single_behind_the_loop)
{
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            out[i] = 2 * i;
#pragma omp single
        use(out[0]);
    }
}

RACE(sections_share)
{
    int n = 0;

#pragma omp parallel sections
    {
#pragma omp section
        n = 1; /* race */
#pragma omp section
        n = 2; /* race */
    }
    use(n);
}

CLEAN(sections)
{
    int a = 0, b = 0;

#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < N / 2; i++)
            a += in[i];
#pragma omp section
        for (int i = N / 2; i < N; i++)
            b += in[i];
    }
    use(a + b);
}

/* ---- locks and flags ----------------------------------------------------- */

CLEAN(lock)
{
    omp_lock_t lock;

    omp_init_lock(&lock);
#pragma omp parallel for
    for (int i = 0; i < N / 4; i++) {
        omp_set_lock(&lock);
        total += i;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
}

RACE(a_lock_each)
{
    omp_lock_t lock[256];

    for (int i = 0; i < 256; i++)
        omp_init_lock(&lock[i]);
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        omp_set_lock(&lock[omp_get_thread_num() % 256]);
        total += i; /* race */
        omp_unset_lock(&lock[omp_get_thread_num() % 256]);
    }
    for (int i = 0; i < 256; i++)
        omp_destroy_lock(&lock[i]);
}

CLEAN(a_lock_per_bin)
{
    omp_lock_t lock[8];
    int count[8] = {0};

    for (int i = 0; i < 8; i++)
        omp_init_lock(&lock[i]);
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 0; i < N / 2; i++) {
        omp_set_lock(&lock[i % 8]);
        count[i % 8]++;
        omp_unset_lock(&lock[i % 8]);
    }
    for (int i = 0; i < 8; i++)
        omp_destroy_lock(&lock[i]);
}

RACE(behind_the_unlock)
{
    omp_lock_t lock;

    omp_init_lock(&lock);
#pragma omp parallel
    {
        omp_set_lock(&lock);
        turns++; /* race */
        omp_unset_lock(&lock);
        if (omp_get_thread_num() == 1)
            turns = 0; /* race */
    }
    omp_destroy_lock(&lock);
}

/* A critical section that is over orders nothing of what comes later. */
RACE(before_a_critical)
{
    int seen = 0;

#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            turns = 1; /* race */
#pragma omp critical(left)
        seen++;
        if (omp_get_thread_num() == 1) {
#pragma omp critical(right)
            turns = 2; /* race */
        }
    }
    use(seen);
}

CLEAN(nested_lock)
{
    omp_nest_lock_t lock;

    omp_init_nest_lock(&lock);
#pragma omp parallel
    for (int i = 0; i < 5; i++) {
        omp_set_nest_lock(&lock);
        omp_set_nest_lock(&lock);
        total++;
        omp_unset_nest_lock(&lock);
        total++;
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
}

RACE(waiting_for_a_plain_flag)
{
    int ready = 0;

#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            total = 5;
            ready = 1; /* race */
        } else
            for (int i = 0; i < 1000; i++) {
#pragma omp flush
                use(ready); /* race */
            }
    }
}

CLEAN(waiting_for_an_atomic_flag)
{
    int ready = 0;

#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            total = 5;
#pragma omp atomic write seq_cst
            ready = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read seq_cst
                seen = ready;
            }
            use(total);
        }
    }
}

/* ---- tasks --------------------------------------------------------------- */

static int fibonacci(int n, bool wait)
{
    int a = 0, b = 0;

    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fibonacci(n - 1, wait); /* race */
#pragma omp task shared(b)
    b = fibonacci(n - 2, wait); /* race */
    if (wait) {
#pragma omp taskwait
    }
    return a + b; /* race */
}

CLEAN(recursive_tasks)
{
#pragma omp parallel
#pragma omp single
    use(fibonacci(9, true));
}

RACE(task_not_waited_for)
{
    int a = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(a)
        a = 1; /* race */
        for (int i = 0; i < 20; i++) {
#pragma omp task
            use(i);
        }
        use(a); /* race */
#pragma omp taskwait
    }
}

/* taskwait waits for children, not for theirs. */
RACE(taskwait_is_not_deep)
{
    int a = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(a)
        {
#pragma omp task shared(a)
            a = 1; /* race */
        }
#pragma omp taskwait
        use(a); /* race */
    }
}

CLEAN(taskgroup_is_deep)
{
    int a = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task shared(a)
            {
#pragma omp task shared(a)
                a = 1;
            }
        }
        use(a);
    }
}

RACE(tasks_add)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 60; i++) {
#pragma omp task shared(sum)
        sum += i; /* race */
    }
    use(sum);
}

CLEAN(tasks_add_atomically)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 60; i++) {
#pragma omp task shared(sum)
        {
#pragma omp atomic
            sum += i;
        }
    }
    use(sum);
}

/* libomp uses the memory of ended tasks again. */
CLEAN(many_tasks)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 3000; i++) {
        int from = i, to = i + 1;
#pragma omp task firstprivate(from, to)
        {
            int sum = 0;
            for (int k = from; k < to; k++)
                sum += k;
            out[i % N == i ? i : N - 1] = i % N == i ? sum : 0;
            from = to;
        }
#pragma omp taskwait
    }
}

CLEAN(many_tasks_at_once)
{
    static int result[4000];

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4000; i++) {
        struct pair p = {i, i + 1};
#pragma omp task firstprivate(p)
        {
            p.low += p.high;
            result[i] = p.low;
        }
    }
    use(result[5]);
}

/* All threads make tasks, and run those of others. */
CLEAN(tasks_by_all)
{
    static int result[2000];

#pragma omp parallel for
    for (int i = 0; i < 2000; i++) {
        int half = i / 2;
#pragma omp task shared(result)
        result[i] = half++;
    }
    use(result[5]);
}

/* The child works on the parent's captured variable, which is in the memory
 * that libomp keeps for the parent. */
RACE(captured_by_a_task)
{
    int a = 3;

#pragma omp parallel
#pragma omp single
#pragma omp task firstprivate(a)
    {
#pragma omp task shared(a)
        a++; /* race */
        for (int i = 0; i < 20; i++) {
#pragma omp task
            use(i);
        }
        a++; /* race */
#pragma omp taskwait
    }
}

RACE(local_array_of_a_task)
{
#pragma omp parallel
#pragma omp single
    {
        struct pair p = {1, 2};

#pragma omp task shared(p)
        p.high = 4; /* race */
        for (int i = 0; i < 20; i++) {
#pragma omp task
            use(i);
        }
        p.high = 5; /* race */
#pragma omp taskwait
        use(p.high);
    }
}

CLEAN(taskloop)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < N; i++)
        out[i] = i;
}

CLEAN(taskloops_in_turn)
{
#pragma omp parallel
#pragma omp single
    for (int turn = 0; turn < 30; turn++) {
        int add = turn;
#pragma omp taskloop num_tasks(40) firstprivate(add)
        for (int i = 0; i < N; i++)
            out[i] += add;
    }
}

RACE(taskloop_sum)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(4) shared(sum)
    for (int i = 0; i < N; i++)
        sum += in[i]; /* race */
    use(sum);
}

RACE(taskloop_nogroup)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup grainsize(4)
        for (int i = 0; i < N; i++)
            out[i] = i; /* race */
        for (int i = 0; i < N; i++)
            use(out[i]); /* race */
    }
}

CLEAN(depend_chain)
{
    int x = 0;

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : x) shared(x)
        x = x * 2 % 1000 + i;
    }
    use(x);
}

RACE(depend_on_something_else)
{
    int x = 0, y = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1; /* race */
#pragma omp task depend(out : y) shared(x)
        x = 2; /* race */
        for (int i = 0; i < 20; i++) {
#pragma omp task
            use(i);
        }
    }
    use(x + y);
}

RACE(depend_in_writes)
{
    int x = 0;

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(in : x) shared(x)
        x = i; /* race */
    }
    use(x);
}

CLEAN(taskwait_depend)
{
    int x = 0, y = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task depend(out : y) shared(y)
        y = 2;
#pragma omp taskwait depend(in : x)
        use(x);
#pragma omp taskwait
        use(y);
    }
}

RACE(taskwait_depend_on_the_other)
{
    int x = 0, y = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task depend(out : y) shared(y)
        y = 2; /* race */
        for (int i = 0; i < 20; i++) {
#pragma omp task
            use(i);
        }
#pragma omp taskwait depend(in : x)
        use(y); /* race */
    }
}

/* No other tasks, and who makes them waits for one of the two only. */
RACE(two_tasks_one_waited_for)
{
    int x = 0, y = 2;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : x) shared(x)
        x++;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
        y -= x; /* race */
#pragma omp taskwait depend(in : x)
        use(y); /* race */
#pragma omp taskwait
    }
}

CLEAN(two_tasks_both_waited_for)
{
    int x = 0, y = 2;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : x) shared(x)
        x++;
#pragma omp task depend(in : x) depend(inout : y) shared(x, y)
        y -= x;
#pragma omp taskwait depend(in : y)
        use(y);
#pragma omp taskwait
    }
}

/* A thread runs one task after the other, and they share what is its own. */
CLEAN(tasks_with_a_slot_per_thread)
{
    int part[256] = {0}, sum = 0;

#pragma omp parallel
    {
#pragma omp single
        for (int i = 0; i < 60; i++) {
#pragma omp task shared(part)
            part[omp_get_thread_num() % 256] += in[i];
        }
#pragma omp barrier
#pragma omp single
        for (int t = 0; t < 256; t++)
            sum += part[t];
    }
    use(sum);
}

/* What the task itself has left to others is not waited for. */
RACE(task_in_a_task)
{
    int part[2] = {0, 0};

#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(part)
        {
#pragma omp task shared(part)
            part[1] = in[1]; /* race */
            part[0] = in[0];
        }
#pragma omp taskwait
        use(part[0] + part[1]); /* race */
    }
}

CLEAN(task_at_once)
{
    int x = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
        x = 1;
#pragma omp task depend(in : x) shared(x) if (0)
        use(x);
    }
}

/* The children of a final task are run at once, by its own thread. */
CLEAN(task_final)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
#pragma omp task final(1) shared(sum)
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(sum)
        sum += i;
    }
    use(sum);
}

/* But the final task itself may be run later, and by any thread. */
RACE(tasks_final)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 60; i++) {
#pragma omp task final(1) shared(sum)
        sum += i; /* race */
    }
    use(sum);
}

CLEAN(taskloop_reduction)
{
    int sum = 0, largest = 0;

#pragma omp parallel
#pragma omp single
    for (int turn = 0; turn < 5; turn++) {
#pragma omp taskloop reduction(+ : sum) reduction(max : largest) grainsize(2)
        for (int i = 0; i < N; i++) {
            sum += in[i];
            largest = in[i] > largest ? in[i] : largest;
        }
        sum += largest;
    }
    use(sum);
}

CLEAN(task_reduction)
{
    int sum = 0;

#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 60; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += in[i];
        }
        use(sum);
    }
}

CLEAN(reduction_of_tasks_in_a_loop)
{
    int sum = 0;

#pragma omp parallel for reduction(task, + : sum)
    for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += in[i];
    }
    use(sum);
}

/* One that takes part, and one that does not. */
RACE(beside_a_taskloop_reduction)
{
    int sum = 0, n = 0;

#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum) shared(n) grainsize(4)
    for (int i = 0; i < N; i++) {
        sum += in[i];
        n++; /* race */
    }
    use(sum + n);
}

/* ---- nested regions and such --------------------------------------------- */

CLEAN(nested)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num(), sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
        for (int i = me; i < N; i += 2)
            sum += in[i];
        out[me] = sum;
    }
}

RACE(nested_sum)
{
    int sum = 0;

    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int mine = 0;
#pragma omp parallel for num_threads(2) reduction(+ : mine)
        for (int i = 0; i < N; i++)
            mine += in[i];
        sum += mine; /* race */
    }
    use(sum);
}

static struct pair both(struct pair a, struct pair b)
{
    return (struct pair){a.low < b.low ? a.low : b.low,
                         a.high > b.high ? a.high : b.high};
}

#pragma omp declare reduction(both:struct pair : omp_out =       \
                                  both(omp_out, omp_in))         \
    initializer(omp_priv = (struct pair){1 << 30, -(1 << 30)})

CLEAN(declared_reduction)
{
    struct pair all = {1 << 30, -(1 << 30)};

#pragma omp parallel for reduction(both : all)
    for (int i = 0; i < N; i++)
        all = both(all, (struct pair){in[i], in[i]});
    limits = all;
}

RACE(struct_without_reduction)
{
    struct pair all = {1 << 30, -(1 << 30)};

#pragma omp parallel for
    for (int i = 0; i < N; i++)
        all = both(all, (struct pair){in[i], in[i]}); /* race */
    limits = all;
}

/* A barrier per step: out[] and in[] change places. */
CLEAN(two_buffers)
{
    static int buffer[2][N];

#pragma omp parallel
    for (int step = 0; step < 6; step++) {
        int *from = buffer[step % 2], *to = buffer[1 - step % 2];
#pragma omp for
        for (int i = 1; i < N - 1; i++)
            to[i] = from[i - 1] + from[i + 1];
    }
}

RACE(two_buffers_without_barrier)
{
    static int buffer[2][N];

#pragma omp parallel
    for (int step = 0; step < 6; step++) {
        int *from = buffer[step % 2], *to = buffer[1 - step % 2];
#pragma omp for nowait
        for (int i = 1; i < N - 1; i++)
            to[i] = from[i - 1] + from[i + 1]; /* race */
    }
}

static bool is_new(int x)
{
    static bool known[N];
    bool new = !known[x]; /* race */

    known[x] = true; /* race */
    return new;
}

RACE(look_and_write)
{
    int n = 0;

#pragma omp parallel for schedule(dynamic, 1) reduction(+ : n)
    for (int i = 0; i < N; i++)
        n += is_new(i % 10);
    use(n);
}

RACE(memset_by_all)
{
#pragma omp parallel
    {
        memset(out, 0, sizeof out); /* race */
        out[omp_get_thread_num()]++; /* race */
    }
}

CLEAN(memory_of_its_own)
{
    int *all[256] = {NULL};

#pragma omp parallel
    {
        int *mine = calloc(N, sizeof *mine), me = omp_get_thread_num() % 256;
#pragma omp for
        for (int i = 0; i < N; i++)
            mine[i] = in[i];
        all[me] = mine;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < N; i++)
            for (int t = 0; t < omp_get_num_threads(); t++)
                out[i] += all[t][i];
        free(mine);
    }
}

/* Freed while others still read it. */
RACE(freed_without_barrier)
{
    int *all[256] = {NULL};

#pragma omp parallel
    {
        int *mine = calloc(N, sizeof *mine), me = omp_get_thread_num() % 256;
        all[me] = mine;
#pragma omp barrier
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            for (int t = 0; t < omp_get_num_threads(); t++)
                out[i] += all[t][i]; /* race */
        free(mine); /* race */
    }
}

/* ---- fences -------------------------------------------------------------- */

static int letter;

static void write_letter(void)
{
    letter = 42; /* race */
}

static void read_letter(void)
{
    use(letter); /* race */
}

CLEAN(flush_around_an_atomic_flag)
{
    int flag = 0;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        write_letter();
#pragma omp flush
#pragma omp atomic write
        flag = 1;
    } else {
        int seen = 0;

        while (!seen) {
#pragma omp atomic read
            seen = flag;
        }
#pragma omp flush
        read_letter();
    }
}

CLEAN(fences_around_a_relaxed_flag)
{
    atomic_int flag = 0;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        write_letter();
        atomic_thread_fence(memory_order_release);
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    } else {
        while (!atomic_load_explicit(&flag, memory_order_relaxed))
            ;
        atomic_thread_fence(memory_order_acquire);
        read_letter();
    }
}

RACE(atomic_flag_without_a_flush)
{
    int flag = 0;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        write_letter();
#pragma omp atomic write
        flag = 1;
    } else {
        int seen = 0;

        while (!seen) {
#pragma omp atomic read
            seen = flag;
        }
        read_letter();
    }
}

RACE(fence_of_the_writer_alone)
{
    atomic_int flag = 0;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        write_letter();
        atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    } else {
        while (!atomic_load_explicit(&flag, memory_order_relaxed))
            ;
        read_letter();
    }
}

RACE(flush_and_no_flag)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        write_letter();
#pragma omp flush
    } else {
#pragma omp flush
        read_letter();
    }
}

/* ---- threads of C11 ------------------------------------------------------ */

static mtx_t c11_mutex;

static int add_locked(void *mutex)
{
    for (int i = 0; i < 100; i++) {
        if (mutex)
            mtx_lock(mutex);
        total += in[i]; /* race */
        if (mutex)
            mtx_unlock(mutex);
    }
    return 3;
}

static void add_by_threads(void *mutex)
{
    thrd_t thread[3];
    int got = 0;

    for (int t = 0; t < 3; t++)
        if (thrd_create(&thread[t], add_locked, mutex) != thrd_success)
            abort();
    for (int t = 0; t < 3; t++)
        if (thrd_join(thread[t], &got) != thrd_success || got != 3)
            abort();
    use(total);
}

CLEAN(locks_of_the_library)
{
    if (mtx_init(&c11_mutex, mtx_plain) != thrd_success)
        abort();
    add_by_threads(&c11_mutex);
    mtx_destroy(&c11_mutex);
}

RACE(threads_of_the_library)
{
    add_by_threads(NULL);
}
