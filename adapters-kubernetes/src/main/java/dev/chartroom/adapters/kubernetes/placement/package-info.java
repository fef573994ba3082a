/** The record of placements as a ConfigMap, and the register of replicas as Leases, one for each replica. */
@NullMarked
package dev.chartroom.adapters.kubernetes.placement;

import org.jspecify.annotations.NullMarked;
