/** Tests of the kinds that are served, and scripted sources of charts. */
@NullMarked
package dev.chartroom.core.catalogue;

import org.jspecify.annotations.NullMarked;
