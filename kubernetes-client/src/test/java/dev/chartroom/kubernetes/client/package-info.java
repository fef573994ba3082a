/** Tests of the connection to an API server. */
@NullMarked
package dev.chartroom.kubernetes.client;

import org.jspecify.annotations.NullMarked;
