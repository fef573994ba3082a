/**
 * Keeps releases for objects of other stores, so that Flux deploys these objects. Also copies the status of the
 * releases to the objects. The domain determines the content of a release. The package does not depend on how objects
 * and releases are stored.
 */
@NullMarked
package dev.chartroom.ports.projection;

import org.jspecify.annotations.NullMarked;
