/**
 * The program against a real control plane: the fixture that finds, starts and ends a kube-apiserver and what
 * belongs to it, and the tests that use it with real kubectl. Knows the wire only: no class of this package may
 * reach into the insides of the program it tests.
 */
@NullMarked
package dev.chartroom.e2e;

import org.jspecify.annotations.NullMarked;
