package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.GroupVersion;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Kubernetes' own definitions that a document refers to. */
final class MetaSchemas {
    private final JsonObject templates;
    private final Dialect dialect;

    MetaSchemas(JsonObject templates, Dialect dialect) {
        this.templates = templates;
        this.dialect = dialect;
    }

    /**
     * Adds definitions with everything that they refer to.
     *
     * @param served the group versions that accept DeleteOptions (wire contract D65)
     */
    void addTo(JsonObject.Builder schemas, Collection<String> names, Collection<GroupVersion> served) {
        Set<String> reached = new LinkedHashSet<>();
        names.forEach(name -> reach(name, reached));
        for (String name : reached) {
            JsonObject schema = dialect.resolve(templates.objectOrEmpty(name));
            JsonArray kinds = schema.arrayOrEmpty(Extensions.GROUP_VERSION_KIND);
            kinds = dialect.namesCoreKinds() ? kinds : JsonArray.EMPTY;
            if (name.equals(Definitions.DELETE_OPTIONS)) {
                kinds = withServed(kinds, served);
            }
            schemas.put(
                    name,
                    kinds.isEmpty()
                            ? schema.without(Extensions.GROUP_VERSION_KIND)
                            : schema.with(Extensions.GROUP_VERSION_KIND, kinds));
        }
    }

    private static JsonArray withServed(JsonArray kinds, Collection<GroupVersion> served) {
        Set<JsonValue> all = new LinkedHashSet<>(kinds.values());
        served.forEach(groupVersion -> all.add(Extensions.gvk(groupVersion.withKind("DeleteOptions"))));
        return new JsonArray(all.stream().toList());
    }

    private void reach(String name, Set<String> reached) {
        if (reached.add(name)) {
            reachFrom(templates.objectOrEmpty(name), reached);
        }
    }

    private void reachFrom(JsonValue value, Set<String> reached) {
        switch (value) {
            case JsonObject object -> {
                if (object.get("$ref") instanceof JsonString(String name)) {
                    reach(name, reached);
                }
                object.members().values().forEach(member -> reachFrom(member, reached));
            }
            case JsonArray array -> array.forEach(element -> reachFrom(element, reached));
            default -> {}
        }
    }
}
