package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of kinds, cases and recordings. Reads cases. */
final class CaseFiles {
    /**
     * The folder in the sources, not on the class path, because recordings are written into it. A property overrides
     * it.
     */
    static final Path FOLDER = Path.of(System.getProperty(
            "parity.folder",
            ModuleDirectory.basedir().resolve("src/test/resources/parity").toString()));

    private static final Set<String> CASE_FIELDS = Set.of("name", "contract", "kind", "steps", "description");
    private static final Set<String> STEP_FIELDS = Set.of("request", "headers", "body", "raw", "as", "repeat");

    private CaseFiles() {}

    /** Returns the kinds of {@code parity/kinds}. */
    static List<TestKind> kinds() {
        return Yaml.files(FOLDER.resolve("kinds")).stream()
                .map(file -> TestKind.of(Yaml.read(file)))
                .toList();
    }

    /** Returns all cases, in the order of their files. */
    static List<ParityCase> cases() {
        Path folder = FOLDER.resolve("cases");
        List<ParityCase> cases = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Path file : Yaml.files(folder)) {
            String topic = folder.relativize(file).toString().replaceFirst("\\.yaml$", "");
            for (JsonObject document : Yaml.readAll(file)) {
                ParityCase read = read(topic, document);
                if (!ids.add(read.id())) {
                    throw new IllegalArgumentException("two cases are called " + read.id());
                }
                cases.add(read);
            }
        }
        return cases;
    }

    /**
     * Returns the cases whose topics match the glob in the property {@code parity.cases}; all cases without the
     * property.
     */
    static List<ParityCase> wantedCases() {
        PathMatcher wanted =
                FileSystems.getDefault().getPathMatcher("glob:" + System.getProperty("parity.cases", "**"));
        return cases().stream()
                .filter(each -> wanted.matches(Path.of(each.topic())))
                .toList();
    }

    /** Returns whether {@link #wantedCases} returns all cases. */
    static boolean allAreWanted() {
        return System.getProperty("parity.cases") == null;
    }

    /**
     * Reads a case.
     *
     * @throws IllegalArgumentException if it has an unknown field or lacks one
     */
    static ParityCase read(String topic, JsonObject document) {
        String name = document.stringOrEmpty("name");
        String where = topic + "/" + name;
        check(!name.isEmpty(), where + ": a case needs a name");
        checkFields(document, CASE_FIELDS, where);
        List<ParityCase.Step> steps = new ArrayList<>();
        for (JsonValue step : document.arrayOrEmpty("steps")) {
            steps.add(step(step, where + ", step " + (steps.size() + 1)));
        }
        check(!steps.isEmpty(), where + ": a case needs steps");
        return new ParityCase(
                topic,
                name,
                document.stringOrEmpty("contract"),
                document.string("kind").orElse("Widget"),
                steps,
                document);
    }

    private static ParityCase.Step step(JsonValue step, String where) {
        JsonObject full = step instanceof JsonString ? JsonObject.of("request", step) : object(step, where);
        checkFields(full, STEP_FIELDS, where);
        String request = full.stringOrEmpty("request");
        int space = request.indexOf(' ');
        check(space > 0, where + ": a request is a method and a path");
        check(!(full.has("raw") && full.has("body")), where + ": either body or raw");
        check(full.get("raw") == null || full.get("raw") instanceof JsonString, where + ": raw is a text");
        return new ParityCase.Step(
                request.substring(0, space),
                request.substring(space + 1).strip(),
                headers(full.objectOrEmpty("headers")),
                full.get("body"),
                full.string("raw").orElse(null),
                full.string("as").orElse(null),
                repeat(full, where));
    }

    private static Map<String, @Nullable String> headers(JsonObject headers) {
        Map<String, @Nullable String> read = new LinkedHashMap<>();
        headers.members()
                .forEach((name, value) -> read.put(
                        name,
                        value == JsonNull.NULL
                                ? null
                                : value instanceof JsonString(String text) ? text : value.toString()));
        return read;
    }

    private static ParityCase.@Nullable Repeat repeat(JsonObject step, String where) {
        if (!step.has("repeat")) {
            return null;
        }
        JsonObject repeat = object(step.objectOrEmpty("repeat"), where);
        int times = repeat.get("times") instanceof JsonNumber number
                ? (int) number.asLong().orElse(0)
                : 0;
        check(times > 0, where + ": repeat.times must be a number above 0");
        return new ParityCase.Repeat(times, repeat.string("as").orElse("i"));
    }

    private static JsonObject object(JsonValue value, String where) {
        check(value instanceof JsonObject, where + ": must be an object");
        return (JsonObject) value;
    }

    private static void checkFields(JsonObject object, Set<String> known, String where) {
        for (String field : object.names()) {
            check(known.contains(field), where + ": nobody knows the field " + field);
        }
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
