/**
 * Background tasks for kinds, done in steps while the kinds are served. The package does not depend on releases or
 * stores: each task defines its steps.
 */
@NullMarked
package dev.chartroom.ports.upkeep;

import org.jspecify.annotations.NullMarked;
