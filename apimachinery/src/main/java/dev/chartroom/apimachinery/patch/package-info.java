/** RFC 6902, RFC 7386 and strategic merge patches of JSON values. The package does not depend on kinds or storage. */
@NullMarked
package dev.chartroom.apimachinery.patch;

import org.jspecify.annotations.NullMarked;
