/**
 * The read-only subresources of Applications: what each shows, and to whom. Whatever a view reads with the server's own
 * identity, it shows only to a user who could have read it, or who has the right on the subresource that shows exactly
 * this. The package does not depend on HTTP or on where releases and their objects are.
 */
@NullMarked
package dev.chartroom.core.subresource;

import org.jspecify.annotations.NullMarked;
