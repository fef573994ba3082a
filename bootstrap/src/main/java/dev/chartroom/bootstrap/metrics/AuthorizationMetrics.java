package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.ports.auth.Authorizer;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;

/** Measures authorization, under upstream's names: each authorizer of a chain, and the chain as a whole. */
final class AuthorizationMetrics {
    private static final double[] DURATIONS = {
        .001, .002, .004, .008, .016, .032, .064, .128, .256, .512, 1.024, 2.048, 4.096, 8.192, 16.384
    };

    private final Counter decisions;
    private final Counter attempts;
    private final Histogram durations;

    AuthorizationMetrics(Instruments instruments) {
        decisions = instruments.counter(
                "apiserver_authorization_decisions_total",
                "Decisions of each authorizer that allowed or denied a request.",
                "type",
                "name",
                "decision");
        attempts = instruments.counter(
                "authorization_attempts_total",
                "Authorizations of requests: allowed, denied, no-opinion (which also rejects the request) or error.",
                "result");
        durations = instruments.histogram(
                "authorization_duration_seconds", "Duration of authorizations in seconds.", DURATIONS, "result");
    }

    /** Returns an authorizer that counts its decisions. */
    Authorizer counted(String type, Authorizer authorizer) {
        CounterDataPoint allowed = decisions.labelValues(type, type, "allowed");
        CounterDataPoint denied = decisions.labelValues(type, type, "denied");
        return attributes -> {
            Decision decision = authorizer.authorize(attributes);
            switch (decision) {
                case Decision.Allowed _ -> allowed.inc();
                case Decision.Denied _ -> denied.inc();
                case Decision.NoOpinion _ -> {
                    // The next authorizer of the chain decides.
                }
            }
            return decision;
        };
    }

    /** Returns an authorizer that measures the authorization of requests. */
    Authorizer measured(Authorizer authorizer) {
        return attributes -> {
            long start = System.nanoTime();
            String result = "error";
            try {
                Decision decision = authorizer.authorize(attributes);
                result = switch (decision) {
                    case Decision.Allowed _ -> "allowed";
                    case Decision.Denied _ -> "denied";
                    case Decision.NoOpinion _ -> "no-opinion";
                };
                return decision;
            } finally {
                attempts.labelValues(result).inc();
                durations.labelValues(result).observe(Instruments.secondsSince(start));
            }
        };
    }
}
