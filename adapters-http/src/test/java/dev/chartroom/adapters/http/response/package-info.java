/** Tests of the classes that write response bodies. */
@NullMarked
package dev.chartroom.adapters.http.response;

import org.jspecify.annotations.NullMarked;
