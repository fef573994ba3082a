/** Reads values of the cluster's Secrets when they are needed, and never caches them. */
@NullMarked
package dev.chartroom.adapters.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
