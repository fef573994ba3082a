package dev.chartroom.bootstrap.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Measures the requests to the kube-apiserver, under the names of client-go. Reviews are also measured under the names
 * of the apiserver library. A watch is measured until its headers arrive.
 */
final class ClientMetrics implements Interceptor {
    private static final double[] REQUESTS = {.005, .025, .1, .25, .5, 1, 2, 4, 8, 15, 30, 60};
    private static final double[] REVIEWS = {.25, .5, .7, 1, 1.5, 3, 5, 10};
    private static final String ERROR = "<error>";

    private final Counter requests;
    private final Histogram durations;
    private final Reviews authentication;
    private final Reviews authorization;

    private record Reviews(Counter requests, Histogram durations) {
        static Reviews of(Instruments instruments, String name, String review) {
            return new Reviews(
                    instruments.counter(
                            "apiserver_delegated_" + name + "_request_total",
                            review + "s sent to the kube-apiserver, by response code.",
                            "code"),
                    instruments.histogram(
                            "apiserver_delegated_" + name + "_request_duration_seconds",
                            "Duration of " + review + "s in seconds.",
                            REVIEWS,
                            "code"));
        }

        void took(String code, double seconds) {
            requests.labelValues(code).inc();
            durations.labelValues(code).observe(seconds);
        }
    }

    ClientMetrics(Instruments instruments) {
        requests = instruments.counter(
                "rest_client_requests_total",
                "Requests to the kube-apiserver, by response code.",
                "code",
                "method",
                "host");
        durations = instruments.histogram(
                "rest_client_request_duration_seconds",
                "Seconds until the headers of the kube-apiserver's response arrived.",
                REQUESTS,
                "verb",
                "host");
        authentication = Reviews.of(instruments, "authn", "TokenReview");
        authorization = Reviews.of(instruments, "authz", "SubjectAccessReview");
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        long start = System.nanoTime();
        String code = ERROR;
        try {
            Response response = chain.proceed(request);
            code = Integer.toString(response.code());
            return response;
        } finally {
            record(request, code, Instruments.secondsSince(start));
        }
    }

    private void record(Request request, String code, double seconds) {
        String host = request.url().host() + ":" + request.url().port();
        requests.labelValues(code, request.method(), host).inc();
        durations.labelValues(request.method(), host).observe(seconds);
        switch (request.url().pathSegments().getLast()) {
            case "tokenreviews" -> authentication.took(code, seconds);
            case "subjectaccessreviews" -> authorization.took(code, seconds);
            default -> {
                // No review.
            }
        }
    }
}
