/**
 * Background tasks that keep releases up to date: rollouts update existing releases to the definitions of their kinds, and
 * projections keep releases for objects of other stores and copy the status of the releases to the objects. The domain
 * determines the content of a release. The package does not depend on how objects and releases are stored.
 */
@NullMarked
package dev.chartroom.core.release;

import org.jspecify.annotations.NullMarked;
