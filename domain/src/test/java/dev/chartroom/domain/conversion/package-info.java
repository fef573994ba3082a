/** Golden folders and properties of the two views. */
@NullMarked
package dev.chartroom.domain.conversion;

import org.jspecify.annotations.NullMarked;
