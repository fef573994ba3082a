@NullMarked
package dev.chartroom.adapters.http.console;

import org.jspecify.annotations.NullMarked;
