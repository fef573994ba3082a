/** Tests of the store of an API that can only list its objects. */
@NullMarked
package dev.chartroom.core.store;

import org.jspecify.annotations.NullMarked;
