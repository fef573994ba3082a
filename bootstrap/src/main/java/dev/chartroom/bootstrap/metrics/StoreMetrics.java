package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.bootstrap.tracing.Spans;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Measures the requests that reach a store, and the proofs that its cache is up to date. */
final class StoreMetrics {
    private static final double[] DURATIONS = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30};
    private static final int SERVER_ERROR = 500;

    private final Histogram requests;
    private final Histogram fences;
    private final Histogram lags;
    private final Spans spans;

    /** The operations of a store. */
    enum Operation {
        CREATE,
        GET,
        FIND,
        LIST,
        UPDATE,
        DELETE
    }

    /** The results of an operation. A store rejects a request that the client must change, such as a Conflict. */
    private enum Result {
        SUCCESS,
        REJECTED,
        ERROR
    }

    /** @param spans records the operations as parts of requests */
    StoreMetrics(Instruments instruments, Spans spans) {
        this.spans = spans;
        requests = instruments.histogram(
                "chartroom_store_request_duration_seconds",
                "Duration of the requests to each store in seconds, without requests that a cache answers.",
                DURATIONS,
                "store",
                "operation",
                "result");
        fences = instruments.histogram(
                "chartroom_fence_duration_seconds",
                "Seconds until each store returned its latest revision: written, unavailable or error.",
                DURATIONS,
                "store",
                "result");
        lags = instruments.histogram(
                "chartroom_watch_cache_lag_seconds",
                "Seconds by which each cache was behind its store when a list asked for the latest state.",
                DURATIONS,
                "store");
    }

    private record Outcome(Operation operation, Result result) {}

    /** The series of one store, each resolved once. */
    final class OfStore {
        private final Map<Outcome, DistributionDataPoint> series = new ConcurrentHashMap<>();
        private final String store;
        private final DistributionDataPoint lag;

        private OfStore(String store) {
            this.store = store;
            this.lag = lags.labelValues(store);
        }

        <T> T measured(Operation operation, Supplier<T> call) {
            long start = System.nanoTime();
            Result result = Result.ERROR;
            try {
                T returned = spans.during("store " + store + " " + lower(operation), call);
                result = Result.SUCCESS;
                return returned;
            } catch (ApiException e) {
                result = Status.of(e.error()).code() < SERVER_ERROR ? Result.REJECTED : Result.ERROR;
                throw e;
            } finally {
                series.computeIfAbsent(new Outcome(operation, result), this::created)
                        .observe(Instruments.secondsSince(start));
            }
        }

        Optional<ResourceVersion> measuredFence(Supplier<Optional<ResourceVersion>> call) {
            long start = System.nanoTime();
            String result = "error";
            try {
                Optional<ResourceVersion> latest = call.get();
                result = latest.isPresent() ? "written" : "unavailable";
                return latest;
            } finally {
                fences.labelValues(store, result).observe(Instruments.secondsSince(start));
            }
        }

        private DistributionDataPoint created(Outcome outcome) {
            return requests.labelValues(store, lower(outcome.operation()), lower(outcome.result()));
        }

        void lagged(double seconds) {
            lag.observe(seconds);
        }
    }

    OfStore of(String store) {
        return new OfStore(store);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
