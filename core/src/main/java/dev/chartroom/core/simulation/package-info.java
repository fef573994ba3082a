/**
 * The simulation of Flux in dev mode: releases become ready after a short time, although nothing is installed. Only dev
 * mode uses this package. The package does not depend on HTTP or on a particular store.
 */
@NullMarked
package dev.chartroom.core.simulation;

import org.jspecify.annotations.NullMarked;
