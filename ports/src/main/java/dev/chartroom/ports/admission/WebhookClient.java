package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import java.io.IOException;

/**
 * Calls webhooks, each within the webhook's own timeout and the deadline of the request.
 * Does not follow redirects. Thread-safe.
 */
@FunctionalInterface
public interface WebhookClient {

    /**
     * Sends a review.
     *
     * @return the body of the answer, which can have any content
     * @throws IOException if the webhook does not answer successfully with JSON; the message is the reason
     */
    JsonValue review(Webhook webhook, AdmissionReview review) throws IOException;
}
