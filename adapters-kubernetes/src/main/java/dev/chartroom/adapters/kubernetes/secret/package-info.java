/** Values of the cluster's Secrets, read when they are needed and kept by nobody. */
@NullMarked
package dev.chartroom.adapters.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
