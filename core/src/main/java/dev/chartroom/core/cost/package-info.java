/**
 * Limits what the objects of a namespace cost together. The package does not know where quotas or objects are stored.
 */
@NullMarked
package dev.chartroom.core.cost;

import org.jspecify.annotations.NullMarked;
