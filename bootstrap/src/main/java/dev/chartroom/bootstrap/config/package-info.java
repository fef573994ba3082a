/** The configuration file: its fields, its defaults and its validation. */
@NullMarked
package dev.chartroom.bootstrap.config;

import org.jspecify.annotations.NullMarked;
