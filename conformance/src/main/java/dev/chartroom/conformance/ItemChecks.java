package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cluster.TestedResource;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ways to read an object agree with each other. The objects are those that the resource has, so their content is
 * unknown, and it may change between two requests.
 */
final class ItemChecks {
    private static final String TOPIC = "checks/items";
    private static final String AS = "application/json;g=meta.k8s.io;v=v1;as=";
    private static final int ITEMS = 5;
    private static final int TRIES = 3;
    private static final int PAGES = 20;

    private final Side tested;
    private final TestedResource resource;
    private final AcceptedRules rules;
    private final List<CaseComparison> results = new ArrayList<>();

    ItemChecks(Side tested, TestedResource resource, AcceptedRules rules) {
        this.tested = tested;
        this.resource = resource;
        this.rules = rules;
    }

    /** Returns the results; none if there are no objects, or if they cannot be listed. */
    List<CaseComparison> run() {
        if (!resource.verbs().contains("list")) {
            return results;
        }
        List<JsonObject> all = items(read(collection("") + "?limit=" + ITEMS, null));
        if (all.isEmpty()) {
            return results;
        }
        if (resource.verbs().contains("get")) {
            all.stream().limit(ITEMS).forEach(this::get);
        }
        JsonObject first = all.getFirst().objectOrEmpty("metadata");
        String objects = collection(first.stringOrEmpty("namespace"));
        names("table-has-a-row-for-each-item", objects, "", AS + "Table");
        names("metadata-has-each-item", objects, "", AS + "PartialObjectMetadataList");
        check(() -> pages(objects));
        check(() -> selected(
                "field-selector-finds-the-item",
                objects,
                first,
                "fieldSelector=metadata.name%3D" + first.stringOrEmpty("name")));
        first.objectOrEmpty("labels").strings().entrySet().stream()
                .findFirst()
                .ifPresent(label -> check(() -> selected(
                        "label-selector-finds-the-item",
                        objects,
                        first,
                        "labelSelector=" + label.getKey() + "%3D" + label.getValue())));
        return results;
    }

    /** Runs a check again if it fails, because objects may have changed between its requests. */
    private void check(Supplier<Check> requests) {
        Check check = requests.get();
        for (int i = 1; i < TRIES && !check.holds(); i++) {
            check = requests.get();
        }
        results.add(check.compared(rules));
    }

    private void get(JsonObject item) {
        JsonObject metadata = item.objectOrEmpty("metadata");
        String path = collection(metadata.stringOrEmpty("namespace")) + "/" + metadata.stringOrEmpty("name");
        check(() -> new Check(
                TOPIC,
                "get-of-" + metadata.stringOrEmpty("name"),
                "GET " + path,
                shape(item),
                shape(read(path, null))));
    }

    /** Returns the names of the fields, and the identity. Upstream's lists of built-in types have no kind in an item. */
    private static JsonObject shape(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject content = object.without("kind").without("apiVersion");
        return JsonObject.builder()
                .put("fields", JsonArray.ofStrings(new TreeSet<>(content.names())))
                .put("name", metadata.stringOrEmpty("name"))
                .put("namespace", metadata.stringOrEmpty("namespace"))
                .put("uid", metadata.stringOrEmpty("uid"))
                .build();
    }

    private void names(String name, String objects, String query, String accept) {
        check(() -> new Check(
                TOPIC,
                name,
                "GET " + objects + query + " as " + accept.substring(AS.length()),
                named(items(read(objects, null))),
                named(items(read(objects + query, accept)))));
    }

    private Check pages(String objects) {
        List<JsonObject> whole = items(read(objects, null));
        int limit = Math.max(1, whole.size() / 2);
        List<JsonObject> paged = new ArrayList<>();
        String token = "";
        for (int page = 0; page < PAGES; page++) {
            JsonObject list = read(objects + "?limit=" + limit + (token.isEmpty() ? "" : "&continue=" + token), null);
            paged.addAll(items(list));
            token = list.objectOrEmpty("metadata").stringOrEmpty("continue");
            if (token.isEmpty()) {
                break;
            }
        }
        return new Check(
                TOPIC, "pages-have-each-item", "GET " + objects + "?limit=" + limit, named(whole), named(paged));
    }

    private Check selected(String name, String objects, JsonObject metadata, String selector) {
        String path = objects + "?" + selector;
        String wanted = metadata.stringOrEmpty("name");
        JsonArray found = JsonArray.ofStrings(items(read(path, null)).stream()
                .map(item -> item.objectOrEmpty("metadata").stringOrEmpty("name"))
                .filter(wanted::equals)
                .toList());
        return new Check(
                TOPIC,
                name,
                "GET " + path,
                JsonObject.of("names", JsonArray.ofStrings(List.of(wanted))),
                JsonObject.of("names", found));
    }

    private static JsonObject named(List<JsonObject> items) {
        return JsonObject.of(
                "names",
                JsonArray.ofStrings(items.stream()
                        .map(item -> item.objectOrEmpty("metadata").stringOrEmpty("name"))
                        .sorted()
                        .toList()));
    }

    /** Returns the items of a list, or the objects of a table's rows. */
    private static List<JsonObject> items(JsonObject list) {
        return list.has("rows")
                ? list.arrayOrEmpty("rows").objects().stream()
                        .map(row -> row.objectOrEmpty("object"))
                        .toList()
                : list.arrayOrEmpty("items").objects();
    }

    private JsonObject read(String path, @Nullable String accept) {
        Map<String, @Nullable String> headers = accept == null ? Map.of() : Map.of("Accept", accept);
        JsonValue body =
                tested.send("GET", path, Side.headersOf(headers, false), null).body();
        return body instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private String collection(String namespace) {
        return "/apis/" + resource.group() + "/" + resource.version()
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + resource.plural();
    }
}
