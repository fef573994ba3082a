package dev.chartroom.e2e.hostile;

import dev.chartroom.domain.scaling.Colliding;
import dev.chartroom.domain.scaling.Texts;
import java.util.Collections;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests that made a server slow or failed the requests after them, here or elsewhere. They need a kind that accepts any
 * metadata and an empty spec, and whose field {@code strings}, if it has one, is a set of texts. Nothing of them is stored.
 *
 * @param apiVersion of the kind
 */
public record HostileRequests(String apiVersion, String kind) {
    /** The name of an object that has to be there. */
    public static final String EXISTING = "existing";

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String MERGE = "application/merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    /** A body's size in bytes. A request may have 3 MiB. */
    private static final int LARGE = 2_800_000;
    /** In bytes, of a request's head, which may have 64 KiB. */
    private static final int HEAD = 60_000;

    private static final int NAMES = 5_000;

    /** All of them, each once. */
    public Stream<HostileRequest> all() {
        return Stream.of(bodies(), metadata(), patches(), heads(), names()).flatMap(requests -> requests);
    }

    private Stream<HostileRequest> bodies() {
        return Stream.of(
                HostileRequest.post("an array", 201, JSON, object("\"extra\":[" + "0,".repeat(LARGE / 2) + "0]")),
                // More takes longer than a request may.
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

    /** Names that share a place in a table: in that of a JSON parser, in one of the JDK, or because there are many. */
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

    /** The members of an object of about as many bytes. */
    private static String fields(String prefix, int size) {
        StringBuilder members = new StringBuilder("\"" + prefix + "\":\"v\"");
        for (int i = 0; members.length() < size; i++) {
            members.append(",\"").append(prefix).append(i).append("\":\"v\"");
        }
        return members.toString();
    }

    /** Ten lines at most, whose aliases make thousands of values of them. */
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
