/**
 * Kind definitions in the cluster: in a ConfigMap and as custom resources. Both are listed and watched. This package
 * does not interpret the definitions.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.kinds;

import org.jspecify.annotations.NullMarked;
