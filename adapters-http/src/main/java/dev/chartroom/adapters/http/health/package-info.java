/**
 * The health endpoints, as apiserver's healthz package has them.
 */
@NullMarked
package dev.chartroom.adapters.http.health;

import org.jspecify.annotations.NullMarked;
