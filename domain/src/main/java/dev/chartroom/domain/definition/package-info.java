/**
 * Reads definitions of kinds: KindDefinitions, and Cozystack's ApplicationDefinitions. Reports all errors of a
 * definition at once. The package does not depend on where the documents are stored.
 */
@NullMarked
package dev.chartroom.domain.definition;

import org.jspecify.annotations.NullMarked;
