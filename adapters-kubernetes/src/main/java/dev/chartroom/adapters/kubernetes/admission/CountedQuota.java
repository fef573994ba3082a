package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.ports.admission.CostQuotas;
import dev.chartroom.ports.admission.ObjectQuota;
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

    /** Returns what the quota allows and what is left. */
    ObjectQuota.Limit limit() {
        Optional<Quantity> used = quantity("used");
        Optional<Quantity> hard = quantity("hard");
        return new ObjectQuota.Limit(
                name(),
                resource,
                hard.map(Quantity::toSuffixedString).orElse(""),
                used.map(Quantity::toSuffixedString).orElse(""),
                used.flatMap(known -> hard.map(limit -> left(limit, known))).orElse(""));
    }

    private static String left(Quantity hard, Quantity used) {
        BigDecimal left = hard.getNumber().subtract(used.getNumber()).max(BigDecimal.ZERO);
        return new Quantity(left, hard.getFormat()).toSuffixedString();
    }

    /** Returns the quota with one more object in use. */
    JsonObject charged() {
        return used(quantity("used")
                .map(CountedQuota::oneMore)
                .map(Quantity::toSuffixedString)
                .orElseThrow());
    }

    /** Returns the quota of a cost; a limit that is no quantity counts as zero. */
    CostQuotas.CostQuota cost() {
        return new CostQuotas.CostQuota(
                name(),
                quantity("hard").map(Quantity::getNumber).orElse(BigDecimal.ZERO),
                quantity("used").map(Quantity::getNumber),
                quota);
    }

    /** Returns the quota with another use. */
    JsonObject withUsed(BigDecimal number) {
        return used(new Quantity(number, Quantity.Format.DECIMAL_SI).toSuffixedString());
    }

    private JsonObject used(String quantity) {
        JsonObject status = quota.objectOrEmpty("status");
        JsonObject used = status.objectOrEmpty("used");
        return quota.with("status", status.with("used", used.with(resource, new JsonString(quantity))));
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
