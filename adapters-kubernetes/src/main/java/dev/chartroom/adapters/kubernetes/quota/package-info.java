/**
 * Object count quotas, as the cluster's ResourceQuotas declare them. This package finds the names of the quotas and
 * counts objects in them. It does not depend on how objects are stored.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.quota;

import org.jspecify.annotations.NullMarked;
