@NullMarked
package dev.chartroom.ports.watch;

import org.jspecify.annotations.NullMarked;
