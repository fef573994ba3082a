package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Selects the objects that a binding passes to its policy as parameters.
 *
 * @param name the name of the object; empty if a selector is given
 * @param namespace the namespace of the objects; empty for the namespace of the request, or if the kind is
 *     cluster-scoped
 * @param selector the labels of the objects; null if a name is given
 * @param denyWhereNone whether a request is rejected if there is no such object
 */
public record ParamRef(
        String name, String namespace, @Nullable LabelSelector selector, boolean denyWhereNone) {

    /** @throws IllegalArgumentException if the selector is malformed */
    static ParamRef of(JsonObject json) {
        return new ParamRef(
                json.stringOrEmpty("name"),
                json.stringOrEmpty("namespace"),
                json.object("selector").map(LabelSelector::ofJson).orElse(null),
                json.stringOrEmpty("parameterNotFoundAction").equals("Deny"));
    }
}
