package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.auth.Authorizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of CEL expressions for one request. Each part of the inputs is determined at most once. Not thread-safe.
 */
final class AdmissionInputs {
    /** The fields of a namespace's metadata that policies must not see. */
    private static final List<String> HIDDEN = List.of("managedFields", "ownerReferences", "selfLink");

    private final NamespaceDirectory namespaces;
    private final Authorizer authorizer;
    private final Map<RequestAttributes, Decision> decisions = new HashMap<>();
    private final Map<String, JsonObject> known = new HashMap<>();

    AdmissionInputs(NamespaceDirectory namespaces, Authorizer authorizer) {
        this.namespaces = namespaces;
        this.authorizer = authorizer;
    }

    /** @param params the parameter object; null if there is no such object */
    Input of(AdmissionAttributes attributes, @Nullable JsonObject params, boolean withNamespace) {
        return new Input(
                attributes.objectOrNull(),
                attributes.oldObjectOrNull(),
                attributes.request("", false),
                params == null ? JsonNull.NULL : params,
                withNamespace ? shown(namespace(attributes.namespace())) : JsonNull.NULL,
                attributes.authorization(),
                this::decide);
    }

    /** @throws dev.chartroom.apimachinery.status.ApiException the same errors as for {@link NamespaceDirectory#get} */
    Map<String, String> labels(String name) {
        return namespace(name).objectOrEmpty("metadata").objectOrEmpty("labels").strings();
    }

    private JsonObject namespace(String name) {
        return known.computeIfAbsent(name, namespaces::get);
    }

    private Decision decide(RequestAttributes attributes) {
        return decisions.computeIfAbsent(attributes, authorizer::authorize);
    }

    private static JsonValue shown(JsonObject namespace) {
        JsonObject metadata = namespace.objectOrEmpty("metadata");
        for (String hidden : HIDDEN) {
            metadata = metadata.without(hidden);
        }
        return namespace.without("kind").without("apiVersion").with("metadata", metadata);
    }
}
