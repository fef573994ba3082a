/**
 * The program under test, its clients and their identities. The package knows how a test runs, and not what a test
 * expects.
 */
@NullMarked
package dev.chartroom.e2e.harness;

import org.jspecify.annotations.NullMarked;
