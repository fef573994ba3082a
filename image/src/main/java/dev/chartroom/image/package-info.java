/**
 * Builds the container image from the release archive, without a container engine.
 *
 * <p>Knows the release archive, the JDK, packages of Debian and OCI images. Knows no class of the program.
 */
@NullMarked
package dev.chartroom.image;

import org.jspecify.annotations.NullMarked;
