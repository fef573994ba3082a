package dev.chartroom.bootstrap.metrics;

import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** Measures the authentication of requests, under upstream's names. */
final class MeasuredAuthenticator implements Authenticator {
    private static final double[] DURATIONS = {
        .001, .002, .004, .008, .016, .032, .064, .128, .256, .512, 1.024, 2.048, 4.096, 8.192, 16.384
    };
    private static final Set<String> KNOWN_USERS =
            Set.of("admin", "client", "kube_proxy", "kubelet", "system:serviceaccount:kube-system:default");

    private final Authenticator authenticator;
    private final Outcome success;
    private final Outcome failure;
    private final Outcome error;
    private final PlainCounter users;

    private record Outcome(LongAdder attempts, DistributionDataPoint durations) {
        void took(long start) {
            attempts.increment();
            durations.observe(Instruments.secondsSince(start));
        }
    }

    MeasuredAuthenticator(Authenticator authenticator, Instruments instruments) {
        this.authenticator = authenticator;
        PlainCounter attempts = instruments.plainCounter(
                "authentication_attempts",
                "Attempts to authenticate a request: success, failure (no valid credentials) or error (not known).",
                "result");
        Histogram durations = instruments.histogram(
                "authentication_duration_seconds", "Duration of authentications in seconds.", DURATIONS, "result");
        success = new Outcome(attempts.of("success"), durations.labelValues("success"));
        failure = new Outcome(attempts.of("failure"), durations.labelValues("failure"));
        error = new Outcome(attempts.of("error"), durations.labelValues("error"));
        users = instruments.plainCounter(
                "authenticated_user_requests",
                "Authenticated requests, by groups of user names as upstream forms them.",
                "username");
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        long start = System.nanoTime();
        Outcome outcome = error;
        try {
            Authentication found = authenticator.authenticate(credentials);
            outcome = switch (found) {
                case Authentication.Authenticated known -> {
                    users.of(bounded(known.user().name())).increment();
                    yield success;
                }
                case Authentication.NoCredentials _, Authentication.Rejected _ -> failure;
            };
            return found;
        } finally {
            outcome.took(start);
        }
    }

    /** Returns the label of a user. Upstream has the same few labels, because every label costs memory. */
    private static String bounded(String user) {
        if (KNOWN_USERS.contains(user)) {
            return user;
        }
        return user.contains("@") ? "email_id" : "other";
    }
}
