@NullMarked
package dev.chartroom.adapters.kubernetes.quota;

import org.jspecify.annotations.NullMarked;
