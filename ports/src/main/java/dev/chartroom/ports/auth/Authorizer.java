package dev.chartroom.ports.auth;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;

/** Decides whether a request may be served. Called for every request. Thread-safe. */
public interface Authorizer {

    /**
     * Decides whether a request may be served.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if no decision is possible; the request must not be served in
     *     this case
     */
    Decision authorize(RequestAttributes attributes);
}
