/**
 * What a transport implements: one way of moving bytes between PEs, such as shared memory, RDMA or TCP.
 *
 * <p>A {@link org.shmem4j.transport.TransportProvider} says whether its transport can work here and opens it, once per
 * PE. A {@link org.shmem4j.transport.Transport} publishes a card, reads everybody's cards, registers the memory that
 * peers will touch, and makes {@link org.shmem4j.transport.Connection connections}, one or several to a peer; it
 * registers more whenever it is asked. What an operation on a connection could not finish at once is reported to a
 * {@link org.shmem4j.transport.Completion}. The other direction, what a transport asks of its runtime, is
 * {@link org.shmem4j.transport.TransportHost}.
 *
 * <p><b>Memory.</b> Every PE has one region of the same size, which holds its symmetric heap. A remote place is a PE
 * and an offset into its region; an address never crosses this contract. The runtime checks ranges before it calls, and
 * only calls for ranges that were {@linkplain org.shmem4j.transport.Transport#register registered} on every PE.
 *
 * <p><b>Two kinds of execution.</b> With {@link org.shmem4j.transport.Capability#LOAD_STORE} the origin loads and
 * stores the peer's region itself, atomics included. With {@link org.shmem4j.transport.Capability#RMA} the transport
 * puts and gets. With {@link org.shmem4j.transport.Capability#FRAMES} it carries frames, in which the runtimes of both
 * ends encode what the target's runtime is to execute: atomics, signals, put-with-signal, and on a transport without
 * RMA everything. Frames are opaque to a transport. What a transport does not advertise throws
 * {@link java.lang.UnsupportedOperationException}.
 *
 * <p><b>State.</b> A transport and a connection are DOWN until they work, then UP, and ERROR for good once they failed.
 * A transport reports each change of a connection to its host; it does not decide what follows from it.
 *
 * <p><b>Threads.</b> A transport owns no thread. All progress happens in
 * {@link org.shmem4j.transport.Transport#progress}, which whoever waits calls;
 * {@link org.shmem4j.transport.Transport#arm} and the descriptor let one thread sleep for all transports. What a
 * call-back may do is said at {@link org.shmem4j.transport.TransportHost}.
 */
package org.shmem4j.transport;
