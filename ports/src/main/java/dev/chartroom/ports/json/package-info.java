/**
 * Bytes to JSON values and back, with the limits that hold while parsing.
 */
@NullMarked
package dev.chartroom.ports.json;

import org.jspecify.annotations.NullMarked;
