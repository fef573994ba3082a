/**
 * Reads YAML and JSON, and the files that the module ships. It does not know what a document means.
 */
@NullMarked
package dev.chartroom.conformance.document;

import org.jspecify.annotations.NullMarked;
