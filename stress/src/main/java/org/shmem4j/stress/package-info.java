/**
 * What the memory model of the library promises, under stress: two threads, each of them a PE of an embedded job, do a
 * few operations on the same words, some millions of times, and all results are counted. Every promise is a pair of
 * cases: {@code Ordered} must never show the forbidden result; {@code Unordered} is the same without the order, and must
 * show it, since a case that cannot fail proves nothing.
 *
 * <p>x86-64 itself keeps stores in order, and loads, so there the order of such a pair is at the mercy of the compiler
 * alone. The cases give it a reason to break it: a writer stores the payload twice, before the flag and after, and the
 * first store is dropped unless something stands between; a reader loads the payload before the flag too, and the second
 * load is taken from the first.
 */
@NullMarked
package org.shmem4j.stress;

import org.jspecify.annotations.NullMarked;
