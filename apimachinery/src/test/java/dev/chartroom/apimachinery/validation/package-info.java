/** Golden and table tests of the rules of metadata. */
@NullMarked
package dev.chartroom.apimachinery.validation;

import org.jspecify.annotations.NullMarked;
