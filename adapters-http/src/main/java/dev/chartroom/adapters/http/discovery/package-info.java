/**
 * Discovery, OpenAPI and version documents: bytes in memory, made once for each snapshot of kinds. They ask no
 * backend.
 */
@NullMarked
package dev.chartroom.adapters.http.discovery;

import org.jspecify.annotations.NullMarked;
