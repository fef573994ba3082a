/**
 * Finds the tested resource and its schema in a cluster, and makes and removes what a run needs there. It knows nothing
 * of cases and compares nothing.
 */
@NullMarked
package dev.chartroom.conformance.cluster;

import org.jspecify.annotations.NullMarked;
