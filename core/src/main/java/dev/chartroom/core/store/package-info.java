/**
 * Decorators of stores: one converts objects to the version of a request, and one selects the store of a kind. In addition,
 * the store of an API that can only list its objects. The package depends on ports only.
 */
@NullMarked
package dev.chartroom.core.store;

import org.jspecify.annotations.NullMarked;
