/**
 * The values that expressions are evaluated on, equal and ordered as cel-go and apiserver have it. A value is a {@code
 * Boolean}, {@code Long}, {@code Uint}, {@code Double}, {@code String}, {@code Bytes}, {@code Timestamp}, {@code
 * Duration}, {@code CelNull}, {@code TypeValue}, {@code ListValue}, {@code MapValue}, {@code Optional}, {@code
 * OpaqueValue}, or a {@code CelError}, which takes the place of a value. Knows no schema and no expression.
 */
@NullMarked
package dev.chartroom.adapters.cel.value;

import org.jspecify.annotations.NullMarked;
