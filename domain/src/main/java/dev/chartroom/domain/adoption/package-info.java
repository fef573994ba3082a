/**
 * The adoption of releases that already exist: the rules for which releases can become Applications of a kind, and the
 * effects on each of them. Pure functions of JSON values; they do not read or write releases.
 */
@NullMarked
package dev.chartroom.domain.adoption;

import org.jspecify.annotations.NullMarked;
