/** Tests of kind definitions in the cluster. */
@NullMarked
package dev.chartroom.adapters.kubernetes.kinds;

import org.jspecify.annotations.NullMarked;
