package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.WebhookClient;
import java.io.IOException;
import java.util.UUID;

/** Calls one webhook for one request. */
record WebhookCall(WebhookClient client, boolean mutating) {

    /** The causes of a failed call, with their texts in the log. */
    enum Failure {
        VERSION("it supports no version of AdmissionReview that Chartroom supports"),
        CALL("the call did not succeed"),
        RESPONSE("its response is invalid");

        private final String words;

        Failure(String words) {
            this.words = words;
        }
    }

    /** Signals a failed call. The failure policy of the webhook then decides about the request. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String inLog;

        FailedException(Webhook webhook, Failure failure, String why) {
            super("failed calling webhook " + GoText.quote(webhook.name()) + ": " + why, null, false, false);
            inLog = "Webhook " + GoText.quote(webhook.name()) + " failed: " + failure.words + " (failure policy "
                    + webhook.failurePolicy() + ")";
        }

        /**
         * Returns the text for the log. Unlike the message, it does not quote the response of the webhook, which may
         * quote the object.
         */
        String inLog() {
            return inLog;
        }

        /** Returns the error that the client receives if the failure policy rejects the request. */
        ApiException toError() {
            return new ApiException(ApiError.internal(String.valueOf(getMessage())));
        }
    }

    /**
     * Calls the webhook.
     *
     * @throws ApiException BadRequest if the request is a dry run and the webhook does not support dry runs; Timeout,
     *     regardless of the failure policy, if the deadline of the request has passed
     */
    AdmissionReview.Response invoke(Webhook webhook, AdmissionAttributes attributes) throws FailedException {
        if (attributes.dryRun() && !webhook.supportsDryRun()) {
            throw ApiException.badRequest(
                    "admission webhook " + GoText.quote(webhook.name()) + " does not support dry run");
        }
        AdmissionReview review;
        try {
            review = AdmissionReview.of(webhook, attributes, UUID.randomUUID().toString(), mutating);
        } catch (IllegalArgumentException e) {
            throw new FailedException(webhook, Failure.VERSION, String.valueOf(e.getMessage()));
        }
        try {
            return review.response(client.review(webhook, review));
        } catch (IOException e) {
            RequestDeadline.current().check();
            throw new FailedException(webhook, Failure.CALL, "failed to call webhook: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new FailedException(
                    webhook, Failure.RESPONSE, "received invalid webhook response: " + e.getMessage());
        }
    }
}
