package dev.chartroom.domain.cost;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A cost of the objects of a kind, such as the CPUs of all replicas.
 *
 * @param name the name within the API group, such as {@code cpu}. Kinds of a group can share a cost.
 * @param value computes the cost from a spec in the stored version, with defaults
 * @param isLimited whether ResourceQuotas limit the cost
 */
public record Cost(String name, String description, ValueSource value, boolean isLimited) {
    /** As a quantity of Kubernetes, a cost has at most three decimal places here. It is rounded up. */
    private static final int SCALE = 3;

    /** The greatest cost. Larger numbers lose precision in a quantity. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000_000L);

    /** Returns the name of the resource in a ResourceQuota, such as {@code cost.apps.example.com/cpu}. */
    public String resource(String group) {
        return "cost." + group + "/" + name;
    }

    /**
     * Returns the cost of an object.
     *
     * @param spec the spec in the stored version, with defaults
     * @return a number from 0 to 10<sup>15</sup>; empty if the expression has no such result
     */
    public Optional<BigDecimal> of(JsonObject spec) {
        return value.in(spec)
                .filter(JsonNumber.class::isInstance)
                .map(number -> ((JsonNumber) number).asDecimal())
                .filter(cost -> cost.signum() >= 0 && cost.compareTo(MOST) <= 0)
                .map(cost -> cost.setScale(SCALE, RoundingMode.CEILING).stripTrailingZeros());
    }
}
