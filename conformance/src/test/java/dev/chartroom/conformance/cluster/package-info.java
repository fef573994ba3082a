@NullMarked
package dev.chartroom.conformance.cluster;

import org.jspecify.annotations.NullMarked;
