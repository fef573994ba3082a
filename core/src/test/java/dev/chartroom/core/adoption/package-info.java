/** Tests of the adoption of existing HelmReleases, with releases in memory. */
@NullMarked
package dev.chartroom.core.adoption;

import org.jspecify.annotations.NullMarked;
