/** The store contract, for every {@link ApplicationStore} and for every decorator of a store. */
@NullMarked
package dev.chartroom.ports.storage;

import org.jspecify.annotations.NullMarked;
