/**
 * The common parts of Kubernetes objects and requests: groups, versions and kinds, object metadata and selectors. The
 * package does not depend on kinds, charts or storage.
 */
@NullMarked
package dev.chartroom.apimachinery.meta;

import org.jspecify.annotations.NullMarked;
