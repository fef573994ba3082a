/**
 * Releases are kept for objects that other stores have, so that Flux goes on deploying them, and their status becomes the
 * objects'. What a release is to say, the domain decides; how objects and releases are stored, it must not know.
 */
@NullMarked
package dev.chartroom.ports.projection;

import org.jspecify.annotations.NullMarked;
