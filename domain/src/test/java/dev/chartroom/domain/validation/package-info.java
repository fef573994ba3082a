/** Golden and table tests of the rules of metadata. */
@NullMarked
package dev.chartroom.domain.validation;

import org.jspecify.annotations.NullMarked;
