/** The store contract, for every {@link ApplicationStore} and every decorator of one. */
@NullMarked
package dev.chartroom.ports.storage;

import org.jspecify.annotations.NullMarked;
