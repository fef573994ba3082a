/** The objects that releases installed in the cluster, and the resources that the cluster serves. */
@NullMarked
package dev.chartroom.adapters.kubernetes.installed;

import org.jspecify.annotations.NullMarked;
