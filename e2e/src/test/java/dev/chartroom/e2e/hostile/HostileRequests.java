package dev.chartroom.e2e.hostile;

import dev.chartroom.apimachinery.scaling.Colliding;
import dev.chartroom.apimachinery.scaling.Texts;
import java.util.Collections;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests that made some server slow, or made later requests fail. They need a kind that accepts any metadata and an
 * empty spec. If the kind has a field {@code strings}, it must be a set of texts. No request stores anything.
 *
 * @param apiVersion the apiVersion of the kind
 */
public record HostileRequests(String apiVersion, String kind) {
    /** The name of an object that must exist. */
    public static final String EXISTING = "existing";

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String MERGE = "application/merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    /** The size of a body in bytes; the limit is 3 MiB. */
    private static final int LARGE = 2_800_000;
    /** The size of a request's head in bytes; the limit is 64 KiB. */
    private static final int HEAD = 60_000;

    private static final int NAMES = 5_000;

    /** Returns each request once. */
    public Stream<HostileRequest> all() {
        return Stream.of(bodies(), metadata(), patches(), heads(), names()).flatMap(requests -> requests);
    }

    private Stream<HostileRequest> bodies() {
        return Stream.of(
                HostileRequest.post("an array", 201, JSON, object("\"extra\":[" + "0,".repeat(LARGE / 2) + "0]")),
                // A larger body takes longer than the deadline of a request.
                HostileRequest.post(
                        "an array as YAML", 201, YAML, object("\"extra\":[" + "0,".repeat(LARGE / 10) + "0]")),
                HostileRequest.post("nested objects", 201, JSON, object("\"extra\":" + nested())),
                HostileRequest.post("unknown fields", 201, JSON, object(fields("f", LARGE))),
                HostileRequest.post(
                        "texts of equal hashes in a set", 201, JSON, object("\"strings\":[" + collidingTexts() + "]")),
                HostileRequest.post("aliases that multiply", 400, YAML, aliases(100)),
                HostileRequest.post("aliases that multiply within their limit", 201, YAML, aliases(9)));
    }

    private Stream<HostileRequest> metadata() {
        return Stream.of(
                HostileRequest.post("labels", 201, JSON, metadata("\"labels\":{" + fields("l", LARGE) + "}")),
                HostileRequest.post(
                        "labels that are not allowed", 422, JSON, metadata("\"labels\":{" + fields("_", LARGE) + "}")),
                HostileRequest.post("owner references", 201, JSON, metadata(owners())),
                HostileRequest.post("unknown fields of the metadata", 201, JSON, metadata(fields("u", LARGE))));
    }

    private Stream<HostileRequest> patches() {
        return Stream.of(
                HostileRequest.patch("a merge patch", 200, MERGE, "{\"spec\":{" + fields("p", LARGE) + "}}"),
                HostileRequest.patch(
                        "a merge patch of owner references", 200, MERGE, "{\"metadata\":{" + owners() + "}}"),
                HostileRequest.patch(
                        "a configuration",
                        200,
                        APPLY,
                        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"labels\":{%s}}}"
                                .formatted(apiVersion, kind, EXISTING, fields("a", LARGE))));
    }

    private static Stream<HostileRequest> heads() {
        return Stream.of(
                HostileRequest.get("a long Accept", 406, "/" + EXISTING, Map.of("Accept", "a/b,".repeat(HEAD / 4))),
                HostileRequest.get("many cookies", 200, "/" + EXISTING, Map.of("Cookie", "a=b; ".repeat(HEAD / 5))),
                HostileRequest.get("a name of digits as YAML", 404, "/" + "1".repeat(HEAD), Map.of("Accept", YAML)),
                HostileRequest.get(
                        "a long selector", 200, "?labelSelector=" + "!a,".repeat(HEAD / 3) + "!a", Map.of()));
    }

    /**
     * Returns requests with names that collide in a hash table of a JSON parser or of the JDK, or that are merely many.
     */
    private Stream<HostileRequest> names() {
        String[] symbols = Colliding.symbols(NAMES);
        return Stream.of(
                        // Too long for a label.
                        names("symbols", 422, i -> symbols[i]),
                        names("hashes", 201, Texts::colliding),
                        names("new", 201, i -> "n" + i))
                .flatMap(requests -> requests);
    }

    private Stream<HostileRequest> names(String sort, int code, IntFunction<String> name) {
        String members = IntStream.range(0, NAMES)
                .mapToObj(i -> "\"" + name.apply(i) + "\":\"\"")
                .collect(Collectors.joining(",", "{", "}"));
        String anchors = IntStream.range(0, NAMES / 5)
                .mapToObj(i -> "- &" + name.apply(i) + " 1\n")
                .collect(Collectors.joining());
        return Stream.of(
                HostileRequest.post(sort + " in a spec", 201, JSON, object("\"extra\":" + members)),
                HostileRequest.post(sort + " in a spec as YAML", 201, YAML, object("\"extra\":" + members)),
                HostileRequest.post(sort + " as labels", code, JSON, metadata("\"labels\":" + members)),
                HostileRequest.post(sort + " as annotations", code, JSON, metadata("\"annotations\":" + members)),
                HostileRequest.post(sort + " as anchors", 400, YAML, anchors),
                HostileRequest.patch(sort + " in a merge patch", 200, MERGE, "{\"spec\":{\"extra\":" + members + "}}"));
    }

    private String object(String spec) {
        return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"generateName\":\"x-\"},\"spec\":{%s}}"
                .formatted(apiVersion, kind, spec);
    }

    private String metadata(String field) {
        return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"generateName\":\"x-\",%s},\"spec\":{}}"
                .formatted(apiVersion, kind, field);
    }

    private static String owners() {
        return IntStream.range(0, 8_000)
                .mapToObj(i -> "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"" + i + "\"}")
                .collect(Collectors.joining(",", "\"ownerReferences\":[", "]"));
    }

    private static String collidingTexts() {
        return IntStream.range(0, 16_000)
                .mapToObj(i -> "\"" + Texts.colliding(i) + "\"")
                .collect(Collectors.joining(","));
    }

    /** Returns the members of an object of about {@code size} bytes. */
    private static String fields(String prefix, int size) {
        StringBuilder members = new StringBuilder("\"" + prefix + "\":\"v\"");
        for (int i = 0; members.length() < size; i++) {
            members.append(",\"").append(prefix).append(i).append("\":\"v\"");
        }
        return members.toString();
    }

    /** Returns at most ten lines whose aliases expand to thousands of values. */
    private String aliases(int width) {
        StringBuilder yaml =
                new StringBuilder("apiVersion: %s\nkind: %s\nmetadata: {generateName: x-}\nspec:\n  l0: &l0 [1]\n"
                        .formatted(apiVersion, kind));
        for (int level = 1; level <= 4; level++) {
            yaml.append("  l%d: &l%d [%s]\n".formatted(level, level, ("*l" + (level - 1) + ",").repeat(width)));
        }
        return yaml.toString();
    }

    private static String nested() {
        int depth = 50;
        String one = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        return "[" + String.join(",", Collections.nCopies(LARGE / one.length(), one)) + "]";
    }
}
