/**
 * The Events of the cluster: those that the mirror reads, and those that it writes. The package does not decide which
 * Events are mirrored.
 */
@NullMarked
package dev.chartroom.ports.event;

import org.jspecify.annotations.NullMarked;
