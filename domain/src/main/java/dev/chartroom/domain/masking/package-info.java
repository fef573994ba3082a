/**
 * Masks the sensitive values of a kind's objects for logs: in objects, patches, managed fields and the texts of errors.
 * The package depends on declared schemas, but not on a logger.
 */
@NullMarked
package dev.chartroom.domain.masking;

import org.jspecify.annotations.NullMarked;
