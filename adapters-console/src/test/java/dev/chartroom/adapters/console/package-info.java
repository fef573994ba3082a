@NullMarked
package dev.chartroom.adapters.console;

import org.jspecify.annotations.NullMarked;
