/**
 * Downloads charts as Helm does: from registries and repositories. Every download has a limit of its size and its time.
 * The package does not read charts.
 */
@NullMarked
package dev.chartroom.bootstrap.fetch;

import org.jspecify.annotations.NullMarked;
