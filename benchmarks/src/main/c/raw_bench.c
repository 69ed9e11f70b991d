/*
 * The same loops in plain C on one shared mapping: what the machine can do without a library. A first argument in front of those
 * of bench.h is the number of processes. They wait as shmem4j does: spin, then yield, then sleep.
 */
#include "bench.h"

#include "atomics.h"

#include <immintrin.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINE 128
#define MAX_PES 1024
#define YIELDS 50

typedef _Atomic long word;

static char *control; /* one line each: arrived[pe], then counter, released, flag[2]; then a page of words */
static char *target, *local;
static long epoch, sequence;
static int alone, spins;
static volatile long sink;

static word *line(int index) {
    return (word *) (control + (size_t) index * LINE);
}

static word *words(void) {
    return line(MAX_PES + 4);
}

static void wait_for(word *at, long value) {
    for (long round = 0; atomic_load_explicit(at, memory_order_acquire) < value; round++) {
        if (round < spins) {
            _mm_pause();
        } else if (round < spins + YIELDS) {
            sched_yield();
        } else {
            nanosleep(&(struct timespec) {.tv_nsec = 50000}, NULL);
        }
    }
}

static void quiet(void) {
    atomic_thread_fence(memory_order_seq_cst);
}

static void copy(char *to, const char *from, size_t bytes) {
    memcpy(to, from, bytes);
    __asm__ volatile("" ::: "memory"); /* the next copy to the same place is not the same copy */
}

static void put_long(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        atomic_store_explicit(words() + (i & (WORDS - 1)), i, memory_order_release);
    }
}

static void put_long_quiet(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        atomic_store_explicit(words() + (i & (WORDS - 1)), i, memory_order_release);
        quiet();
    }
}

static void get_long(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += atomic_load_explicit(words() + (i & (WORDS - 1)), memory_order_acquire);
    }
    sink = sum;
}

static void put(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        copy(target + line_offset(i), local, bytes);
    }
}

static void put_quiet(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        copy(target + line_offset(i), local, bytes);
        quiet();
    }
}

static void get(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        copy(local + line_offset(i), target, bytes);
    }
}

static void put_rate(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < RATE_WINDOW; k++) {
            copy(target + k * bytes, local + k * bytes, bytes);
        }
        quiet();
    }
}

static void put_bandwidth(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < BANDWIDTH_WINDOW; k++) {
            copy(target + line_offset(k), local, bytes);
        }
        quiet();
    }
}

static void half_round_trip(long n, size_t bytes) {
    word *mine = line(MAX_PES + 2 + me), *theirs = line(MAX_PES + 3 - me);
    for (long i = 0; i < n; i++) {
        sequence++;
        if (me == 0) {
            atomic_store_explicit(theirs, sequence, memory_order_release);
            wait_for(mine, sequence);
        } else {
            wait_for(mine, sequence);
            atomic_store_explicit(theirs, sequence, memory_order_release);
        }
    }
}

static void sync_once(void) {
    word *counter = line(MAX_PES), *released = line(MAX_PES + 1);
    epoch++;
    if (alone) {
        atomic_store_explicit(line(me), epoch, memory_order_release);
        for (int i = 1; i < pes; i++) {
            wait_for(line((me + i) % pes), epoch);
        }
    } else if (atomic_fetch_add(counter, 1) + 1 == epoch * pes) {
        atomic_store_explicit(released, epoch, memory_order_release);
    } else {
        wait_for(released, epoch);
    }
}

static void sync_all(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        sync_once();
    }
}

static void barrier(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        quiet();
        sync_once();
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
        sync_once();
        together("half_round_trip", sizeof(long), ROUND_TRIPS, 2, half_round_trip, sync_once);
    }
    together("barrier", 0, calls, 1, barrier, sync_once);
    together("sync", 0, calls, 1, sync_all, sync_once);
}

static long fetch_add(int word, long value) {
    return atomic_fetch_add(words() + word, value);
}

static long compare_swap(int word, long expected, long value) {
    atomic_compare_exchange_strong(words() + word, &expected, value);
    return expected;
}

static long swap(int word, long value) {
    return atomic_exchange(words() + word, value);
}

static long fetch(int word) {
    return atomic_load_explicit(words() + word, memory_order_acquire);
}

static void add(int word, long value) {
    atomic_fetch_add(words() + word, value);
}

static int fetch_add_int(int word, int value) {
    return atomic_fetch_add((_Atomic int *) words() + word, value);
}

/* A core for each, as oshrun gives to its PEs: two that share one would measure the scheduler. */
static void pin(const cpu_set_t *allowed) {
    cpu_set_t own;
    CPU_ZERO(&own);
    for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, allowed) && seen++ == me) {
            CPU_SET(cpu, &own);
            sched_setaffinity(0, sizeof own, &own);
            return;
        }
    }
}

int main(int argc, char **argv) {
    impl = "raw";
    pes = argc > 1 ? atoi(argv[1]) : 0;
    if (pes < 2 || pes > MAX_PES) {
        fprintf(stderr, "usage: %s PROCESSES SUITE TRIALS BUDGET_MS SIZES CALLS\n", argv[0]);
        return 2;
    }
    parse(argc - 1, argv + 1);
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    alone = pes <= CPU_COUNT(&allowed);
    spins = alone ? 2000 : 10;
    size_t bytes = buffer_bytes(), control_bytes = (MAX_PES + 4) * LINE + PAGE;
    control_bytes = (control_bytes + PAGE - 1) & -(size_t) PAGE;
    control = mmap(NULL, control_bytes + bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    local = aligned_alloc(PAGE, bytes);
    if (control == MAP_FAILED || local == NULL) {
        perror("memory");
        return 1;
    }
    target = control + control_bytes;
    memset(target, 1, bytes);
    memset(local, 2, bytes);
    for (int pe = 1; pe < pes && me == 0; pe++) {
        pid_t child = fork();
        if (child < 0) {
            perror("fork");
            return 1;
        }
        me = child == 0 ? pe : 0;
    }
    if (alone) {
        pin(&allowed);
    }
    sync_once();
    if (atomics_wanted) {
        atomics();
    } else {
        pt2pt();
    }
    if (me == 0) {
        printf("%s,%d,end\n", impl, pes);
        fflush(stdout);
        while (wait(NULL) > 0) {
        }
    }
    return 0;
}
