@NullMarked
package dev.chartroom.ports.projection;

import org.jspecify.annotations.NullMarked;
