/**
 * RFC 6902, RFC 7386 and strategic merge patches of JSON values. Knows nothing of kinds or storage.
 */
@NullMarked
package dev.chartroom.domain.patch;

import org.jspecify.annotations.NullMarked;
