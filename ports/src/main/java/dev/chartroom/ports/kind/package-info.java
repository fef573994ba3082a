/**
 * The sources of kind definitions. A source delivers documents; the service package decides which of them are served.
 */
@NullMarked
package dev.chartroom.ports.kind;

import org.jspecify.annotations.NullMarked;
