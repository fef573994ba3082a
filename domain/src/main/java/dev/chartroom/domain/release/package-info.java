/** What Flux writes into the status of a release about the objects that it installed. */
@NullMarked
package dev.chartroom.domain.release;

import org.jspecify.annotations.NullMarked;
