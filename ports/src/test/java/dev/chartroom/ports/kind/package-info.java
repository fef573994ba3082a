/** A source of kind definitions for tests. */
@NullMarked
package dev.chartroom.ports.kind;

import org.jspecify.annotations.NullMarked;
