/** Tests of what bodies of answers are written with. */
@NullMarked
package dev.chartroom.adapters.http.response;

import org.jspecify.annotations.NullMarked;
