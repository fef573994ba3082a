package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.WebhookClient;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.io.IOException;

/**
 * Measures the calls of webhooks, under upstream's names and with its labels. The cluster's configuration bounds the
 * names of webhooks.
 */
final class MeasuredWebhookClient implements WebhookClient {
    private static final double[] DURATIONS = {.005, .025, .1, .5, 1, 2.5, 10, 25};
    /** The code of a call that failed, as upstream has it. */
    private static final int NO_CODE = 0;

    private static final int OK = 200;
    /** The code of a rejection is between these two, because a webhook may answer with any number. */
    private static final int SMALLEST_REJECTION = 400;

    private static final int LARGEST_REJECTION = 600;

    private final WebhookClient client;
    private final Histogram durations;
    private final Counter calls;
    private final PlainCounter rejections;
    private final PlainCounter failedOpen;

    MeasuredWebhookClient(WebhookClient client, Instruments instruments) {
        this.client = client;
        durations = instruments.histogram(
                "apiserver_admission_webhook_admission_duration_seconds",
                "Duration of the calls of each webhook in seconds.",
                DURATIONS,
                "name",
                "type",
                "operation",
                "rejected");
        calls = instruments.counter(
                "apiserver_admission_webhook_request_total",
                "Calls of each webhook, by the response code of the call.",
                "name",
                "type",
                "operation",
                "code",
                "rejected");
        rejections = instruments.plainCounter(
                "apiserver_admission_webhook_rejection_count",
                "Requests that each webhook rejected (no_error), or that its failed call rejected"
                        + " (calling_webhook_error).",
                "name",
                "type",
                "operation",
                "error_type",
                "rejection_code");
        failedOpen = instruments.plainCounter(
                "apiserver_admission_webhook_fail_open_count",
                "Requests that went on although the call of a webhook failed.",
                "name",
                "type");
    }

    @Override
    public JsonValue review(Webhook webhook, AdmissionReview review) throws IOException {
        long start = System.nanoTime();
        String name = webhook.name();
        String type = review.mutating() ? "admit" : "validating";
        String operation = review.request().stringOrEmpty("operation");
        boolean isRejected = webhook.failurePolicy() == FailurePolicy.FAIL;
        int code = NO_CODE;
        try {
            JsonValue answer = client.review(webhook, review);
            JsonObject response =
                    answer instanceof JsonObject object ? object.objectOrEmpty("response") : JsonObject.EMPTY;
            isRejected = response.get("allowed") != JsonBoolean.TRUE;
            code = isRejected ? codeOf(response) : OK;
            if (isRejected) {
                rejections
                        .of(name, type, operation, "no_error", Integer.toString(code))
                        .increment();
            }
            return answer;
        } catch (IOException e) {
            if (isRejected) {
                rejections
                        .of(name, type, operation, "calling_webhook_error", Integer.toString(NO_CODE))
                        .increment();
            } else {
                failedOpen.of(name, type).increment();
            }
            throw e;
        } finally {
            String rejected = Boolean.toString(isRejected);
            durations.labelValues(name, type, operation, rejected).observe(Instruments.secondsSince(start));
            calls.labelValues(name, type, operation, Integer.toString(code), rejected)
                    .inc();
        }
    }

    private static int codeOf(JsonObject response) {
        long code = response.objectOrEmpty("status").get("code") instanceof JsonNumber number
                ? number.asLong().orElse(NO_CODE)
                : NO_CODE;
        return Math.clamp(code, SMALLEST_REJECTION, LARGEST_REJECTION);
    }
}
