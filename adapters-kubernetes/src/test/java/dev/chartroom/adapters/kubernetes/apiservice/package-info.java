/** Kind definitions in the cluster. */
@NullMarked
package dev.chartroom.adapters.kubernetes.apiservice;

import org.jspecify.annotations.NullMarked;
