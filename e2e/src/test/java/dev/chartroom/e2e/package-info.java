/**
 * The server with a real control plane: the fixture that finds, starts and ends a kube-apiserver, and the tests that
 * use it with the real kubectl. Most tests use only the server's API.
 */
@NullMarked
package dev.chartroom.e2e;

import org.jspecify.annotations.NullMarked;
