/**
 * The kinds that are served: maintains the registry of kinds from the documents of their sources, and completes
 * definitions with the schemas of their charts. The package does not depend on where definitions and charts are stored.
 */
@NullMarked
package dev.chartroom.core.catalogue;

import org.jspecify.annotations.NullMarked;
