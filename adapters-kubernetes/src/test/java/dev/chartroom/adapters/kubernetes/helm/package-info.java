@NullMarked
package dev.chartroom.adapters.kubernetes.helm;

import org.jspecify.annotations.NullMarked;
