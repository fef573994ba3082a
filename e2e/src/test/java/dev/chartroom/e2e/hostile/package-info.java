/** Requests that try to harm a server, and tests that it serves others at the same time and afterwards. */
@NullMarked
package dev.chartroom.e2e.hostile;

import org.jspecify.annotations.NullMarked;
