@NullMarked
package dev.chartroom.ports.admission;

import org.jspecify.annotations.NullMarked;
