/**
 * The store whose objects are Flux HelmReleases: requests, answers and watches of releases, and the API server's errors
 * in the words of the kinds served. Which release an Application is, is decided in the domain.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.release;

import org.jspecify.annotations.NullMarked;
