/**
 * The store that keeps everything in memory: what dev mode runs on, and the reference for the store contract. Knows
 * ports only; what it keeps is gone with the process.
 */
@NullMarked
package dev.chartroom.adapters.memory;

import org.jspecify.annotations.NullMarked;
