@NullMarked
package dev.chartroom.bootstrap.metrics;

import org.jspecify.annotations.NullMarked;
