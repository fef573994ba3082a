/** Tests of the kinds whose objects are not stored. */
@NullMarked
package dev.chartroom.domain.computed;

import org.jspecify.annotations.NullMarked;
