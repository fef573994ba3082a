/**
 * The two views of one object: an Application and the Flux HelmRelease that stores it, and the rules of names
 * and labels between them. Pure functions of JSON values; who reads and writes the release is not known here.
 */
@NullMarked
package dev.chartroom.domain.conversion;

import org.jspecify.annotations.NullMarked;
