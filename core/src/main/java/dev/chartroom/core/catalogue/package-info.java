/**
 * Maintains the registry of served kinds from the documents of the sources, and completes definitions with the schemas
 * of their charts. The package does not depend on where definitions and charts are stored.
 */
@NullMarked
package dev.chartroom.core.catalogue;

import org.jspecify.annotations.NullMarked;
