/** The contract of namespaces in any store. */
@NullMarked
package dev.chartroom.ports.namespace;

import org.jspecify.annotations.NullMarked;
