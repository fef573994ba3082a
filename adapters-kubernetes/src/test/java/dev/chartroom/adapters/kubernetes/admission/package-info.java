@NullMarked
package dev.chartroom.adapters.kubernetes.admission;

import org.jspecify.annotations.NullMarked;
