/**
 * Background tasks that keep releases up to date. Rollouts update existing releases to the definitions of their kinds.
 * Projections keep releases for objects in other stores, and copy the status of each release to its object. The domain
 * determines the content of a release. The package does not depend on how objects and releases are stored.
 */
@NullMarked
package dev.chartroom.core.release;

import org.jspecify.annotations.NullMarked;
