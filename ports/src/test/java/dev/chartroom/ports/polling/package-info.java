/** What a store of a polled API promises, shown with an API whose looks the tests decide. */
@NullMarked
package dev.chartroom.ports.polling;

import org.jspecify.annotations.NullMarked;
