/** Tests of reading definitions, of the problems that are reported, and of the registry of kinds. */
@NullMarked
package dev.chartroom.domain.kind;

import org.jspecify.annotations.NullMarked;
