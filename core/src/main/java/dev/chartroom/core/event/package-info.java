/**
 * The mirror of Events: Events about a release, and about the objects of a release, are repeated for its Application.
 * One replica writes the mirrored Events.
 */
@NullMarked
package dev.chartroom.core.event;

import org.jspecify.annotations.NullMarked;
