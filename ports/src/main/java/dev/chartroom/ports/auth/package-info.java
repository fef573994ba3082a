/**
 * Who asks and whether they may: the two ports that every request passes. Knows nothing of certificates,
 * headers or tokens beyond their values.
 */
@NullMarked
package dev.chartroom.ports.auth;

import org.jspecify.annotations.NullMarked;
