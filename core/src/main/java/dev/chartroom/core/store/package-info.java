/**
 * Decorators of stores: one converts objects to the version of a request, and one selects the store of a kind. In
 * addition, the package has a store for the objects of an API that can list objects but not watch them. The package
 * depends on ports only.
 */
@NullMarked
package dev.chartroom.core.store;

import org.jspecify.annotations.NullMarked;
