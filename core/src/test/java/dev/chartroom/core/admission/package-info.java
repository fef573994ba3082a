/** Tests of admission, and expressions with scripted results. */
@NullMarked
package dev.chartroom.core.admission;

import org.jspecify.annotations.NullMarked;
