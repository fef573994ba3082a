/**
 * The deadlines of requests. Every blocking operation limits its wait to the remaining time, because threads that serve
 * HTTP/2 must not be interrupted.
 */
@NullMarked
package dev.chartroom.ports.deadline;

import org.jspecify.annotations.NullMarked;
