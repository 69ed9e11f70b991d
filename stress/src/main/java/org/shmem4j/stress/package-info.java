/**
 * What the memory model of the library promises, under stress: two threads, each of them a PE of an embedded job, do a
 * few operations on the same words, some millions of times, and all results are counted. Every promise is a pair of
 * cases: {@code Ordered} must never show the forbidden result; {@code Unordered} is the same without the order, and has
 * to show it, since a case that cannot fail proves nothing.
 *
 * <p>x86-64 keeps stores in order, and loads, so there the order of such a pair is at the mercy of the compiler alone.
 * The cases tempt it. A reader loads the payload before the flag too: without the order the second load is taken from
 * the first. A writer stores the payload once more after the flag, for which the first store could be dropped. Today's
 * compiler does not do that, so the twins of the writers do what another machine might: they store the flag first.
 */
@NullMarked
package org.shmem4j.stress;

import org.jspecify.annotations.NullMarked;
