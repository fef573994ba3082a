package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Collects all constraints on a value: follows local references and flattens {@code allOf}. */
final class Flattening {
    /**
     * The annotations. Old drafts ignore all keywords beside a {@code $ref}, but the conversion uses the annotations
     * there.
     */
    private static final Set<String> ANNOTATIONS = Set.of("title", "description", "default");

    private static final int MAX_REFS = 50;
    private static final List<String> DYNAMIC = List.of("$dynamicRef", "$recursiveRef");

    private final SchemaDocument document;
    private final Budget budget;
    private final Consumer<String> remark;
    private final List<Part> parts = new ArrayList<>();
    private final List<Union> unions = new ArrayList<>();
    private boolean impossible;
    private boolean open;

    private Flattening(SchemaDocument document, Budget budget, Consumer<String> remark) {
        this.document = document;
        this.budget = budget;
        this.remark = remark;
    }

    /**
     * Returns the constraints of all the schemas together.
     *
     * @param remark receives the reason for each part that is left open
     */
    static ValueConstraints of(List<Located> schemas, SchemaDocument document, Budget budget, Consumer<String> remark) {
        Flattening flattening = new Flattening(document, budget, remark);
        schemas.forEach(flattening::add);
        return new ValueConstraints(
                List.copyOf(flattening.parts), List.copyOf(flattening.unions), flattening.impossible, flattening.open);
    }

    private void add(Located located) {
        budget.spend();
        switch (located.schema()) {
            case JsonBoolean allowed -> impossible |= !allowed.value();
            case JsonObject schema -> add(schema, located.refs());
            case JsonArray _, JsonString _, JsonNumber _, JsonNull _ ->
                leaveOpen("is not a schema, which must be an object, true or false");
        }
    }

    private void add(JsonObject schema, Set<String> refs) {
        DYNAMIC.stream().filter(schema::has).forEach(keyword -> leaveOpen(keyword + " is not followed"));
        String ref = schema.stringOrEmpty("$ref");
        boolean alone = !ref.isEmpty() && document.refsStandAlone();
        JsonObject own = alone ? only(schema, ANNOTATIONS) : schema;
        JsonObject.Builder rest = own.toBuilder().remove("$ref");
        List.of("allOf", "anyOf", "oneOf").forEach(rest::remove);
        Part part = new Part(rest.build(), refs);
        parts.add(part);
        if (!ref.isEmpty()) {
            follow(ref, refs);
        }
        Part whole = new Part(own, refs);
        whole.list("allOf").forEach(this::add);
        addUnion(false, whole.list("anyOf"));
        addUnion(true, whole.list("oneOf"));
    }

    private void addUnion(boolean exclusive, List<Located> alternatives) {
        if (!alternatives.isEmpty()) {
            unions.add(new Union(exclusive, alternatives));
        }
    }

    private void follow(String ref, Set<String> refs) {
        if (document.isRemote(ref)) {
            leaveOpen("\"" + ref + "\" is outside of the schema and is not fetched");
            return;
        }
        JsonValue target = document.find(ref);
        if (target == null) {
            leaveOpen("\"" + ref + "\" is not in the schema");
        } else if (refs.contains(ref) && document.isRecursive(ref)) {
            leaveOpen("\"" + ref + "\" refers to itself, but a structural schema cannot be recursive");
        } else if (refs.size() == MAX_REFS) {
            leaveOpen("\"" + ref + "\" is reached through more than " + MAX_REFS + " references");
        } else {
            Set<String> followed = new LinkedHashSet<>(refs);
            followed.add(ref);
            add(new Located(target, followed));
        }
    }

    private void leaveOpen(String reason) {
        open = true;
        remark.accept(reason);
    }

    private static JsonObject only(JsonObject schema, Set<String> keywords) {
        JsonObject.Builder kept = JsonObject.builder();
        schema.members().forEach((name, value) -> {
            if (keywords.contains(name)) {
                kept.put(name, value);
            }
        });
        return kept.build();
    }
}
