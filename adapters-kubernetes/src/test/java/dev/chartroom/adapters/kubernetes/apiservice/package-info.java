/** Tests of the annotations of APIServices. */
@NullMarked
package dev.chartroom.adapters.kubernetes.apiservice;

import org.jspecify.annotations.NullMarked;
