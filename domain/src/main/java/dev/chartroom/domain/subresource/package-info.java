/**
 * The subresources that a kind can have, and how the definition of a kind declares them. The package does not depend on
 * how a subresource gets its content.
 */
@NullMarked
package dev.chartroom.domain.subresource;

import org.jspecify.annotations.NullMarked;
