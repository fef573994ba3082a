/**
 * The versions of a kind. Rules of a definition convert the spec of each version to the stored version and back. A
 * check finds rules that lose values. Does not depend on releases, stores or requests.
 */
@NullMarked
package dev.chartroom.domain.version;

import org.jspecify.annotations.NullMarked;
