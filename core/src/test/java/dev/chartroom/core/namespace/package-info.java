/** The contract of namespaces in any store. */
@NullMarked
package dev.chartroom.core.namespace;

import org.jspecify.annotations.NullMarked;
