/** The manifests that {@code chartroom manifests} prints for the kinds of a configuration. Does not read or write anything. */
@NullMarked
package dev.chartroom.bootstrap.manifests;

import org.jspecify.annotations.NullMarked;
