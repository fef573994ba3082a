@NullMarked
package dev.chartroom.adapters.kubernetes.installed;

import org.jspecify.annotations.NullMarked;
