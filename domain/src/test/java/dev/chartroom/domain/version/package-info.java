/** Tests of the conversion of specs between versions, of its losses, and of field ownership across versions. */
@NullMarked
package dev.chartroom.domain.version;

import org.jspecify.annotations.NullMarked;
