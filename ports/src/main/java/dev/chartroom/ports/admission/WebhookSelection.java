package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.masking.ValueMask;
import java.util.Optional;

/** Which webhooks are asked, and what becomes of what they say besides yes or no: the same for both sorts. */
final class WebhookSelection {
    private WebhookSelection() {}

    /**
     * The request as a webhook that is to be asked has to see it; empty where it is not to be asked.
     *
     * @throws dev.chartroom.domain.status.ApiException Forbidden where that cannot be said; what the namespace directory
     *     throws
     */
    static Optional<AdmissionAttributes> seen(Webhook webhook, AdmissionAttributes attributes, AdmissionInputs inputs) {
        try {
            return webhook.match(attributes, inputs::labels)
                    .map(attributes::in)
                    .filter(seen -> !webhook.hasConditions() || webhook.meetsConditions(inputs.of(seen, null, false)));
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
