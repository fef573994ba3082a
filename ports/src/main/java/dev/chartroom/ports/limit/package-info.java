/**
 * Limits that users share fairly. Adapters decide what counts against a limit; this package decides whose turn it is.
 */
@NullMarked
package dev.chartroom.ports.limit;

import org.jspecify.annotations.NullMarked;
