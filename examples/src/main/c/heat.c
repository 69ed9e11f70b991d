/*
 * The heat example in C on OpenSHMEM, to compare: the same cut, the same arithmetic, the same line at the end. Both time the steps
 * only, after a warm-up whose result is thrown away.
 *
 *   oshcc -O3 -march=native -ffp-contract=off heat.c -o heat     (without the last option the compiler may round once less)
 *   oshrun -n 2 ./heat [ROWS COLUMNS STEPS WARM_UP]              against
 *   ./shmem run -n 2 heat [--size ROWSxCOLUMNS --steps STEPS --warm-up WARM_UP]
 */
#include <inttypes.h>
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rows = 2048, columns = 2048, steps = 500, warm_up = 500;
static int pe, pes, first, count;
static size_t stride; /* in cells */
static double *now, *next;
static uint64_t bytes_put;

static int start_of(int of) { return (int) ((long) of * rows / pes); }

static int owner(int row) { return (int) (((row + 1L) * pes - 1) / rows); }

static double start(int row, int column) {
    if (row == rows) return 1;
    if (row < 0 || column < 0 || column >= columns) return 0;
    double y = 2.0 * row + 1 - rows, x = 2.0 * column + 1 - columns, side = rows < columns ? rows : columns;
    int inside = x * x + y * y < 0.64 * side * side;
    return inside && ((long) row * 8 / rows + (long) column * 8 / columns) % 2 == 0 ? 1 : 0;
}

static void reset(void) {
    for (int row = -1; row <= count; row++)
        for (int column = -1; column <= columns; column++)
            now[(row + 1) * stride + column + 1] = start(first + row, column);
    memcpy(next, now, (count + 2) * stride * sizeof(double));
    bytes_put = 0;
    shmem_barrier_all();
}

static void stencil(const double *restrict from, double *restrict to, int row, int n) {
    for (int r = row; r < row + n; r++) {
        const double *f = from + (r + 1) * stride + 1;
        double *t = to + (r + 1) * stride + 1;
        for (int i = 0; i < columns; i++)
            t[i] = 0.5 * f[i] + 0.125 * ((f[i - (long) stride] + f[i + stride]) + (f[i - 1] + f[i + 1]));
    }
}

static void put_halo(int row, int neighbour) {
    if (neighbour < 0 || neighbour >= rows) return;
    int to = owner(neighbour);
    double *halo = next + (first + row - start_of(to) + 1) * (long) stride + 1;
    shmem_putmem_nbi(halo, next + (row + 1) * stride + 1, columns * sizeof(double), to);
    bytes_put += columns * sizeof(double);
}

static void step(void) {
    if (count > 0) {
        stencil(now, next, 0, 1);
        put_halo(0, first - 1);
        if (count > 1) stencil(now, next, count - 1, 1);
        put_halo(count - 1, first + count);
        stencil(now, next, 1, count - 2);
    }
    shmem_barrier_all();
    double *swap = now;
    now = next;
    next = swap;
}

static double run(int n) {
    struct timespec a, b;
    reset();
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < n; i++) step();
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9;
}

int main(int argc, char **argv) {
    if (argc == 5) {
        rows = atoi(argv[1]);
        columns = atoi(argv[2]);
        steps = atoi(argv[3]);
        warm_up = atoi(argv[4]);
    }
    shmem_init();
    pe = shmem_my_pe();
    pes = shmem_n_pes();
    first = start_of(pe);
    count = start_of(pe + 1) - first;
    stride = columns + 2;
    size_t cells = ((rows + pes - 1) / pes + 2) * stride;
    now = shmem_malloc(cells * sizeof(double));
    next = shmem_malloc(cells * sizeof(double));
    uint64_t *table = shmem_malloc(2 * pes * sizeof(uint64_t));
    if (!now || !next || !table) {
        fprintf(stderr, "heat: the symmetric heap is too small: set SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    run(warm_up);
    double seconds = run(steps);
    uint64_t numbers[2] = {0, bytes_put};
    for (int row = 0; row < count; row++)
        for (int column = 0; column < columns; column++) {
            uint64_t bits;
            memcpy(&bits, &now[(row + 1) * stride + column + 1], sizeof bits);
            numbers[0] += (2 * ((uint64_t) (first + row) * columns + column) + 1) * bits;
        }
    shmem_putmem(table + 2 * pe, numbers, sizeof numbers, 0);
    shmem_barrier_all();
    if (pe == 0) {
        uint64_t checksum = 0, put = 0;
        for (int i = 0; i < pes; i++) {
            checksum += table[2 * i];
            put += table[2 * i + 1];
        }
        printf("heat: %dx%d cells, %d steps, %d PEs, %.3f s, %.1f M cells/s, %" PRIu64 " bytes put, checksum %016" PRIx64 "\n",
               rows, columns, steps, pes, seconds, 1e-6 * rows * columns * steps / seconds, put, checksum);
        fflush(stdout); /* Open MPI 4.1 may crash in shmem_finalize */
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
