/**
 * Where objects live: the store port, what is asked of it and what it answers. The contract that every store
 * passes is in the tests of this package. Knows nothing of HTTP, and of storage only what the port promises.
 */
@NullMarked
package dev.chartroom.ports.storage;

import org.jspecify.annotations.NullMarked;
