/** Tests of the readers of definitions. */
@NullMarked
package dev.chartroom.domain.definition;

import org.jspecify.annotations.NullMarked;
