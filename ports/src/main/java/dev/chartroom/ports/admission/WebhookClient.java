package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.json.JsonValue;
import java.io.IOException;

/** Calls webhooks, each within its own time and the {@link dev.chartroom.ports.deadline.RequestDeadline}. Redirects are not followed. Thread-safe. */
@FunctionalInterface
public interface WebhookClient {

    /**
     * Sends a review.
     *
     * @return the body of the answer, whatever it says
     * @throws IOException where there is no such answer; the message says why
     */
    JsonValue review(Webhook webhook, AdmissionReview review) throws IOException;
}
