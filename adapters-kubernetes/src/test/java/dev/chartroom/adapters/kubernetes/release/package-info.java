/** Tests of the store of releases; its contract against a real API server is tested end to end. */
@NullMarked
package dev.chartroom.adapters.kubernetes.release;

import org.jspecify.annotations.NullMarked;
