/** Secrets of the cluster, for stores whose objects refer to them. */
@NullMarked
package dev.chartroom.ports.secret;

import org.jspecify.annotations.NullMarked;
