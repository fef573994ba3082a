/**
 * Stores whose backing API can be listed and written to, and nothing else: a database's catalogue, a cloud's API.
 * {@link dev.chartroom.ports.polling.BackingApi} is what such an API has to offer;
 * {@link dev.chartroom.ports.polling.PollingApplicationStore} makes a store of it.
 */
@NullMarked
package dev.chartroom.ports.polling;

import org.jspecify.annotations.NullMarked;
