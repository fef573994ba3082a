/** Who may have a Secret read for a write. */
@NullMarked
package dev.chartroom.ports.secret;

import org.jspecify.annotations.NullMarked;
