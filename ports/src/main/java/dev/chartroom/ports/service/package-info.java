/**
 * The use cases, one concrete class per concern: writing and deleting Applications, surveying them, and maintaining the
 * registry of kinds. They depend on ports and domain, and not on HTTP or a storage technology.
 */
@NullMarked
package dev.chartroom.ports.service;

import org.jspecify.annotations.NullMarked;
