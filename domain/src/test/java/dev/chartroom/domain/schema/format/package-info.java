/** Tests of the formats of strings. */
@NullMarked
package dev.chartroom.domain.schema.format;

import org.jspecify.annotations.NullMarked;
