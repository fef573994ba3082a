/**
 * The releases of kinds whose objects may be in another store: a directory of the releases that exist, and the target
 * that stores them. For adoptions, also all HelmReleases of a cluster and the charts that the helm command installed. The
 * package does not depend on when releases are written.
 */
@NullMarked
package dev.chartroom.ports.release;

import org.jspecify.annotations.NullMarked;
