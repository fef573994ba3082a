/**
 * The stores of kinds that are not in the store of their definition, and the simultaneous switch of all replicas to
 * another store. A record contains the placements. Each replica applies the record, and reports in a Lease which
 * placements it has applied. A migration waits for all replicas.
 */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
