@NullMarked
package dev.chartroom.adapters.kubernetes.event;

import org.jspecify.annotations.NullMarked;
