/**
 * Retries of failed operations.
 */
@NullMarked
package dev.chartroom.ports.retry;

import org.jspecify.annotations.NullMarked;
