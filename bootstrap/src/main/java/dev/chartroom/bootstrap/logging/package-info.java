/** The log of the program: one line for each entry, as text or as JSON. */
@NullMarked
package dev.chartroom.bootstrap.logging;

import org.jspecify.annotations.NullMarked;
