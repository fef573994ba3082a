/**
 * What Kubernetes demands of the metadata of every object, whatever its kind, in apimachinery's words and order. Pure
 * functions of the metadata; the schema of a kind and where objects are stored are not known here.
 */
@NullMarked
package dev.chartroom.domain.validation;

import org.jspecify.annotations.NullMarked;
