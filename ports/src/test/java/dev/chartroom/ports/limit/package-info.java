/** Tests of the limits that users share. */
@NullMarked
package dev.chartroom.ports.limit;

import org.jspecify.annotations.NullMarked;
