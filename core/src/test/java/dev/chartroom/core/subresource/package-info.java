@NullMarked
package dev.chartroom.core.subresource;

import org.jspecify.annotations.NullMarked;
