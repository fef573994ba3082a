/**
 * What of a kind's objects is not for the eyes of whoever reads logs, and how it is made unreadable: in objects, patches,
 * managed fields and the texts of errors. Knows schemas as they are declared, and nothing of who logs.
 */
@NullMarked
package dev.chartroom.domain.masking;

import org.jspecify.annotations.NullMarked;
