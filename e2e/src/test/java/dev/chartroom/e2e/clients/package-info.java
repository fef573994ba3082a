/**
 * Unmodified clients against two sides: a CustomResourceDefinition and a kind that Chartroom serves, with one schema, on
 * one kube-apiserver. What a client sees of the one it has to see of the other. Scripts of commands lie in the
 * resources; nothing here says what an answer should be, the CustomResourceDefinition does.
 */
@NullMarked
package dev.chartroom.e2e.clients;

import org.jspecify.annotations.NullMarked;
