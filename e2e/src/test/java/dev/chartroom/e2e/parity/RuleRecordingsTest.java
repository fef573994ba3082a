package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rule outcomes that {@code adapters-cel} has recorded still match a kube-apiserver. {@code -Dcel.record=true}
 * records them again.
 */
@RequiresControlPlane
class RuleRecordingsTest {
    private static final Path FOLDER = Path.of("../adapters-cel/src/test/resources/golden");
    private static final JacksonCodec CODEC = JacksonCodec.ofStored();
    private static final String GROUP = "rules.chartroom.dev";
    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String OBJECTS = "/apis/" + GROUP + "/v1/";
    private static final Map<String, String> HEADERS = Map.of("Content-Type", "application/json");
    private static final JsonObject READY = JsonObject.builder()
            .put("type", "string")
            .put("enum", JsonArray.of(new JsonString("yes")))
            .build();

    @Test
    void theKubeApiserverAnswersAsRecorded() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        try (Side side = HttpTransport.side(
                        controlPlane.url(),
                        GROUP,
                        Map.of(),
                        controlPlane.admin().identity().sslContext(controlPlane.caPem()));
                Stream<Path> folders = Files.list(FOLDER)) {
            Parallel.each(folders.sorted().toList(), folder -> check(side, folder));
        }
    }

    private static void check(Side side, Path folder) {
        String plural = folder.getFileName().toString().replace("-", "") + "s";
        JsonArray requests = (JsonArray) TestJson.read(folder.resolve("requests.json"));
        JsonObject schema = TestJson.readObject(folder.resolve("schema.json"));
        declare(side, plural, schema);
        for (int i = 0; i < requests.size(); i++) {
            JsonObject request = (JsonObject) requests.get(i);
            if (request.has("old")) {
                assertThat(code(send(side, "POST", OBJECTS + plural, object(plural, i, request.objectOrEmpty("old")))))
                        .isIn(201L, 409L);
            }
        }
        enforce(side, plural, schema);
        List<JsonObject> answers = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            answers.add(answer(side, plural, i, (JsonObject) requests.get(i)));
        }
        compare(folder, answers);
    }

    private static void compare(Path folder, List<JsonObject> answers) {
        Path recording = folder.resolve("expected.json");
        boolean record = Boolean.getBoolean("cel.record");
        // Do not rewrite a file in which only the order differs.
        if (record
                && (!Files.exists(recording) || !comparable(recorded(recording)).equals(comparable(answers)))) {
            write(
                    recording,
                    answers.stream().map(JsonObject::toString).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n")));
        }
        assertThat(comparable(answers)).as(folder.toString()).isEqualTo(comparable(recorded(recording)));
    }

    private static List<JsonObject> recorded(Path recording) {
        return ((JsonArray) TestJson.read(recording))
                .values().stream().map(JsonObject.class::cast).toList();
    }

    /** Creates the CRD without its rules at first, so that objects that break them can be created. */
    private static void declare(Side side, String plural, JsonObject schema) {
        JsonObject answer = send(side, "POST", CRDS, crd(plural, (JsonObject) withoutRules(schema), JsonObject.EMPTY));
        assertThat(code(answer)).as(answer.toString()).isIn(201L, 409L);
        Awaitility.await(plural)
                .atMost(Duration.ofMinutes(2))
                .until(() -> code(send(side, "GET", OBJECTS + plural + "?limit=1", null)) == 200);
    }

    private static void enforce(Side side, String plural, JsonObject schema) {
        String path = CRDS + "/" + plural + "." + GROUP;
        Awaitility.await(plural).atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            JsonObject metadata =
                    send(side, "GET", path, null).objectOrEmpty("body").objectOrEmpty("metadata");
            JsonObject answer = send(side, "PUT", path, crd(plural, schema, metadata));
            assertThat(code(answer)).as(answer.toString()).isEqualTo(200L);
        });
        JsonObject probe = object(plural, -1, JsonObject.EMPTY).with("ready", new JsonString("no"));
        Awaitility.await(plural)
                .atMost(Duration.ofMinutes(1))
                .until(() -> code(send(side, "POST", OBJECTS + plural + "?dryRun=All", probe)) == 422);
    }

    private static JsonObject answer(Side side, String plural, int index, JsonObject request) {
        JsonObject object = object(plural, index, request.objectOrEmpty("spec"));
        boolean update = request.has("old");
        String path = OBJECTS + plural + (update ? "/" + name(index) : "") + "?dryRun=All";
        JsonObject answer =
                send(side, update ? "PUT" : "POST", path, update ? current(side, plural, index, object) : object);
        JsonObject.Builder kept = JsonObject.builder().put("code", code(answer));
        JsonObject details = answer.objectOrEmpty("body").objectOrEmpty("details");
        return code(answer) < 400
                ? kept.build()
                : kept.put("causes", details.arrayOrEmpty("causes")).build();
    }

    private static JsonObject current(Side side, String plural, int index, JsonObject object) {
        JsonObject stored = send(side, "GET", OBJECTS + plural + "/" + name(index), null);
        return object.with("metadata", stored.objectOrEmpty("body").objectOrEmpty("metadata"));
    }

    private static String name(int index) {
        return "o" + index;
    }

    private static JsonObject object(String plural, int index, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", GROUP + "/v1")
                .put("kind", "K" + plural)
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", index < 0 ? "probe" : name(index))
                                .build())
                .put("spec", spec)
                .build();
    }

    private static JsonObject crd(String plural, JsonObject spec, JsonObject metadata) {
        JsonObject properties =
                JsonObject.builder().put("spec", spec).put("ready", READY).build();
        JsonObject schema = JsonObject.builder()
                .put("type", "object")
                .put("properties", properties)
                .build();
        JsonObject version = JsonObject.builder()
                .put("name", "v1")
                .put("served", true)
                .put("storage", true)
                .put("schema", JsonObject.of("openAPIV3Schema", schema))
                .build();
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put("metadata", metadata.with("name", new JsonString(plural + "." + GROUP)))
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", GROUP)
                                .put("scope", "Cluster")
                                .put(
                                        "names",
                                        JsonObject.builder()
                                                .put("plural", plural)
                                                .put("kind", "K" + plural)
                                                .build())
                                .put("versions", JsonArray.of(version))
                                .build())
                .build();
    }

    private static JsonValue withoutRules(JsonValue schema) {
        return switch (schema) {
            case JsonObject object -> {
                JsonObject.Builder kept = JsonObject.builder();
                object.without("x-kubernetes-validations")
                        .members()
                        .forEach((name, value) -> kept.put(name, withoutRules(value)));
                yield kept.build();
            }
            case JsonArray array -> array.map(RuleRecordingsTest::withoutRules);
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> schema;
        };
    }

    private static List<List<String>> comparable(List<JsonObject> answers) {
        return answers.stream()
                .map(answer -> Stream.concat(Stream.of("" + code(answer)), causes(answer).stream())
                        .toList())
                .toList();
    }

    /**
     * Sorts causes by path: upstream iterates over members in random order, so the member that exhausts a budget is
     * random.
     */
    private static List<String> causes(JsonObject answer) {
        return answer.arrayOrEmpty("causes").values().stream()
                .map(JsonObject.class::cast)
                .sorted(Comparator.comparing(cause -> cause.stringOrEmpty("field")))
                .map(cause -> cause.stringOrEmpty("message").contains("running out of cost budget")
                        ? cause.without("field").toString()
                        : cause.stringOrEmpty("field") + " " + cause.stringOrEmpty("reason") + " "
                                + cause.stringOrEmpty("message"))
                .toList();
    }

    private static JsonObject send(Side side, String method, String path, @Nullable JsonObject body) {
        return side.send(
                        method,
                        path,
                        HEADERS,
                        body == null ? null : new String(CODEC.encode(body), StandardCharsets.UTF_8))
                .document();
    }

    private static long code(JsonObject answer) {
        return answer.get("code") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
