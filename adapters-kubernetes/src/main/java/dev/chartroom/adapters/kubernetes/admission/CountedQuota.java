package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import io.kubernetes.client.custom.Quantity;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * One ResourceQuota as it was read from the cluster, and its count of one resource. The rules and messages are those of
 * apiserver's resourcequota admission.
 *
 * @param resource such as {@code count/redises.apps.example.com}
 */
record CountedQuota(JsonObject quota, String resource) {

    /**
     * Returns whether the quota limits the resource for each object. A quota with scopes limits only pods and similar
     * objects.
     */
    boolean isLimiting() {
        JsonObject spec = quota.objectOrEmpty("spec");
        return quota.objectOrEmpty("status").objectOrEmpty("hard").has(resource)
                && spec.arrayOrEmpty("scopes").isEmpty()
                && spec.objectOrEmpty("scopeSelector").isEmpty();
    }

    /** Returns why one more object would exceed the quota; empty if it would not. */
    Optional<String> refusal() {
        Optional<Quantity> used = quantity("used");
        Optional<Quantity> hard = quantity("hard");
        if (used.isEmpty() || hard.isEmpty()) {
            return Optional.of("status unknown for quota: " + name() + ", resources: " + resource);
        }
        return oneMore(used.get()).getNumber().compareTo(hard.get().getNumber()) <= 0
                ? Optional.empty()
                : Optional.of("exceeded quota: " + name() + ", requested: " + resource + "=1, used: " + resource + "="
                        + used.get().toSuffixedString() + ", limited: " + resource + "="
                        + hard.get().toSuffixedString());
    }

    /** Returns the quota with one more object in use. */
    JsonObject charged() {
        JsonObject status = quota.objectOrEmpty("status");
        JsonObject used = status.objectOrEmpty("used");
        String more = quantity("used")
                .map(CountedQuota::oneMore)
                .map(Quantity::toSuffixedString)
                .orElseThrow();
        return quota.with("status", status.with("used", used.with(resource, new JsonString(more))));
    }

    String name() {
        return quota.objectOrEmpty("metadata").stringOrEmpty("name");
    }

    private static Quantity oneMore(Quantity used) {
        return new Quantity(used.getNumber().add(BigDecimal.ONE), used.getFormat());
    }

    private Optional<Quantity> quantity(String part) {
        String text = quota.objectOrEmpty("status").objectOrEmpty(part).stringOrEmpty(resource);
        return text.isEmpty() ? Optional.empty() : Optional.of(Quantity.fromString(text));
    }
}
