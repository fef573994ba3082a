/**
 * The commands of {@code chartroom}: they read arguments, call the other parts, and print. The package does not build
 * the server itself.
 */
@NullMarked
package dev.chartroom.bootstrap.command;

import org.jspecify.annotations.NullMarked;
