/** Tests of the console that the program serves: the requests that it lets through, and its use in a real browser. */
@NullMarked
package dev.chartroom.e2e.console;

import org.jspecify.annotations.NullMarked;
