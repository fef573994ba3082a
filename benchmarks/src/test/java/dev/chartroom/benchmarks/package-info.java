/**
 * Measures the program side by side with the kube-apiserver that serves the same objects underneath: the calls, their
 * order, and the rows of the table. Runs only on request ({@code chartroom bench}).
 */
@NullMarked
package dev.chartroom.benchmarks;

import org.jspecify.annotations.NullMarked;
