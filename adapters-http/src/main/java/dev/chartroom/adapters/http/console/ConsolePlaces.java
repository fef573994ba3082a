package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.PeerAddress;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * The places of requests without a token, and of bodies that are being read, each with at most 64 KiB. The addresses of
 * clients share them.
 */
final class ConsolePlaces {
    private static final int PLACES = 128;
    private static final Duration WAIT = Duration.ofSeconds(5);
    /** Whether the current request has one of the places. */
    private static final ScopedValue<Boolean> HAS_PLACE = ScopedValue.newInstance();

    private final FairShares places = new FairShares(PLACES);

    /** Runs the rest of a request with a place, or without one if none is free in time. */
    void hold(ServerRequest request, Runnable rest) {
        Optional<Permit> place = find(request);
        try {
            ScopedValue.where(HAS_PLACE, place.isPresent()).run(rest);
        } finally {
            place.ifPresent(Permit::close);
        }
    }

    private Optional<Permit> find(ServerRequest request) {
        try {
            return Optional.of(take(request));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }

    /** @throws ApiException TooManyRequests if the current request needs a place and has none */
    static void check() {
        if (!HAS_PLACE.orElse(true)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
    }

    /**
     * Takes a place for the time in which a body is read, because a client may send it slowly.
     *
     * @throws ApiException TooManyRequests if none is free in time
     */
    Permit take(ServerRequest request) {
        return places.take(PeerAddress.of(request.remotePeer().address()), WAIT);
    }
}
