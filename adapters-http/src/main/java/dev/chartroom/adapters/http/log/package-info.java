/** The log as far as requests are concerned: the current request, the access log, and levels that change at run time. */
@NullMarked
package dev.chartroom.adapters.http.log;

import org.jspecify.annotations.NullMarked;
