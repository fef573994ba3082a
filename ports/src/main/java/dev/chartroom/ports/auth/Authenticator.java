package dev.chartroom.ports.auth;

/** Finds out who a request is from. Asked for every request, never once per connection. Thread-safe. */
public interface Authenticator {

    /**
     * Looks at what a request brings.
     *
     * @throws dev.chartroom.domain.status.ApiException where it could not be found out, such as ServiceUnavailable with
     *     the API server down
     */
    Authentication authenticate(Credentials credentials);
}
