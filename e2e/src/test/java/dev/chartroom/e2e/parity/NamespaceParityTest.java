package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces of dev mode compared with those of a kube-apiserver. */
@RequiresControlPlane
class NamespaceParityTest {
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String OF_ONE = NAMESPACES + "/parity";
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String LONG = "a".repeat(64);

    /** The requests of a namespace's life, in order. The last ones clean up. */
    private static final List<Request> REQUESTS = List.of(
            post("{\"metadata\":{\"name\":\"parity\",\"labels\":{\"team\":\"a\"}},\"spec\":{},\"status\":{}}"),
            post("{\"metadata\":{\"name\":\"parity\"}}"),
            post("{\"metadata\":{\"name\":\"Par_ity\"}}"),
            post("{\"metadata\":{\"name\":\"par.ity\"}}"),
            post("{\"metadata\":{\"name\":\"" + LONG + "\"}}"),
            post("{\"metadata\":{}}"),
            post("{\"metadata\":{\"name\":\"parity-2\",\"labels\":{\"a b\":\"c\"}}}"),
            post("{\"metadata\":{\"name\":\"parity-2\",\"namespace\":\"other\"}}"),
            new Request("POST", NAMESPACES + "?dryRun=All", JSON, "{\"metadata\":{\"name\":\"parity-3\"}}"),
            get(OF_ONE),
            get(OF_ONE + "/status"),
            get(NAMESPACES + "/none"),
            get(NAMESPACES + "?fieldSelector=metadata.name%3Dparity"),
            get(NAMESPACES + "?labelSelector=team%3Da"),
            get(NAMESPACES + "?fieldSelector=metadata.name%3Dnone"),
            new Request("PATCH", OF_ONE, MERGE, "{\"metadata\":{\"labels\":{\"team\":\"b\"}}}"),
            new Request("PATCH", OF_ONE, MERGE, "{\"metadata\":{\"labels\":null}}"),
            new Request("PATCH", OF_ONE, MERGE, "{\"spec\":{\"finalizers\":[]}}"),
            new Request("PATCH", OF_ONE, STRATEGIC, "{\"metadata\":{\"finalizers\":[\"example.com/a\"]}}"),
            new Request(
                    "PATCH",
                    OF_ONE,
                    STRATEGIC,
                    "{\"metadata\":{\"$setElementOrder/finalizers\":[\"example.com/b\",\"example.com/a\"],"
                            + "\"finalizers\":[\"example.com/b\"]}}"),
            new Request(
                    "PATCH",
                    OF_ONE,
                    STRATEGIC,
                    "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"example.com/a\"]}}"),
            new Request(
                    "PATCH",
                    OF_ONE,
                    "application/json-patch+json",
                    "[{\"op\":\"remove\",\"path\":\"/metadata/finalizers\"}]"),
            new Request(
                    "PATCH",
                    OF_ONE + "?fieldManager=parity",
                    "application/apply-patch+yaml",
                    "{apiVersion: v1, kind: Namespace, metadata: {name: parity, labels: {tier: gold}}}"),
            new Request("PATCH", OF_ONE, MERGE, "{\"metadata\":{\"name\":\"other\"}}"),
            new Request("PATCH", NAMESPACES + "/none", MERGE, "{}"),
            new Request("DELETE", NAMESPACES + "/default", JSON, ""),
            new Request("DELETE", NAMESPACES + "/none", JSON, ""),
            new Request("DELETE", OF_ONE + "?dryRun=All", JSON, ""),
            new Request("DELETE", OF_ONE, JSON, ""),
            new Request("DELETE", NAMESPACES + "/parity-2", JSON, ""));

    private static Side theirs;
    private static ChartroomSide ours;

    private record Request(String method, String path, String contentType, String body) {
        String answer(Side side) {
            Map<String, String> headers =
                    Map.of("User-Agent", "parity/1.0", "Content-Type", contentType, "Accept", JSON);
            return normalised(side.send(method, path, headers, body.isEmpty() ? null : body)
                    .document());
        }

