/**
 * What Flux and Helm record about a release: the objects in its inventory, its revisions, and the values and objects of a
 * revision. The package does not depend on how the records are stored.
 */
@NullMarked
package dev.chartroom.domain.release;

import org.jspecify.annotations.NullMarked;
