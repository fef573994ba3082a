/**
 * JSON values: the one representation of everything whose shape a client or a chart decides. Immutable, in
 * insertion order, with absent and null told apart. Knows nothing of bytes: reading and writing them is the
 * work of the JsonCodec port.
 */
@NullMarked
package dev.chartroom.domain.json;

import org.jspecify.annotations.NullMarked;
