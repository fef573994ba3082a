/**
 * Exports objects from a server and imports them into one, as plain YAML, whatever stores they are in. It uses the
 * public API with the rights of the command's user.
 */
@NullMarked
package dev.chartroom.bootstrap.transfer;

import org.jspecify.annotations.NullMarked;
