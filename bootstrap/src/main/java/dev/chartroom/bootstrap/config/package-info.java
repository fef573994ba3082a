/**
 * The configuration file: its shape, its defaults, and what is wrong with it.
 */
@NullMarked
package dev.chartroom.bootstrap.config;

import org.jspecify.annotations.NullMarked;
