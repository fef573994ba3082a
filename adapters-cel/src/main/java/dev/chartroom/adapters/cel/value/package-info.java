/**
 * The values of expressions, with the equality and order of cel-go and kube-apiserver. A value is a {@code Boolean},
 * {@code Long}, {@code Uint}, {@code Double}, {@code String}, {@code Bytes}, {@code Timestamp}, {@code Duration},
 * {@code CelNull}, {@code TypeValue}, {@code ListValue}, {@code MapValue}, {@code Optional} or {@code OpaqueValue}. A
 * {@code CelError} can take the place of a value. Depends on neither schemas nor expressions.
 */
@NullMarked
package dev.chartroom.adapters.cel.value;

import org.jspecify.annotations.NullMarked;
