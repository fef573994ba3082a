/**
 * The store port: its interface, its requests and its results. The tests of this package contain the contract that
 * every store passes. The package does not depend on HTTP or on a storage technology.
 */
@NullMarked
package dev.chartroom.ports.storage;

import org.jspecify.annotations.NullMarked;
