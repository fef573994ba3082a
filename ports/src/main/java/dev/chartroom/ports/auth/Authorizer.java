package dev.chartroom.ports.auth;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;

/** Decides whether a request may be served. Called for every request. Thread-safe. */
public interface Authorizer {

    /**
     * Decides about a request.
     *
     * @throws dev.chartroom.domain.status.ApiException if no decision is possible; the request must then not be served
     */
    Decision authorize(RequestAttributes attributes);
}
