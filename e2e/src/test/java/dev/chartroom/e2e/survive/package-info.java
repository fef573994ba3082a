/**
 * Runs several replicas under load while faults happen, and judges the outcome from the client's side: histories of single
 * objects, events of watches, and the time to recover. Faults are drawn from a seed.
 */
@NullMarked
package dev.chartroom.e2e.survive;

import org.jspecify.annotations.NullMarked;
