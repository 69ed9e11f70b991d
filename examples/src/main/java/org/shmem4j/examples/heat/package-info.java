/**
 * The spreading of heat in a plate, with the exchange of borders that most simulations on a grid need.
 *
 * <p>{@link org.shmem4j.examples.heat.Heat} is the program; {@code Field} is what the PEs hold in common, and the only
 * class that talks to other PEs; {@code Stencil} is the arithmetic, {@code Block} says who has which rows, and
 * {@code Plate} is the same program without PEs, to check against.
 */
package org.shmem4j.examples.heat;
