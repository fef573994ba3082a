/**
 * Who asks, what for, and the answer. Values only: how a user is authenticated or authorized is not known here.
 */
@NullMarked
package dev.chartroom.domain.auth;

import org.jspecify.annotations.NullMarked;
