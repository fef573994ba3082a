/** Tests of deadlines, and of the limits that users share. */
@NullMarked
package dev.chartroom.core.request;

import org.jspecify.annotations.NullMarked;
