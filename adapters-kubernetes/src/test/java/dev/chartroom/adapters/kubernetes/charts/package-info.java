@NullMarked
package dev.chartroom.adapters.kubernetes.charts;

import org.jspecify.annotations.NullMarked;
