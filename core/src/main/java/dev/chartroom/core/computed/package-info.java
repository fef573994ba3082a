/**
 * The answers of kinds whose objects are not stored. An answer contains only what its user could also have read or
 * learned without it, so each one asks for the user's own rights. The package does not depend on HTTP.
 */
@NullMarked
package dev.chartroom.core.computed;

import org.jspecify.annotations.NullMarked;
