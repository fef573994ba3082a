/** Golden and property tests of the conversion between Applications and HelmReleases. */
@NullMarked
package dev.chartroom.domain.conversion;

import org.jspecify.annotations.NullMarked;
