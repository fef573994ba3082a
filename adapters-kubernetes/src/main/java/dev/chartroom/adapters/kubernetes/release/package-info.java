/**
 * The store of Applications as Flux HelmReleases: requests, answers and watches of releases. It translates the API
 * server's errors into terms of the served kinds. The domain decides which release belongs to an Application.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.release;

import org.jspecify.annotations.NullMarked;
