/**
 * Charts as Flux's sources have them: follows the sources, and fetches and verifies the artifacts of those that are wanted. What it fetches is
 * untrusted. Knows nothing of kinds.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.charts;

import org.jspecify.annotations.NullMarked;
