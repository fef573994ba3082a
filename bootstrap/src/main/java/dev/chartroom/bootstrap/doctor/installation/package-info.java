/** The installation that {@code chartroom doctor} examines: how it is read, and the commands that change it. */
@NullMarked
package dev.chartroom.bootstrap.doctor.installation;

import org.jspecify.annotations.NullMarked;
