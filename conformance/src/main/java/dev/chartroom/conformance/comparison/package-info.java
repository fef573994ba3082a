/**
 * Compares normalised answers, and finds the accepted difference that explains a place. It sends no requests and knows
 * no cluster.
 */
@NullMarked
package dev.chartroom.conformance.comparison;

import org.jspecify.annotations.NullMarked;
