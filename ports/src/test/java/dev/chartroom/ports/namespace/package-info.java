/** What namespaces in a store promise, whichever store it is. */
@NullMarked
package dev.chartroom.ports.namespace;

import org.jspecify.annotations.NullMarked;
