@NullMarked
package dev.chartroom.core.watchcache;

import org.jspecify.annotations.NullMarked;
