/** Measures what the reports of a test run leave out, for the report at the end of a build. Knows no other code of ours. */
@NullMarked
package dev.chartroom.ports.facts;

import org.jspecify.annotations.NullMarked;
