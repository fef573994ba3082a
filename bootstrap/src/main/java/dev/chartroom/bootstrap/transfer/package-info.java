/**
 * Objects out of a server and into one, as plain YAML, whatever stores they are in: by the API that everybody uses, with
 * the rights of whoever does it.
 */
@NullMarked
package dev.chartroom.bootstrap.transfer;

import org.jspecify.annotations.NullMarked;
