package dev.chartroom.ports.auth;

/** Determines the user of a request. Called for each request, not only once per connection. Thread-safe. */
public interface Authenticator {

    /**
     * Checks the credentials of a request.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if the user cannot be determined, such as ServiceUnavailable if
     *     the API server is down
     */
    Authentication authenticate(Credentials credentials);
}
