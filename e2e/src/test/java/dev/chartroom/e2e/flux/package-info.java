/**
 * Flux beside Chartroom: charts are installed for real. The package knows what users see of a rollout, and not whether
 * the real controllers run it or the program in {@code e2e/flux}.
 */
@NullMarked
package dev.chartroom.e2e.flux;

import org.jspecify.annotations.NullMarked;
