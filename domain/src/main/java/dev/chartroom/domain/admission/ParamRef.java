package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which objects a binding parametrises its policy with.
 *
 * @param name empty where a selector says it
 * @param namespace empty for that of the request, or where the kind has no namespaces
 * @param selector null where a name says it
 * @param denyWhereNone whether a request is refused where there is no such object
 */
public record ParamRef(
        String name, String namespace, @Nullable LabelSelector selector, boolean denyWhereNone) {

    /** @throws IllegalArgumentException where the selector is malformed */
    static ParamRef of(JsonObject json) {
        return new ParamRef(
                json.stringOrEmpty("name"),
                json.stringOrEmpty("namespace"),
                json.object("selector").map(LabelSelector::ofJson).orElse(null),
                json.stringOrEmpty("parameterNotFoundAction").equals("Deny"));
    }
}
