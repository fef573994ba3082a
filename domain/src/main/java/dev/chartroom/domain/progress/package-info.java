/**
 * Reads the progress of Flux from a HelmRelease, and corrects the states in which the status of helm-controller is
 * misleading. Pure functions of JSON values; they do not know kinds and definitions.
 */
@NullMarked
package dev.chartroom.domain.progress;

import org.jspecify.annotations.NullMarked;
