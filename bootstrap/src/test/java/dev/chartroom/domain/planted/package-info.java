/** Violations of the architecture, planted to prove that the rules can fail. */
@org.jspecify.annotations.NullMarked
package dev.chartroom.domain.planted;
