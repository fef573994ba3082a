@NullMarked
package dev.chartroom.conformance.schema;

import org.jspecify.annotations.NullMarked;
