/**
 * What stores have in common that tell of changes themselves: a change, and a watch that is a bounded queue. Knows the
 * store port and nothing of where the changes come from.
 */
@NullMarked
package dev.chartroom.ports.watch;

import org.jspecify.annotations.NullMarked;
