/**
 * Which store has a kind's objects, where that is not as its definition says, and how all replicas go from one store to
 * another at once: a record says it, each replica goes by the record and says so by a Lease, and whoever moves objects
 * waits for all of them.
 */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
