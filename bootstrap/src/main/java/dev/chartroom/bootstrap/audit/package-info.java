/**
 * The audit log: events as lines of JSON, in files that are rotated or on standard output. Knows nothing of requests.
 */
@NullMarked
package dev.chartroom.bootstrap.audit;

import org.jspecify.annotations.NullMarked;
