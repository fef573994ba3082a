/** Tests of {@code chartroom doctor}: each breaks an installation, reads the report and runs the remedy in it. */
@NullMarked
package dev.chartroom.e2e.doctor;

import org.jspecify.annotations.NullMarked;
