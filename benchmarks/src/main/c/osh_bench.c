/* The benchmarks on an OpenSHMEM library; PE 0 measures, PE 1 is the target. See bench.h. */
#include <shmem.h>

#include "bench.h"

#include "atomics.h"

static char *target, *local;
static long *words, *flag;
static long sequence;
static volatile long sink;

static void put_long(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_long_p(words + (i & (WORDS - 1)), i, 1);
    }
}

static void put_long_quiet(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_long_p(words + (i & (WORDS - 1)), i, 1);
        shmem_quiet();
    }
}

static void get_long(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += shmem_long_g(words + (i & (WORDS - 1)), 1);
    }
    sink = sum;
}

static void put(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_putmem(target + line_offset(i), local, bytes, 1);
    }
}

static void put_quiet(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_putmem(target + line_offset(i), local, bytes, 1);
        shmem_quiet();
    }
}

static void get(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_getmem(local + line_offset(i), target, bytes, 1);
    }
}

static void put_rate(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < RATE_WINDOW; k++) {
            shmem_putmem_nbi(target + k * bytes, local + k * bytes, bytes, 1);
        }
        shmem_quiet();
    }
}

static void put_bandwidth(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < BANDWIDTH_WINDOW; k++) {
            shmem_putmem_nbi(target + line_offset(k), local, bytes, 1);
        }
        shmem_quiet();
    }
}

static void half_round_trip(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        sequence++;
        if (me == 0) {
            shmem_long_p(flag, sequence, 1);
            shmem_long_wait_until(flag, SHMEM_CMP_GE, sequence);
        } else {
            shmem_long_wait_until(flag, SHMEM_CMP_GE, sequence);
            shmem_long_p(flag, sequence, 0);
        }
    }
}

static void barrier(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_barrier_all();
    }
}

static void sync_all(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        shmem_sync_all();
    }
}

static void pt2pt(void) {
    if (sizes_count > 0) {
        if (me == 0) {
            one_sided("put_long", sizeof(long), 1, put_long);
            one_sided("put_long_quiet", sizeof(long), 1, put_long_quiet);
            one_sided("get_long", sizeof(long), 1, get_long);
            one_sided_sizes("put", 1, put);
            one_sided_sizes("put_quiet", 1, put_quiet);
            one_sided_sizes("get", 1, get);
            one_sided("put_rate", sizeof(long), RATE_WINDOW, put_rate);
            one_sided_sizes("put_bandwidth", BANDWIDTH_WINDOW, put_bandwidth);
        }
        shmem_barrier_all();
        together("half_round_trip", sizeof(long), ROUND_TRIPS, 2, half_round_trip, shmem_barrier_all);
    }
    together("barrier", 0, calls, 1, barrier, shmem_barrier_all);
    together("sync", 0, calls, 1, sync_all, shmem_barrier_all);
}

static long fetch_add(int word, long value) {
    return shmem_long_atomic_fetch_add(words + word, value, 1);
}

static long compare_swap(int word, long expected, long value) {
    return shmem_long_atomic_compare_swap(words + word, expected, value, 1);
}

static long swap(int word, long value) {
    return shmem_long_atomic_swap(words + word, value, 1);
}

static long fetch(int word) {
    return shmem_long_atomic_fetch(words + word, 1);
}

static void add(int word, long value) {
    shmem_long_atomic_add(words + word, value, 1);
}

static int fetch_add_int(int word, int value) {
    return shmem_int_atomic_fetch_add((int *) words + word, value, 1);
}

static void quiet(void) {
    shmem_quiet();
}

static void sync_once(void) {
    shmem_barrier_all();
}

int main(int argc, char **argv) {
    impl = "oshmem";
    parse(argc, argv);
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    size_t bytes = buffer_bytes();
    target = shmem_align(PAGE, bytes);
    words = shmem_align(PAGE, PAGE);
    flag = shmem_align(PAGE, PAGE);
    local = aligned_alloc(PAGE, bytes);
    if (target == NULL || words == NULL || flag == NULL || local == NULL) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    memset(target, 1, bytes);
    memset(local, 2, bytes);
    memset(words, 0, PAGE);
    memset(flag, 0, PAGE);
    shmem_barrier_all();
    if (atomics_wanted) {
        atomics();
    } else {
        pt2pt();
    }
    if (me == 0) {
        printf("%s,%d,end\n", impl, pes);
        fflush(stdout);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
