/** Tests of the costs of objects. */
@NullMarked
package dev.chartroom.domain.cost;

import org.jspecify.annotations.NullMarked;
