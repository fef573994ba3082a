/** Runs {@code chartroom conformance} against resources of a real cluster. */
@NullMarked
package dev.chartroom.e2e.conformance;

import org.jspecify.annotations.NullMarked;
