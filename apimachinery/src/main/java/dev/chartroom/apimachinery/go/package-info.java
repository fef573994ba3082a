/**
 * How Go prints, compares and reads values, where clients see it: texts in messages, numbers,
 * times and durations. The package knows JSON values and nothing of Kubernetes.
 */
@NullMarked
package dev.chartroom.apimachinery.go;

import org.jspecify.annotations.NullMarked;
