/**
 * Objects, lists and events as bytes, in each representation. The one place where an answer's body is put
 * together; what is encoded already is never encoded again.
 */
@NullMarked
package dev.chartroom.adapters.http.rendering;

import org.jspecify.annotations.NullMarked;
