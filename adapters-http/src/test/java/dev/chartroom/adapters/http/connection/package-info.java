@NullMarked
package dev.chartroom.adapters.http.connection;

import org.jspecify.annotations.NullMarked;
