/** How specs become those of other versions, what that may lose, and who owns what in which version. */
@NullMarked
package dev.chartroom.domain.version;

import org.jspecify.annotations.NullMarked;
