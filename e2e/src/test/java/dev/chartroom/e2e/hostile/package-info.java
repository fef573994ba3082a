/** Requests that are made to harm a server, and tests that it serves others meanwhile and afterwards. */
@NullMarked
package dev.chartroom.e2e.hostile;

import org.jspecify.annotations.NullMarked;
