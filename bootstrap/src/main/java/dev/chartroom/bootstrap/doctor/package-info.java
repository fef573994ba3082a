/**
 * The checks of {@code chartroom doctor}. They read the cluster with the rights of the command's user, and change
 * nothing. Each problem has the command that solves it.
 */
@NullMarked
package dev.chartroom.bootstrap.doctor;

import org.jspecify.annotations.NullMarked;
