/** The store contract: what every {@link ApplicationStore}, and every decorator of one, has to pass. */
@NullMarked
package dev.chartroom.ports.storage;

import org.jspecify.annotations.NullMarked;
