package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.http.openapi.schema.Extensions;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
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
        Set<String> collected = new LinkedHashSet<>();
        names.forEach(name -> collect(name, collected));
        for (String name : collected) {
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

    private void collect(String name, Set<String> collected) {
        if (collected.add(name)) {
            collectFrom(templates.objectOrEmpty(name), collected);
        }
    }

    private void collectFrom(JsonValue value, Set<String> collected) {
        switch (value) {
            case JsonObject object -> {
                if (object.get("$ref") instanceof JsonString(String name)) {
                    collect(name, collected);
                }
                object.members().values().forEach(member -> collectFrom(member, collected));
            }
            case JsonArray array -> array.forEach(element -> collectFrom(element, collected));
            default -> {}
        }
    }
}
