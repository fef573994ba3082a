/**
 * The effects of a change of a kind definition: effects that are known without objects, and effects on each existing
 * object. Does not depend on the origin of definitions and objects.
 */
@NullMarked
package dev.chartroom.domain.evolution;

import org.jspecify.annotations.NullMarked;
