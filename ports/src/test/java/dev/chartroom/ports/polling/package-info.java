/** Tests of the store for a polled API, with an API that the tests control. */
@NullMarked
package dev.chartroom.ports.polling;

import org.jspecify.annotations.NullMarked;
