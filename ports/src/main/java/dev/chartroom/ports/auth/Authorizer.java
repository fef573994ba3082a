package dev.chartroom.ports.auth;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;

/** Decides whether a request may be served. Asked for every request. Thread-safe. */
public interface Authorizer {

    /**
     * Decides.
     *
     * @throws dev.chartroom.domain.status.ApiException where it could not be decided; the request must then not be
     *     served
     */
    Decision authorize(RequestAttributes attributes);
}
