/** Tests of kind definitions: how they are read, what is served for them, and what is wrong with them. */
@NullMarked
package dev.chartroom.e2e.kinds;

import org.jspecify.annotations.NullMarked;
