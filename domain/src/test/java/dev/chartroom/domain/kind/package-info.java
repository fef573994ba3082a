/** What is read from a definition, what is refused and in which words, and the snapshot made of it. */
@NullMarked
package dev.chartroom.domain.kind;

import org.jspecify.annotations.NullMarked;
