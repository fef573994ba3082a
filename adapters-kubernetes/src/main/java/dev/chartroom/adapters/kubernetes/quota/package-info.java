/**
 * Object count quotas of the cluster's ResourceQuotas: their names, and the counting. It does not depend on how objects
 * are stored.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.quota;

import org.jspecify.annotations.NullMarked;
