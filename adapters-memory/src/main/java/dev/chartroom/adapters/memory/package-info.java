/**
 * The in-memory store: the default store of dev mode, and the reference for the store contract. Objects are lost on
 * exit. Depends on ports only.
 */
@NullMarked
package dev.chartroom.adapters.memory;

import org.jspecify.annotations.NullMarked;
