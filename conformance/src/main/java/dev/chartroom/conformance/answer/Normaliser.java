package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the answers of one side to one case comparable. It replaces each value that the server chose by a token. Such
 * values are uids, resource versions, generated names, the current time and ages, continue tokens, and the group. Equal
 * values get the same token. Similar values stay: those that the case chose, other times, and resource versions that
 * are no numbers.
 */
public final class Normaliser {
    private static final Pattern COLLECTION = Pattern.compile("/apis/[^/]+/[^/]+(/namespaces/[^/]+)?/[^/]+");
    private static final Pattern AGE = Pattern.compile("\\d{1,3}s|\\d{1,2}m(\\d{1,2}s)?");

    private final Tokens tokens;
    private final boolean collection;
    private int ageColumn = -1;

    private Normaliser(Tokens tokens, boolean collection) {
        this.tokens = tokens;
        this.collection = collection;
    }

    /**
     * Returns the normalised answers, in the order of their requests.
     *
     * @param source the case, which contains the values that it chose
     * @param group the group of the side's kinds
     * @param from the start of the case
     * @param to the end of the case
     */
    public static List<StepAnswer> normalise(
            JsonObject source, String group, List<Exchanged> exchanged, Instant from, Instant to) {
        Tokens tokens = Harvest.of(source, group, exchanged, from, to);
        List<StepAnswer> normalised = new ArrayList<>();
        for (Exchanged each : exchanged) {
            Normaliser normaliser = new Normaliser(tokens, isCollection(each.path()));
            normalised.add(new StepAnswer(
                    each.label(), normaliser.document(each.path(), each.answer().document())));
        }
        return normalised;
    }

    /** Returns whether a path, with or without a query, is that of all objects of a kind. */
    public static boolean isCollection(String path) {
        return COLLECTION.matcher(path.replaceFirst("\\?.*", "")).matches();
    }

    private JsonObject document(String path, JsonObject document) {
        JsonObject.Builder rewritten = JsonObject.builder();
        document.members()
                .forEach((name, value) -> rewritten.put(
                        name,
                        switch (name) {
                            case "body" -> body(value);
                            case "frames" -> map(Bookmarks.settled(path, value), this::frame);
                            default -> strings(value);
                        }));
        return rewritten.build();
    }

    private JsonValue frame(JsonValue frame) {
        return members(frame, (name, value) -> name.equals("object") ? body(value) : strings(value));
    }

    private JsonValue body(JsonValue body) {
        if (body instanceof JsonObject object && object.stringOrEmpty("kind").equals("Status")) {
            return status(object);
        }
        findAgeColumn(body);
        return members(body, (name, value) -> switch (name) {
            case "metadata" -> metadata(value);
            case "items" -> map(value, this::body);
            case "rows" -> map(value, this::row);
            default -> strings(value);
        });
    }

    private JsonValue status(JsonObject status) {
        JsonValue rewritten = members(status, (name, value) -> switch (name) {
            case "metadata" -> metadata(value);
            case "message" -> message(value);
            case "details" ->
                members(value, (detail, inner) -> detail.equals("causes") ? map(inner, this::cause) : strings(inner));
            default -> strings(value);
        });
        return rewritten instanceof JsonObject object ? Causes.settled(object) : rewritten;
    }

    private JsonValue cause(JsonValue cause) {
        return members(cause, (field, text) -> field.equals("message") ? message(text) : strings(text));
    }

    private JsonValue message(JsonValue value) {
        return value instanceof JsonString(String text) ? new JsonString(tokens.message(text)) : value;
    }

    private JsonValue metadata(JsonValue metadata) {
        boolean ofObject = metadata instanceof JsonObject object && object.has("name");
        return members(metadata, (name, value) -> switch (name) {
            case "resourceVersion" -> version(value, ofObject);
            case "continue" ->
                value instanceof JsonString(String token) && !token.isEmpty() ? new JsonString("<continue>") : value;
            case "managedFields" -> strings(ManagedFieldsOrder.settled(value));
            default -> strings(value);
        });
    }

    private JsonValue version(JsonValue value, boolean ofObject) {
        if (!(value instanceof JsonString(String version))) {
            return value;
        }
        // The version of a collection is that of the whole storage. Chance decides whether this version equals an
        // object's version.
        boolean anyVersion =
                collection && !ofObject && Tokens.VERSION.matcher(version).matches();
        return new JsonString(anyVersion ? "rv*" : tokens.version(version, "rv*"));
    }

    private void findAgeColumn(JsonValue body) {
        JsonArray columns =
                body instanceof JsonObject object ? object.arrayOrEmpty("columnDefinitions") : JsonArray.EMPTY;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i) instanceof JsonObject column
                    && column.stringOrEmpty("name").equals("Age")) {
                ageColumn = i;
            }
        }
    }

    private JsonValue row(JsonValue row) {
        return members(row, (name, value) -> switch (name) {
            case "cells" -> cells(value);
            case "object" -> body(value);
            default -> strings(value);
        });
    }

    private JsonValue cells(JsonValue value) {
        if (!(value instanceof JsonArray cells)) {
            return value;
        }
        List<JsonValue> rewritten = new ArrayList<>();
        for (JsonValue cell : cells) {
            boolean age = rewritten.size() == ageColumn
                    && cell instanceof JsonString(String text)
                    && AGE.matcher(text).matches();
            rewritten.add(age ? new JsonString("<age>") : strings(cell));
        }
        return new JsonArray(rewritten);
    }

    private JsonValue strings(JsonValue value) {
        return switch (value) {
            case JsonString(String text) -> new JsonString(tokens.text(text));
            case JsonArray array -> array.map(this::strings);
            case JsonObject object -> {
                JsonObject.Builder rewritten = JsonObject.builder();
                object.members().forEach((name, member) -> rewritten.put(tokens.text(name), strings(member)));
                yield rewritten.build();
            }
            default -> value;
        };
    }

    private static JsonValue map(@Nullable JsonValue value, UnaryOperator<JsonValue> change) {
        return value instanceof JsonArray array ? array.map(change) : Objects.requireNonNull(value);
    }

    /** Returns an object with every member changed; any other value unchanged. */
    private static JsonValue members(JsonValue value, BiFunction<String, JsonValue, JsonValue> change) {
        if (!(value instanceof JsonObject object)) {
            return value;
        }
        JsonObject.Builder rewritten = JsonObject.builder();
        object.members().forEach((name, member) -> rewritten.put(name, change.apply(name, member)));
        return rewritten.build();
    }
}
