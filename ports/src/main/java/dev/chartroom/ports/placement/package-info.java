/**
 * The ports of placement. The record says which store contains each kind's objects. The register lists the replicas,
 * and the revision of the record that each replica has applied. The tests of this package contain the contracts.
 */
@NullMarked
package dev.chartroom.ports.placement;

import org.jspecify.annotations.NullMarked;
