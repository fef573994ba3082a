/**
 * Reads definitions of kinds: from documents of the kind KindDefinition, and from those of Cozystack. Reports all errors of
 * a definition at once. The package does not depend on where the documents are stored.
 */
@NullMarked
package dev.chartroom.domain.definition;

import org.jspecify.annotations.NullMarked;
