/**
 * The Application: an object of a served kind as a client sees it, and its plain JSON form. Does not depend on the
 * release that stores it.
 */
@NullMarked
package dev.chartroom.domain.application;

import org.jspecify.annotations.NullMarked;
