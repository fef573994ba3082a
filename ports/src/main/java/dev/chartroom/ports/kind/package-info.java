/**
 * Where kind definitions come from. A source delivers documents; which of them are served is decided in the
 * service package.
 */
@NullMarked
package dev.chartroom.ports.kind;

import org.jspecify.annotations.NullMarked;
