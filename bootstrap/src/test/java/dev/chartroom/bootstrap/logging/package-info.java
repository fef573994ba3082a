@NullMarked
package dev.chartroom.bootstrap.logging;

import org.jspecify.annotations.NullMarked;
