/**
 * Retries of failed operations. A change that lost a race is repeated at once ({@link RetryOnConflict}). Other work is
 * repeated after growing pauses ({@link Backoff}), for example on a thread of its own ({@link RetryingRunner}).
 */
@NullMarked
package dev.chartroom.core.retry;

import org.jspecify.annotations.NullMarked;
