/**
 * The versions of a kind: how the spec of an object in one of them becomes that of the stored one and back, by rules that
 * a definition declares, and whether these rules lose anything. Knows nothing of releases, stores or requests.
 */
@NullMarked
package dev.chartroom.domain.version;

import org.jspecify.annotations.NullMarked;
