@NullMarked
package dev.chartroom.ports.cache;

import org.jspecify.annotations.NullMarked;
