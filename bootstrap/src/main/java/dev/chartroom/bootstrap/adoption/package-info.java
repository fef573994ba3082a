/** The text that {@code chartroom adopt} prints. Does not read or write anything. */
@NullMarked
package dev.chartroom.bootstrap.adoption;

import org.jspecify.annotations.NullMarked;
