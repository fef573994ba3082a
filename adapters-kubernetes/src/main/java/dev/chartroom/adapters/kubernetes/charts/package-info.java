/**
 * Charts from Flux's sources: watches the sources, and fetches and verifies the artifacts of the requested ones. The
 * artifacts are untrusted. This package does not depend on kinds.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.charts;

import org.jspecify.annotations.NullMarked;
