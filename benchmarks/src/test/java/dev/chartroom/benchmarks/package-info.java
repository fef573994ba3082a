/**
 * The program measured side by side with the kube-apiserver that serves the same objects underneath: what is run, in
 * which order, and what is made a row of the table. Runs only when it is asked for ({@code chartroom bench}).
 */
@NullMarked
package dev.chartroom.benchmarks;

import org.jspecify.annotations.NullMarked;
