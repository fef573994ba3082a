@NullMarked
package dev.chartroom.adapters.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
