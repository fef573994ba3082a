/** Tests of the answers of kinds whose objects are not stored. */
@NullMarked
package dev.chartroom.core.computed;

import org.jspecify.annotations.NullMarked;
