/**
 * The two views of one object: an Application and the Flux HelmRelease that stores it, and the rules of names and
 * labels between them. Pure functions of JSON values; they do not read or write releases.
 */
@NullMarked
package dev.chartroom.domain.conversion;

import org.jspecify.annotations.NullMarked;
