/**
 * What every Kubernetes object and request has in common: groups, versions and kinds, object metadata and
 * selectors. Knows nothing of kinds, charts or storage.
 */
@NullMarked
package dev.chartroom.domain.meta;

import org.jspecify.annotations.NullMarked;
