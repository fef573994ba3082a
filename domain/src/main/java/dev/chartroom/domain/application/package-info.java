/**
 * The Application: an object of a served kind as a client sees it, and its plain JSON form. Knows nothing of
 * the release underneath it.
 */
@NullMarked
package dev.chartroom.domain.application;

import org.jspecify.annotations.NullMarked;
