/**
 * Converts between the two views of one object: an Application, and the Flux HelmRelease that stores it. Also has the
 * rules for their names and labels. Pure functions of JSON values; they do not read or write releases.
 */
@NullMarked
package dev.chartroom.domain.conversion;

import org.jspecify.annotations.NullMarked;
