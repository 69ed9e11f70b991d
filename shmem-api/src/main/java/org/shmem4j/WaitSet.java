package org.shmem4j;

/**
 * Several 32-bit or 64-bit values in this PE's memory, to be waited for or tested together. Elements that are excluded
 * take no part, as by a non-zero entry of OpenSHMEM's status array.
 *
 * <p><b>Fairness.</b> {@code waitUntilAny} and {@code testAny} begin to look behind the element that they answered last,
 * so that calls in a row reach every element that holds, however often others do.
 *
 * <p><b>Memory consistency.</b> As {@link SymmetricHeap#waitUntilLong}. The waits throw what it throws.
 *
 * <p><b>Thread safety.</b> One thread at a time.
 */
public interface WaitSet {

    /**
     * How many elements there are, excluded ones with them.
     *
     * @return at least 0
     */
    int size();

    /**
     * Leaves an element out from now on.
     *
     * @param index which
     */
    void exclude(int index);

    /**
     * Has an element take part again.
     *
     * @param index which
     */
    void include(int index);

    /**
     * Waits until all hold: {@code shmem_wait_until_all}. Returns at once if none takes part.
     *
     * @param comparison how to compare
     * @param value with what
     */
    void waitUntilAll(Comparison comparison, long value);

    /**
     * Waits until one holds: {@code shmem_wait_until_any}.
     *
     * @param comparison how to compare
     * @param value with what
     * @return its index; -1, at once, if none takes part
     */
    int waitUntilAny(Comparison comparison, long value);

    /**
     * Waits until at least one holds: {@code shmem_wait_until_some}.
     *
     * @param found gets the indices of those that hold, in ascending order; at least as long as the set
     * @param comparison how to compare
     * @param value with what
     * @return how many hold; 0, at once, if none takes part
     */
    int waitUntilSome(int[] found, Comparison comparison, long value);

    /**
     * Whether all hold now: {@code shmem_test_all}.
     *
     * @param comparison how to compare
     * @param value with what
     * @return true also if none takes part
     */
    boolean testAll(Comparison comparison, long value);

    /**
     * Which one holds now: {@code shmem_test_any}.
     *
     * @param comparison how to compare
     * @param value with what
     * @return its index, or -1
     */
    int testAny(Comparison comparison, long value);

    /**
     * Which hold now: {@code shmem_test_some}.
     *
     * @param found gets the indices of those that hold, in ascending order; at least as long as the set
     * @param comparison how to compare
     * @param value with what
     * @return how many
     */
    int testSome(int[] found, Comparison comparison, long value);

    /**
     * Waits until all hold: {@code shmem_wait_until_all_vector}. Returns at once if none takes part.
     *
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     */
    void waitUntilAll(Comparison comparison, long[] values);

    /**
     * Waits until one holds: {@code shmem_wait_until_any_vector}.
     *
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     * @return its index; -1, at once, if none takes part
     */
    int waitUntilAny(Comparison comparison, long[] values);

    /**
     * Waits until at least one holds: {@code shmem_wait_until_some_vector}.
     *
     * @param found gets the indices of those that hold, in ascending order; at least as long as the set
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     * @return how many hold; 0, at once, if none takes part
     */
    int waitUntilSome(int[] found, Comparison comparison, long[] values);

    /**
     * Whether all hold now: {@code shmem_test_all_vector}.
     *
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     * @return true also if none takes part
     */
    boolean testAll(Comparison comparison, long[] values);

    /**
     * Which one holds now: {@code shmem_test_any_vector}.
     *
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     * @return its index, or -1
     */
    int testAny(Comparison comparison, long[] values);

    /**
     * Which hold now: {@code shmem_test_some_vector}.
     *
     * @param found gets the indices of those that hold, in ascending order; at least as long as the set
     * @param comparison how to compare
     * @param values with what, one for each element of the set
     * @return how many
     */
    int testSome(int[] found, Comparison comparison, long[] values);
}
