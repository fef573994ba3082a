package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.WebhookClient;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Calls mutating webhooks for an object, one after the other. */
final class MutatingWebhooks {
    private static final System.Logger LOG = System.getLogger(MutatingWebhooks.class.getName());
    private static final String MUTATION = "mutation.webhook.admission.k8s.io/";
    private static final String PATCH = "patch.webhook.admission.k8s.io/";

    private final WebhookCall call;
    private final JsonCodec codec;

    MutatingWebhooks(WebhookClient client, JsonCodec codec) {
        this.call = new WebhookCall(client, true);
        this.codec = codec;
    }

    /** Returns the attributes, in which the object has the changes of all webhooks. */
    AdmissionAttributes mutate(
            AdmissionAttributes attributes,
            List<Webhook> webhooks,
            AdmissionInputs inputs,
            Reinvocation reinvocation,
            AdmissionNotes notes) {
        reinvocation.beginRound(attributes.objectOrEmpty());
        AdmissionAttributes current = attributes;
        for (int i = 0; i < webhooks.size(); i++) {
            Webhook webhook = webhooks.get(i);
            Optional<AdmissionAttributes> matched = WebhookSelection.match(webhook, current, inputs);
            if (matched.isPresent() && reinvocation.isDue(webhook)) {
                String place = "round_" + (reinvocation.isSecond() ? 1 : 0) + "_index_" + i;
                AdmissionAttributes after = callWithFailurePolicy(matched.get(), webhook, reinvocation, notes, place);
                current = after.objectOrEmpty().equals(matched.get().objectOrEmpty())
                        ? current
                        : current.withObjectOf(after);
            }
        }
        reinvocation.endRound(current.objectOrEmpty());
        return current;
    }

    private AdmissionAttributes callWithFailurePolicy(
            AdmissionAttributes before,
            Webhook webhook,
            Reinvocation reinvocation,
            AdmissionNotes notes,
            String place) {
        AdmissionAttributes after = before;
        try {
            after = callAndPatch(before, webhook, notes, place);
        } catch (WebhookCall.FailedException e) {
            LOG.log(Level.WARNING, e.inLog());
            if (webhook.failurePolicy() == FailurePolicy.FAIL) {
                notes.annotate(MUTATION + place, annotation(webhook, false));
                throw e.toError();
            }
            notes.annotate("failed-open." + MUTATION + place, webhook.name());
        } catch (ApiException e) {
            notes.annotate(MUTATION + place, annotation(webhook, false));
            throw e;
        }
        boolean changed = !after.objectOrEmpty().equals(before.objectOrEmpty());
        notes.annotate(MUTATION + place, annotation(webhook, changed));
        if (changed) {
            reinvocation.recordChange();
        }
        if (webhook.isReinvokedIfNeeded()) {
            reinvocation.requestReinvocation(webhook);
        }
        return after;
    }

    private AdmissionAttributes callAndPatch(
            AdmissionAttributes attributes, Webhook webhook, AdmissionNotes notes, String place)
            throws WebhookCall.FailedException {
        AdmissionReview.Response response = call.invoke(webhook, attributes);
        WebhookSelection.note(webhook, response, attributes, notes);
        if (!response.allowed()) {
            throw response.rejection(webhook);
        }
        if (response.patch().isEmpty()) {
            return attributes;
        }
        JsonValue operations = operations(webhook, response.patch());
        JsonPatch patch = patch(webhook, operations);
        if (patch.isEmpty()) {
            return attributes;
        }
        AdmissionAttributes patched = patched(attributes, webhook, response, patch);
        notes.annotatePatch(PATCH + place, place(webhook).build(), operations);
        return patched;
    }

    private static AdmissionAttributes patched(
            AdmissionAttributes attributes, Webhook webhook, AdmissionReview.Response response, JsonPatch patch)
            throws WebhookCall.FailedException {
        if (attributes.object() == null) {
            throw new ApiException(ApiError.internal("admission webhook " + GoText.quote(webhook.name())
                    + " attempted to modify the object, which is not supported for this operation"));
        }
        if (!response.patchType().equals("JSONPatch")) {
            throw new WebhookCall.FailedException(
                    webhook,
                    WebhookCall.Failure.RESPONSE,
                    "unsupported patch type " + GoText.quote(response.patchType()));
        }
        try {
            if (patch.apply(attributes.object()) instanceof JsonObject object) {
                return attributes.withObject(HookDefaults.added(attributes.kind(), object));
            }
            throw new ApiException(ApiError.internal("the patch of admission webhook " + GoText.quote(webhook.name())
                    + " does not result in an object"));
        } catch (IllegalArgumentException e) {
            throw new ApiException(ApiError.internal(String.valueOf(e.getMessage())));
        }
    }

    private JsonValue operations(Webhook webhook, String base64) throws WebhookCall.FailedException {
        try {
            JsonValue operations = codec.parse(Base64.getDecoder().decode(base64.replaceAll("[\r\n]", "")));
            return operations == JsonNull.NULL ? JsonArray.EMPTY : operations;
        } catch (IllegalArgumentException | ApiException e) {
            throw undecodable(webhook, e);
        }
    }

    private static JsonPatch patch(Webhook webhook, JsonValue operations) throws WebhookCall.FailedException {
        try {
            return JsonPatch.parse(operations);
        } catch (IllegalArgumentException | ApiException e) {
            throw undecodable(webhook, e);
        }
    }

    private static WebhookCall.FailedException undecodable(Webhook webhook, RuntimeException why) {
        return new WebhookCall.FailedException(
                webhook,
                WebhookCall.Failure.RESPONSE,
                "received undecodable patch in webhook response: " + why.getMessage());
    }

    private String annotation(Webhook webhook, boolean mutated) {
        JsonValue annotation = place(webhook).put("mutated", mutated).build();
        return new String(codec.encode(annotation), StandardCharsets.UTF_8);
    }

    private static JsonObject.Builder place(Webhook webhook) {
        return JsonObject.builder()
                .put("configuration", webhook.configuration())
                .put("webhook", webhook.name());
    }
}
