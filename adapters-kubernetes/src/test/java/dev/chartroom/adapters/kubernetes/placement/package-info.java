/** What the record says that cannot be read, and what API servers say that do not do what is needed. */
@NullMarked
package dev.chartroom.adapters.kubernetes.placement;

import org.jspecify.annotations.NullMarked;
