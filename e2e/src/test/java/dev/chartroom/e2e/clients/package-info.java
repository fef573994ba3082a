/**
 * Unmodified clients on two sides: a CustomResourceDefinition and a kind that Chartroom serves, with one schema, on one
 * kube-apiserver. A client must observe the same on both sides. The scripts are in the resources. They contain no
 * expected output: the output of the CustomResourceDefinition is the reference.
 */
@NullMarked
package dev.chartroom.e2e.clients;

import org.jspecify.annotations.NullMarked;
