/**
 * A store for a backing API that supports only list and write, such as a database's catalogue or a cloud's API.
 * {@link dev.chartroom.ports.polling.BackingApi} is the interface of such an API;
 * {@link dev.chartroom.ports.polling.PollingApplicationStore} makes a store of it.
 */
@NullMarked
package dev.chartroom.ports.polling;

import org.jspecify.annotations.NullMarked;
