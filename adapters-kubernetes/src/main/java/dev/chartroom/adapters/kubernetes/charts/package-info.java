/**
 * Charts from Flux's sources. This package watches the sources, and fetches and verifies the artifacts of the requested
 * sources. The artifacts are untrusted. This package does not depend on kinds.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.charts;

import org.jspecify.annotations.NullMarked;
