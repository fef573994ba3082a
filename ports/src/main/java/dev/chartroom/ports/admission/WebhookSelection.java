package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.ports.limit.ServerCapacity;
import java.util.Optional;

/** Which webhooks are asked, and what becomes of what they say besides yes or no: the same for both sorts. */
final class WebhookSelection {
    private WebhookSelection() {}

    /**
     * The request as a webhook that is to be asked has to see it; empty where it is not to be asked.
     *
     * @throws dev.chartroom.domain.status.ApiException Forbidden where that cannot be said; TooManyRequests if no turn
     *     comes in time; what the namespace directory throws
     */
    static Optional<AdmissionAttributes> seen(Webhook webhook, AdmissionAttributes attributes, AdmissionInputs inputs) {
        try {
            Optional<AdmissionAttributes> seen =
                    webhook.match(attributes, inputs::labels).map(attributes::in);
            if (seen.isEmpty() || !webhook.hasConditions()) {
                return seen;
            }
            // However small the object is, an expression may compute for long.
            ServerCapacity.current().ifPresent(share -> share.begin(Long.MAX_VALUE));
            return seen.filter(version -> webhook.meetsConditions(inputs.of(version, null, false)));
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
