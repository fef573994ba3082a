/** The record of placements as a ConfigMap, and the register of replicas as Leases, each replica's its own. */
@NullMarked
package dev.chartroom.adapters.kubernetes.placement;

import org.jspecify.annotations.NullMarked;
