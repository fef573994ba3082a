/**
 * The Events of the cluster, and the Lease of the replica that mirrors them. This package does not decide which Events
 * are mirrored.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.event;

import org.jspecify.annotations.NullMarked;
