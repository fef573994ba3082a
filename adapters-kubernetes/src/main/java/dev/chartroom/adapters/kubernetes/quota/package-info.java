/**
 * Object count quotas as the cluster's ResourceQuotas say them: which there are, and the counting. Knows nothing of how
 * objects are stored.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.quota;

import org.jspecify.annotations.NullMarked;
