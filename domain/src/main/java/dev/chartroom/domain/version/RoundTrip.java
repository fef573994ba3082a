package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks on many example specs that a conversion loses nothing, and that the stored version accepts the results.
 * Converts specs of the version to the stored version and back, and stored specs to the version and back. Specs are
 * compared with defaults, and an empty object is treated as missing. A stored spec may be invalid in the version: no
 * read is validated, and a newer version may accept more.
 */
public final class RoundTrip {
    private final VersionConversion conversion;
    private final List<JsonObject> ofVersion;
    private final List<JsonObject> ofStored;

    private RoundTrip(VersionConversion conversion) {
        this.conversion = conversion;
        Map<String, Set<JsonValue>> inVersion = new HashMap<>();
        Map<String, Set<JsonValue>> stored = new HashMap<>();
        for (ConversionRule rule : conversion.rules()) {
            Set<JsonValue> special = special(rule.mapping());
            rule.inVersion().forEach(path -> tried(inVersion, rule, path).addAll(special));
            rule.stored().forEach(path -> tried(stored, rule, path).addAll(special));
        }
        SettledFields settled = SettledFields.of(conversion);
        this.ofVersion = SchemaExamples.of(conversion.schema(), inVersion, settled);
        this.ofStored = SchemaExamples.of(conversion.stored(), stored, settled);
    }

    /**
     * Returns a sentence with an example of a loss, or a sentence about a version without valid examples; empty if
     * nothing is lost.
     *
     * @param version the name of the version, for the sentence
     * @param stored the name of the stored version
     */
    public static Optional<String> loss(VersionConversion conversion, String version, String stored) {
        return new RoundTrip(conversion).loss(version, stored);
    }

    private Optional<String> loss(String version, String stored) {
        for (var examples : Map.of(version, ofVersion, stored, ofStored).entrySet()) {
            if (examples.getValue().isEmpty()) {
                return Optional.of("Chartroom could not create a valid spec of " + examples.getKey()
                        + ": add a default or an example to its required fields");
            }
        }
        return ofVersion.stream()
                .map(spec -> lostFromVersion(spec, version, stored))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> ofStored.stream()
                        .map(spec -> lostFromStored(spec, version, stored))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private Optional<String> lostFromVersion(JsonObject spec, String version, String stored) {
        JsonObject converted;
        JsonObject ofDefaults;
        try {
            converted = conversion.toStored(spec, null);
            ofDefaults = conversion.toStored(shown(conversion.schema(), spec), null);
        } catch (ConversionException _) {
            // The conversion rejects the spec, so no value is lost.
            return Optional.empty();
        }
        JsonObject back = conversion.fromStored(converted);
        if (!same(conversion.schema(), spec, back)) {
            return Optional.of(sentence(version, spec, stored, converted, back));
        }
        return invalidInStored(spec, version, stored, converted)
                .or(() -> same(conversion.stored(), converted, ofDefaults)
                        ? Optional.empty()
                        : Optional.of(defaults(version, spec, stored, converted, ofDefaults, conversion.stored())));
    }

    /** Returns a sentence if the stored version does not accept the result of a conversion. */
    private Optional<String> invalidInStored(JsonObject spec, String version, String stored, JsonObject converted) {
        return SchemaValidator.validate(conversion.stored(), "spec", shown(conversion.stored(), converted), null)
                .stream()
                .findFirst()
                .map(error -> "the spec " + spec + " of " + version + " is " + converted + " in " + stored
                        + ", which is invalid there: " + error);
    }

    private Optional<String> lostFromStored(JsonObject spec, String version, String stored) {
        JsonObject converted = conversion.fromStored(spec);
        JsonObject back;
        try {
            back = conversion.toStored(converted, null);
        } catch (ConversionException e) {
            return Optional.of("the spec " + spec + " of " + stored + " is " + converted + " in " + version
                    + ", which cannot be converted back: spec." + e.field() + " " + e.getMessage());
        }
        if (!same(conversion.stored(), comparable(spec), comparable(back))) {
            return Optional.of(sentence(stored, spec, version, converted, back));
        }
        JsonObject ofDefaults = conversion.fromStored(shown(conversion.stored(), spec));
        return same(conversion.schema(), converted, ofDefaults)
                ? Optional.empty()
                : Optional.of(defaults(stored, spec, version, converted, ofDefaults, conversion.schema()));
    }

    /** Removes the stored fields that have no counterpart in the version according to the rules. */
    private JsonObject comparable(JsonObject spec) {
        JsonObject remaining = spec;
        for (ConversionRule rule : conversion.rules()) {
            if (!rule.mapping().showsAllThatIsStored()) {
                remaining = rule.withoutStored(remaining);
            }
        }
        return remaining;
    }

    private static String sentence(
            String version, JsonObject spec, String otherVersion, JsonObject converted, JsonObject back) {
        return "the spec " + spec + " of " + version + " is " + converted + " in " + otherVersion + ", and " + back
                + " after the conversion back to " + version;
    }

    private static String defaults(
            String version, JsonObject spec, String otherVersion, JsonObject bare, JsonObject full, Schema schema) {
        return "the defaults differ: the spec " + spec + " of " + version + " is " + shown(schema, bare) + " in "
                + otherVersion + ", but with the defaults of " + version + " it is " + shown(schema, full);
    }

    private static boolean same(Schema schema, JsonObject one, JsonObject other) {
        return withoutEmpty(shown(schema, one)).equals(withoutEmpty(shown(schema, other)));
    }

    private static JsonObject shown(Schema schema, JsonObject spec) {
        return SchemaDefaulter.withDefaults(schema, spec);
    }

    private static JsonValue withoutEmpty(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject.Builder remaining = JsonObject.builder();
                object.members().forEach((name, member) -> {
                    JsonValue kept = withoutEmpty(member);
                    if (!kept.equals(JsonObject.EMPTY)) {
                        remaining.put(name, kept);
                    }
                });
                yield remaining.build();
            }
            case JsonArray array -> array.map(RoundTrip::withoutEmpty);
            case JsonValue scalar -> scalar;
        };
    }

    private static Set<JsonValue> tried(Map<String, Set<JsonValue>> special, ConversionRule rule, FieldPath path) {
        return special.computeIfAbsent(rule.scope() + "." + path, _ -> new LinkedHashSet<>());
    }

    private static Set<JsonValue> special(ValueMapping mapping) {
        Set<JsonValue> special = new LinkedHashSet<>();
        switch (mapping) {
            case TranslatedValue(Map<JsonValue, JsonValue> stored) -> {
                special.addAll(stored.keySet());
                special.addAll(stored.values());
            }
            case FixedValue fixed -> special.add(fixed.value());
            case JoinedText text -> {
                String separator = text.separator();
                List.of("a", "a" + separator + "b", "a" + separator + "1", separator, "a" + separator, separator + "b")
                        .forEach(example -> special.add(new JsonString(example)));
                special.add(new JsonString(
                        String.join(separator, Collections.nCopies(text.parts().size() + 1, "a"))));
            }
            case ComputedValue _ -> {}
        }
        return special;
    }
}
