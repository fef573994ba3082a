/** Measures times that test reports omit, for the report at the end of a build. Depends on no other Chartroom code. */
@NullMarked
package dev.chartroom.ports.facts;

import org.jspecify.annotations.NullMarked;
