/**
 * The transport for PEs of one node. Every PE makes one file, mostly on a file system in memory, and maps the files of
 * its peers into one window of addresses.
 *
 * <p><b>Never a fault.</b> Three things keep a store from ending in a signal. Space is reserved before a range may be
 * touched, so that a full file system is an exception of {@link org.shmem4j.transport.Transport#register}. A file never
 * shrinks, and an unlinked file lives on while anybody maps it, so that the death of a PE leaves its memory in place.
 * The window is one segment of an arena, so that after closing an access is refused by the JDK.
 *
 * <p><b>Never a left-over.</b> A file is unlinked as soon as all its users have mapped it. Until then its owner holds a
 * lock on it, which the kernel drops when the owner dies, and whoever starts next in the same directory unlinks the
 * files that nobody locks.
 */
package org.shmem4j.transport.shm;
