@NullMarked
package dev.chartroom.domain.builtin;

import org.jspecify.annotations.NullMarked;
