/*
 * The loops of the suite atomics, for both C programs, each of which says what one operation is. A word is one of PE 1.
 */
#define CONTENDED (PAGE / (int) sizeof(long) / 4) /* in a line that no other loop uses */
#define CONTENDED_CALLS 4000L
#define ADD_WINDOW 64 /* adds between two quiets */

static long fetch_add(int word, long value);
static long compare_swap(int word, long expected, long value);
static long swap(int word, long value);
static long fetch(int word);
static void add(int word, long value);
static int fetch_add_int(int word, int value);
static void quiet(void);
static void sync_once(void);

static volatile long answers; /* an add whose answer nobody reads is another instruction */

static void fetch_adds(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += fetch_add(i & (WORDS - 1), 1);
    }
    answers = sum;
}

/* Each compares with what the last one left behind, so all succeed. */
static void compare_swaps(long n, size_t bytes) {
    long value = fetch(0);
    for (long i = 0; i < n; i++) {
        value = compare_swap(0, value, value + 1) + 1;
    }
    answers = value;
}

static void swaps(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += swap(i & (WORDS - 1), i);
    }
    answers = sum;
}

static void fetches(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += fetch(i & (WORDS - 1));
    }
    answers = sum;
}

static void adds(long n, size_t bytes) {
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < ADD_WINDOW; k++) {
            add(k, 1);
        }
        quiet();
    }
}

static void fetch_adds_int(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += fetch_add_int(i & (WORDS - 1), 1);
    }
    answers = sum;
}

/* Ends when all are done: the first one to end left the word to the others. */
static void contended(long n, size_t bytes) {
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sum += fetch_add(CONTENDED, 1);
    }
    answers = sum;
    sync_once();
}

static void atomics(void) {
    if (sizes_count > 0) {
        if (me == 0) {
            one_sided("atomic_fetch_add", sizeof(long), 1, fetch_adds);
            one_sided("atomic_compare_swap", sizeof(long), 1, compare_swaps);
            one_sided("atomic_swap", sizeof(long), 1, swaps);
            one_sided("atomic_fetch", sizeof(long), 1, fetches);
            one_sided("atomic_add", sizeof(long), ADD_WINDOW, adds);
            one_sided("atomic_fetch_add_int", sizeof(int), 1, fetch_adds_int);
        }
        sync_once();
    }
    together("atomic_contended", sizeof(long), CONTENDED_CALLS, 1, contended, sync_once);
}
