package dev.chartroom.bootstrap.dev;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The definitions of dev mode. Each KindDefinition also gets the category {@code all}, so that {@code kubectl get all}
 * shows every object. A log line reports each change.
 */
public final class DevKindSource implements KindSource {
    private static final String CATEGORIES = "categories";
    private static final JsonString ALL = new JsonString("all");

    private final KindSource source;
    private final DefinitionLog news = new DefinitionLog();

    public DevKindSource(KindSource source) {
        this.source = source;
    }

    @Override
    public List<DefinitionDocument> documents() {
        return source.documents().stream().map(DevKindSource::listedInAll).toList();
    }

    private static DefinitionDocument listedInAll(DefinitionDocument document) {
        if (!(document instanceof DefinitionDocument.Parsed(String name, JsonObject json, var chart))
                || !json.stringOrEmpty("kind").equals("KindDefinition")
                || !(json.objectOrEmpty("spec").get("names") instanceof JsonObject names)) {
            return document;
        }
        JsonValue given = names.get(CATEGORIES);
        List<JsonValue> categories = new ArrayList<>();
        if (given instanceof JsonArray array) {
            categories.addAll(array.values());
        }
        if (given != null && !(given instanceof JsonArray) || categories.contains(ALL)) {
            // The reader rejects a value of another type.
            return document;
        }
        categories.add(ALL);
        JsonObject spec = json.objectOrEmpty("spec")
                .with("names", names.with(CATEGORIES, new JsonArray(List.copyOf(categories))));
        return new DefinitionDocument.Parsed(name, json.with("spec", spec), chart);
    }

    @Override
    public void follow(Runnable onChange) {
        source.follow(onChange);
    }

    @Override
    public Optional<String> problem() {
        return source.problem();
    }

    @Override
    public void report(Map<String, DefinitionStatus> statuses) {
        news.report(source.documents(), statuses);
        source.report(statuses);
    }

    @Override
    public void withdrawn(String name, String message) {
        source.withdrawn(name, message);
    }

    @Override
    public boolean wasServed(String name) {
        return source.wasServed(name);
    }

    @Override
    public void close() {
        source.close();
    }
}
