package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.masking.ValueMask;

/** Which webhooks are asked, and what becomes of what they say besides yes or no: the same for both sorts. */
final class WebhookSelection {
    private WebhookSelection() {}

    /**
     * Whether a webhook is to be asked.
     *
     * @throws dev.chartroom.domain.status.ApiException Forbidden where that cannot be said; what the namespace directory
     *     throws
     */
    static boolean selects(Webhook webhook, AdmissionAttributes attributes, AdmissionInputs inputs) {
        if (!webhook.matches(attributes, inputs::labels)) {
            return false;
        }
        try {
            return !webhook.hasConditions() || webhook.meetsConditions(inputs.of(attributes, null, false));
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
