/**
 * Charts as Flux's sources have them: follows the sources, fetches their artifacts and verifies them. What it fetches is
 * untrusted. Knows nothing of kinds.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.charts;

import org.jspecify.annotations.NullMarked;
