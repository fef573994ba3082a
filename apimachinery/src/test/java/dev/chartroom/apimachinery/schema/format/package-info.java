/** Tests of the formats of strings. */
@NullMarked
package dev.chartroom.apimachinery.schema.format;

import org.jspecify.annotations.NullMarked;
