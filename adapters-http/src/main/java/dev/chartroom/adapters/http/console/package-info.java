/**
 * Serves the console, an application in the browser, on an origin of its own: its files, its login, and the API behind it. This
 * package decides which requests of a browser may reach an API. It does not know the kinds, and holds no rights of its own: each
 * request to an API has the token of its user.
 */
@NullMarked
package dev.chartroom.adapters.http.console;

import org.jspecify.annotations.NullMarked;
