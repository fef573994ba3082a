package dev.chartroom.core.admission;

import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.ports.admission.AdmissionNotes;
import java.util.Optional;

/** Selects the mutating or validating webhooks for a request, and passes on their warnings and annotations. */
final class WebhookSelection {
    private WebhookSelection() {}

    /**
     * Returns the request in the version that the webhook matches; empty if the webhook is not called.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Forbidden if it cannot be decided whether the webhook is
     *     called; TooManyRequests if no turn comes in time; errors of the namespace directory
     */
    static Optional<AdmissionAttributes> match(
            Webhook webhook, AdmissionAttributes attributes, AdmissionInputs inputs) {
        try {
            Optional<AdmissionAttributes> matched =
                    webhook.match(attributes, inputs::labels).map(attributes::in);
            if (matched.isEmpty() || !webhook.hasConditions()) {
                return matched;
            }
            // The evaluation of an expression may take long even if the object is small.
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
            return matched.filter(version -> webhook.meetsConditions(inputs.of(version, null, false)));
        } catch (IllegalArgumentException e) {
            throw attributes.forbidden(String.valueOf(e.getMessage()));
        }
    }

    static void note(
            Webhook webhook, AdmissionReview.Response response, AdmissionAttributes attributes, AdmissionNotes notes) {
        ValueMask mask = attributes.kind().valueMask();
        response.auditAnnotations()
                .forEach((key, value) -> notes.annotate(webhook.name() + "/" + key, mask.applyToText(value)));
        response.warnings().forEach(notes::warn);
    }
}
