/** Tests of unreadable records, and of errors of the API server. */
@NullMarked
package dev.chartroom.adapters.kubernetes.placement;

import org.jspecify.annotations.NullMarked;
