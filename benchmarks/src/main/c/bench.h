/*
 * What the two C programs share, in the same shape as the Java programs: the same arguments, the same loops, the same
 * lines of output.
 *
 * Arguments: SUITE TRIALS BUDGET_MS SIZES CALLS
 *   SUITE      pt2pt or atomics
 *   TRIALS     how often a loop is timed
 *   BUDGET_MS  a one-sided loop is not timed more often than fits into this, but at least MIN_TRIALS times
 *   SIZES      bytes of puts and gets, such as 1,2,4; 0 measures only what all PEs do together
 *   CALLS      barriers in one timed loop
 *
 * Output: impl,pes,metric,bytes,min,median,p99,trials in nanoseconds per call, and impl,pes,end as the last line.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAGE 4096
#define WORDS 64           /* puts and gets of single values walk over as many words */
#define RATE_WINDOW 64     /* puts between two quiets, for the message rate */
#define BANDWIDTH_WINDOW 16
#define LINES 8            /* puts and gets walk over as many targets, so that no compiler takes one for the same as the last */
#define LINE_BYTES 64
#define LOOP_BYTES (16L << 20)
#define LOOP_CALLS 8000L
#define ROUND_TRIPS 500L
#define MIN_TRIALS 10
#define MAX_TRIALS 1000
#define MAX_SIZES 64

typedef void kernel(long n, size_t bytes);

static const char *impl;
static int me, pes;
static int trials, sizes_count;
static double budget_ns;
static size_t sizes[MAX_SIZES], max_bytes;
static long calls;
static int atomics_wanted;

static void parse(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: %s SUITE TRIALS BUDGET_MS SIZES CALLS\n", argv[0]);
        exit(2);
    }
    atomics_wanted = strcmp(argv[1], "atomics") == 0;
    trials = atoi(argv[2]);
    if (trials < 1 || trials > MAX_TRIALS) {
        fprintf(stderr, "trials %d: expected 1 to %d\n", trials, MAX_TRIALS);
        exit(2);
    }
    budget_ns = atof(argv[3]) * 1e6;
    for (char *size = strtok(argv[4], ","); size != NULL && sizes_count < MAX_SIZES; size = strtok(NULL, ",")) {
        size_t bytes = strtoul(size, NULL, 10);
        if (bytes > 0) {
            sizes[sizes_count++] = bytes;
            max_bytes = bytes > max_bytes ? bytes : max_bytes;
        }
    }
    calls = atol(argv[5]);
}

static size_t line_offset(long i) {
    return (i & (LINES - 1)) * LINE_BYTES;
}

/* Bytes to allocate for a put or get of the largest size at any offset, in whole pages. */
static size_t buffer_bytes(void) {
    size_t bytes = max_bytes + LINES * LINE_BYTES;
    return (bytes + PAGE - 1) & -(size_t) PAGE;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static void report(const char *metric, size_t bytes, double *ns, int n) {
    qsort(ns, n, sizeof *ns, compare);
    int p99 = (n * 99 + 99) / 100 - 1;
    printf("%s,%d,%s,%zu,%.3f,%.3f,%.3f,%d\n", impl, pes, metric, bytes, ns[0], ns[n / 2], ns[p99], n);
    fflush(stdout);
}

/* Iterations of a loop, so that it lasts from some microseconds to some milliseconds. */
static long iterations(size_t bytes, long window) {
    long n = LOOP_BYTES / (long) bytes, least = window > 1 ? 1 : 3;
    n = (n < LOOP_CALLS ? n : LOOP_CALLS) / window;
    return n > least ? n : least;
}

/* Times a loop on this PE alone; the others are in a barrier meanwhile. */
static void one_sided(const char *metric, size_t bytes, long window, kernel *run) {
    double ns[MAX_TRIALS];
    long n = iterations(bytes, window);
    int done = 0;
    run(n, bytes);
    run(n, bytes);
    double start = now();
    while (done < trials && (done < MIN_TRIALS || now() - start < budget_ns)) {
        double begin = now();
        run(n, bytes);
        ns[done++] = (now() - begin) / n / window;
    }
    report(metric, bytes, ns, done);
}

static void one_sided_sizes(const char *metric, long window, kernel *run) {
    for (int i = 0; i < sizes_count; i++) {
        one_sided(metric, sizes[i], window, run);
    }
}

/* Times a loop that all PEs run; PE 0 reports what it saw. */
static void together(const char *metric, size_t bytes, long n, double scale, kernel *run, void (*align)(void)) {
    double ns[MAX_TRIALS];
    for (int i = 0; i < 3; i++) {
        run(n, bytes);
    }
    for (int t = 0; t < trials; t++) {
        align();
        double begin = now();
        run(n, bytes);
        ns[t] = (now() - begin) / n / scale;
    }
    if (me == 0) {
        report(metric, bytes, ns, trials);
    }
}