        @Override
        public String toString() {
            return method + " " + path + " " + body;
        }
    }

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        theirs = HttpTransport.side(
                controlPlane.url(),
                "",
                Map.of(),
                controlPlane.admin().identity().sslContext(controlPlane.caPem()));
        ours = ChartroomSide.inMemory(List.of());
    }

    @AfterAll
    static void stop() {
        theirs.close();
        ours.close();
    }

    @Test
    void answersMatchTheKubeApiserver() {
        StringBuilder answers = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (Request request : REQUESTS) {
            expected.append(request).append('\n').append(request.answer(theirs)).append('\n');
            answers.append(request)
                    .append('\n')
                    .append(request.answer(ours.side()))
                    .append('\n');
        }

        assertThat(answers.toString()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"namespaces", "namespaces/status"})
    void discoveryMatchesTheKubeApiserver(String resource) {
        assertThat(resource(ours.side(), resource)).isEqualTo(resource(theirs, resource));
    }

    @Test
    void aggregatedDiscoveryMatchesTheKubeApiserverExceptFinalize() {
        // A kube-apiserver shows no version of its own kinds.
        assertThat(aggregated(ours.side()).replace("\"version\":\"v1\"", "\"version\":\"\""))
                .isEqualTo(aggregated(theirs));
    }

    @Test
    void tableHasTheColumnsAndCellsOfTheKubeApiserver() {
        String path = NAMESPACES + "?labelSelector=kubernetes.io/metadata.name%3Ddefault";

        assertThat(table(ours.side(), path)).isEqualTo(table(theirs, path));
    }

    private static JsonObject resource(Side side, String name) {
        return body(side, "/api/v1", JSON).arrayOrEmpty("resources").objects().stream()
                .filter(each -> each.stringOrEmpty("name").equals(name))
                .findFirst()
                .orElseThrow()
                .without("storageVersionHash");
    }

    private static String aggregated(Side side) {
        JsonObject found = body(side, "/api", AGGREGATED).arrayOrEmpty("items").objects().stream()
                .flatMap(group -> group.arrayOrEmpty("versions").objects().stream())
                .flatMap(version -> version.arrayOrEmpty("resources").objects().stream())
                .filter(each -> each.stringOrEmpty("resource").equals("namespaces"))
                .findFirst()
                .orElseThrow();
        JsonArray subresources = new JsonArray(found.arrayOrEmpty("subresources").objects().stream()
                .filter(each -> !each.stringOrEmpty("subresource").equals("finalize"))
                .<JsonValue>map(each -> each)
                .toList());
        return sorted(found.with("subresources", subresources)).toString();
    }

    private static List<String> table(Side side, String path) {
        JsonObject table = body(side, path, TABLE);
        Stream<String> columns = table.arrayOrEmpty("columnDefinitions").objects().stream()
                .map(column -> column.stringOrEmpty("name") + " " + column.get("priority"));
        Stream<String> cells = table.arrayOrEmpty("rows").objects().stream()
                .map(row -> row.arrayOrEmpty("cells"))
                // The third cell is the age.
                .map(row -> row.get(0) + " " + row.get(1) + " " + row.size());
        return Stream.concat(columns, cells).toList();
    }

    private static JsonObject body(Side side, String path, String accept) {
        return side.send("GET", path, Map.of("Accept", accept), null).document().objectOrEmpty("body");
    }

    /**
     * Normalises Chartroom's lists, which are those of a custom resource: items have a kind, and there is always a
     * continue token.
     */
    private static String normalised(JsonObject answer) {
        return sorted(answer)
                .toString()
                .replaceAll("\"uid\":\"[^\"]{36}\"", "\"uid\":\"<uid>\"")
                .replaceAll("\"resourceVersion\":\"[0-9]+\"", "\"resourceVersion\":\"<version>\"")
                .replaceAll("\"[0-9T:-]{19}Z\"", "<time>")
                .replace("\"items\":[{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",", "\"items\":[{")
                .replace("\"continue\":\"\",", "");
    }

    private static JsonValue sorted(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject.Builder sorted = JsonObject.builder();
                new TreeMap<>(object.members()).forEach((name, member) -> sorted.put(name, sorted(member)));
                yield sorted.build();
            }
            case JsonArray array -> array.map(NamespaceParityTest::sorted);
            default -> value;
        };
    }

    private static Request post(String body) {
        return new Request("POST", NAMESPACES, JSON, body);
    }

    private static Request get(String path) {
        return new Request("GET", path, JSON, "");
    }
}
