package dev.chartroom.adapters.http.api;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.SharedCall;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.fuzz.ProcessorTime;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Takes the user from a header. It allows everything to {@code alice} and {@code dave}, and nothing to other users. The
 * authentication of {@code stranger} never ends, and neither does the authorization of {@code patient} and
 * {@code crowd}. The decision about {@code busy} takes a second of processor time.
 */
final class Users implements Authenticator, Authorizer {
    static final String HEADER = "X-Test-User";

    private final Queue<RequestAttributes> asked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch decided = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final Queue<List<X509Certificate>> certificates = new ConcurrentLinkedQueue<>();
    private final Queue<String> peers = new ConcurrentLinkedQueue<>();

    @Override
    public Authentication authenticate(Credentials credentials) {
        certificates.add(credentials.certificates());
        peers.add(credentials.peer());
        List<String> names = credentials.headers().values(HEADER);
        if (credentials.headers().values("Authorization").contains("Bearer forged")) {
            return new Authentication.Rejected("the token is forged");
        }
        return switch (names.isEmpty() ? "alice" : names.getFirst()) {
            case "nobody" -> new Authentication.NoCredentials();
            case "anonymous" -> new Authentication.Authenticated(UserInfo.ANONYMOUS);
            case "impostor" -> throw new ApiException(new ApiError.Forbidden(masters(UserInfo.ANONYMOUS), ""));
            case "deputy" ->
                throw new ApiException(new ApiError.Forbidden(masters(UserInfo.of("dora", List.of())), ""));
            case "stranger" -> new SharedCall<Authentication>().await();
            case "forger" -> new Authentication.Rejected("the token is forged");
            case "early" -> throw new ApiException(ApiError.unavailable("the API server is down"));
            case String name -> new Authentication.Authenticated(UserInfo.of(name, List.of("testers")));
        };
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        asked.add(attributes);
        return switch (attributes.user().name()) {
            case "alice", "dave" -> new Decision.Allowed();
            case "bob" -> new Decision.Denied("bob is banned");
            case "slow" -> late();
            case "busy" -> worked();
            case "patient", "crowd" -> new SharedCall<Decision>().await();
            case "crash" -> throw new IllegalStateException("authorizer broke");
            case "exhausted" -> throw new OutOfMemoryError("authorizer broke");
            default -> new Decision.NoOpinion("");
        };
    }

    private static RequestAttributes masters(UserInfo user) {
        return new RequestAttributes.NonResource(user, "impersonate", "/");
    }

    /** Decides after a second of processor time. */
    private static Decision worked() {
        LongSupplier worked = ProcessorTime.ofAllThreads();
        while (worked.getAsLong() < 1_000_000_000) {
            Thread.onSpinWait();
        }
        return new Decision.NoOpinion("");
    }

    private Decision late() {
        waiting.incrementAndGet();
        try {
            decided.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new Decision.NoOpinion("");
    }

    /** Returns how many requests of the user {@code slow} have reached the authorizer. */
    int waiting() {
        return waiting.get();
    }

    /** Decides the waiting requests of the user {@code slow}. Later requests of this user are decided at once. */
    void decide() {
        decided.countDown();
    }

    /** Returns the attributes that were authorized since the last call. */
    List<RequestAttributes> asked() {
        return drained(asked);
    }

    /** Returns the certificates of the requests since the last call. */
    List<List<X509Certificate>> certificates() {
        return drained(certificates);
    }

    /** Returns the client addresses of the requests since the last call. */
    List<String> peers() {
        return drained(peers);
    }

    private static <T> List<T> drained(Queue<T> queue) {
        List<T> all = List.copyOf(queue);
        queue.clear();
        return all;
    }
}
