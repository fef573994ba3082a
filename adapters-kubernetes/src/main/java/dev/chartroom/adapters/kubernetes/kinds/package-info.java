/**
 * Kind definitions in the cluster: in a ConfigMap, and as custom resources. Both are followed by a list and a watch. Knows
 * nothing of what a definition says.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.kinds;

import org.jspecify.annotations.NullMarked;
