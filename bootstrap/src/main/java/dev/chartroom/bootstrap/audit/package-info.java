/** The audit log: events as lines of JSON, in rotated files or on standard output. It does not depend on requests. */
@NullMarked
package dev.chartroom.bootstrap.audit;

import org.jspecify.annotations.NullMarked;
