/**
 * Exports objects from a server as plain YAML, and imports such YAML into a server. The objects can be in any store.
 * The package uses the public API with the rights of the command's user.
 */
@NullMarked
package dev.chartroom.bootstrap.transfer;

import org.jspecify.annotations.NullMarked;
