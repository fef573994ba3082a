/**
 * The formats of strings that a structural schema may ask for, each as the kube-apiserver checks it, which is mostly as
 * Go's standard library reads such a text. Knows texts only, no schemas.
 */
@NullMarked
package dev.chartroom.domain.schema.format;

import org.jspecify.annotations.NullMarked;
