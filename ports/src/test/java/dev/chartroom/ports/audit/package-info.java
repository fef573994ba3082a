/** A sink of audit events for tests. */
@NullMarked
package dev.chartroom.ports.audit;

import org.jspecify.annotations.NullMarked;
