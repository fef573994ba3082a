/**
 * JSON values: the only representation of data whose shape a client or a chart decides. They are immutable and ordered
 * by insertion; absent and null are different. The package does not encode or decode bytes, which is the task of the
 * JsonCodec port.
 */
@NullMarked
package dev.chartroom.apimachinery.json;

import org.jspecify.annotations.NullMarked;
