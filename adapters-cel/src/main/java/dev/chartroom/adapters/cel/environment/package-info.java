/** The environments in which expressions are compiled: variables, all functions, and their costs. */
@NullMarked
package dev.chartroom.adapters.cel.environment;

import org.jspecify.annotations.NullMarked;
