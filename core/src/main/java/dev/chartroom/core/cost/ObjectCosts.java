package dev.chartroom.core.cost;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The costs of one object.
 *
 * @param spec the spec in the stored version, with defaults
 */
public record ObjectCosts(JsonObject spec) {

    /**
     * Returns the costs of an object. Even a small spec can take long to evaluate, so the request gets a turn.
     *
     * @param kind the kind in the stored version
     * @param spec the spec in the stored version, with or without defaults; null for none
     */
    public static ObjectCosts of(ApplicationKind kind, @Nullable JsonObject spec) {
        if (!kind.costs().isEmpty()) {
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
        }
        JsonObject whole = SchemaDefaulter.ofSpec(kind.schema(), spec);
        return new ObjectCosts(whole == null ? JsonObject.EMPTY : whole);
    }

    /** Returns a cost; empty if it cannot be computed for this object. */
    public Optional<BigDecimal> find(Cost cost) {
        return cost.of(spec);
    }
}
