package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.WebhookClient;
import io.prometheus.metrics.core.metrics.Histogram;
import java.io.IOException;

/** Measures the calls of webhooks, under upstream's names. The cluster's configuration bounds the names of webhooks. */
final class MeasuredWebhookClient implements WebhookClient {
    private static final double[] DURATIONS = {.005, .025, .1, .5, 1, 2.5, 10, 25};

    private final WebhookClient client;
    private final Histogram durations;
    private final PlainCounter rejections;
    private final PlainCounter failedOpen;

    MeasuredWebhookClient(WebhookClient client, Instruments instruments) {
        this.client = client;
        durations = instruments.histogram(
                "apiserver_admission_webhook_admission_duration_seconds",
                "Duration of the calls of each webhook in seconds.",
                DURATIONS,
                "name",
                "rejected");
        rejections = instruments.plainCounter(
                "apiserver_admission_webhook_rejection_count",
                "Requests that each webhook rejected (no_error), or that its failed call rejected"
                        + " (calling_webhook_error).",
                "name",
                "error_type");
        failedOpen = instruments.plainCounter(
                "apiserver_admission_webhook_fail_open_count",
                "Requests that went on although the call of a webhook failed.",
                "name");
    }

    @Override
    public JsonValue review(Webhook webhook, AdmissionReview review) throws IOException {
        long start = System.nanoTime();
        boolean isRejected = webhook.failurePolicy() == FailurePolicy.FAIL;
        try {
            JsonValue answer = client.review(webhook, review);
            isRejected = !isAllowed(answer);
            if (isRejected) {
                rejections.of(webhook.name(), "no_error").increment();
            }
            return answer;
        } catch (IOException e) {
            if (isRejected) {
                rejections.of(webhook.name(), "calling_webhook_error").increment();
            } else {
                failedOpen.of(webhook.name()).increment();
            }
            throw e;
        } finally {
            durations
                    .labelValues(webhook.name(), Boolean.toString(isRejected))
                    .observe(Instruments.secondsSince(start));
        }
    }

    private static boolean isAllowed(JsonValue answer) {
        return answer instanceof JsonObject review
                && review.objectOrEmpty("response").get("allowed") == JsonBoolean.TRUE;
    }
}
