/**
 * Until when a request is to be answered. Whatever blocks asks for the time that is left, since threads that serve
 * HTTP/2 must not be interrupted.
 */
@NullMarked
package dev.chartroom.ports.deadline;

import org.jspecify.annotations.NullMarked;
