/**
 * The use cases, one concrete class per concern: reading, writing and watching Applications, and keeping the
 * registry of kinds. They know ports and domain, neither HTTP nor a technology of storage.
 */
@NullMarked
package dev.chartroom.ports.service;

import org.jspecify.annotations.NullMarked;
