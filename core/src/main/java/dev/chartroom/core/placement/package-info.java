/**
 * Switches all replicas to another store at the same time, when the objects of a kind move. Each replica applies the
 * record of placements, and reports in a Lease which placements it has applied. A migration waits for all replicas. The
 * package does not depend on how the record and the Leases are stored.
 */
@NullMarked
package dev.chartroom.core.placement;

import org.jspecify.annotations.NullMarked;
