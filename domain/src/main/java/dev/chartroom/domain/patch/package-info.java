/**
 * RFC 6902 and RFC 7386 patches of JSON values. Knows nothing of objects, kinds or storage.
 */
@NullMarked
package dev.chartroom.domain.patch;

import org.jspecify.annotations.NullMarked;
