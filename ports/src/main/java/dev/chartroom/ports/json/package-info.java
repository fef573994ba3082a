/**
 * The conversion between bytes and JSON values, and the limits of parsing.
 */
@NullMarked
package dev.chartroom.ports.json;

import org.jspecify.annotations.NullMarked;
