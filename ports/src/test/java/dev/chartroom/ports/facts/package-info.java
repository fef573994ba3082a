/**
 * Measures times that test reports do not contain, for the report at the end of a build. The package does not depend on
 * other Chartroom code.
 */
@NullMarked
package dev.chartroom.ports.facts;

import org.jspecify.annotations.NullMarked;
