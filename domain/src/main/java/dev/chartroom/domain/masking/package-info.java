/**
 * Masks the sensitive values of a kind's objects for logs: in objects, patches, managed fields and the texts of errors.
 * Depends on schemas as they are declared, and on no logger.
 */
@NullMarked
package dev.chartroom.domain.masking;

import org.jspecify.annotations.NullMarked;
