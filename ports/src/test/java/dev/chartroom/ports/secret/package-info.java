/** Tests that a write reads only Secrets that its user may get. */
@NullMarked
package dev.chartroom.ports.secret;

import org.jspecify.annotations.NullMarked;
