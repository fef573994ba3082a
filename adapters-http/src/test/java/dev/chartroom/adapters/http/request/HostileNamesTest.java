package dev.chartroom.adapters.http.request;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.FuzzedWrites;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.scaling.Colliding;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.write.Patch;
import dev.chartroom.ports.json.JsonDocument;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * The names in one request neither delay later requests nor make them fail, because no table of names outlives a
 * request.
 */
class HostileNamesTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UPS = 100;
    private static final int ROUNDS = 200;
    private static final int TRIES = 10;
    /** The number of names in one body. Each name has about a hundred characters. */
    private static final int NAMES = 5_000;

    private final JacksonCodec codec = new JacksonCodec();

    @Test
    void hostileNamesDoNotAffectLaterRequests() {
        List<String> answersBefore = ordinary("a");
        long before = nanos();

        hostile();

        assertThat(ordinary("a")).isEqualTo(answersBefore);
        // The names of these requests are new: a full table would have no space for them.
        for (int i = 0; i < 100; i++) {
            assertThat(ordinary("after" + i)).hasSameSizeAs(answersBefore);
        }
        // A linear search of the names would at least double the processor time, in every try. A smaller difference is
        // noise.
        long after = nanos();
        for (int i = 1; i < TRIES && after >= 2 * before; i++) {
            after = Math.min(after, nanos());
        }
        assertThat(after).isLessThan(2 * before);
    }

    private void hostile() {
        String[] symbols = Colliding.symbols(4 * NAMES);
        for (int upload = 0; upload < 4; upload++) {
            int first = upload * NAMES;
            send(number -> symbols[first + number]);
            send(number -> Texts.colliding(first + number));
            send(number -> "name" + (first + number));
        }
    }

    private void send(IntFunction<String> name) {
        String members = members("\"%s\":1", name);
        String texts = members("\"%s\":\"\"", name);
        refusedOrDone(() -> FuzzedWrites.empty()
                .create(json("{\"metadata\":{\"name\":\"a\"},\"spec\":{\"extra\":" + members + "}}")));
        refusedOrDone(() -> FuzzedWrites.empty()
                .create(json("{\"metadata\":{\"name\":\"a\",\"labels\":" + texts + "},\"spec\":{}}")));
        refusedOrDone(() -> FuzzedWrites.empty()
                .create(json("{\"metadata\":{\"name\":\"a\",\"annotations\":" + texts + "},\"spec\":{}}")));
        refusedOrDone(() -> FuzzedWrites.empty()
                .create(json(
                        "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Apply\","
                                + "\"apiVersion\":\"apps.test.example.com/v1alpha1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":"
                                + members("\"f:%s\":{}", name) + "}]},\"spec\":{}}")));
        refusedOrDone(() ->
                FuzzedWrites.withAnObject().patch(Patch.merge(json("{\"spec\":{\"extra\":" + members + "}}")), ""));
        refusedOrDone(() -> FuzzedWrites.withAnObject()
                .patch(
                        Patch.json(json("["
                                + members("{\"op\":\"add\",\"path\":\"/spec/extra/%s\",\"value\":1}", name)
                                        .replaceAll("^\\{|}$", "")
                                + "]")),
                        ""));
        refusedOrDone(() -> FuzzedWrites.withAnObject().apply(yaml("spec:\n  extra: " + members), true));
        refusedOrDone(() ->
                yaml(repeated("", i -> "- &" + name.apply(i) + " 1\n", "").apply(50_000)));
        ProtobufMessage.ofEnvelope(Protobuf.object(repeated(
                                "",
                                i -> Protobuf.field(11, Protobuf.field(1, name.apply(i)) + Protobuf.field(2, "b")),
                                "")
                        .apply(50_000)))
                .message(1)
                .messages(11)
                .forEach(label -> label.text(1));
    }

    private static String members(String form, IntFunction<String> name) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            members.add(String.format(form, name.apply(i)));
        }
        return "{" + String.join(",", members) + "}";
    }

    private static void refusedOrDone(Runnable request) {
        try {
            request.run();
        } catch (ApiException _) {
            // A refusal is a valid response.
        }
    }

    /** Does the work of a few requests that another client sends, and returns the results. */
    private List<String> ordinary(String name) {
        JsonDocument object = json("{\"metadata\":{\"name\":\"a\",\"labels\":{\"" + name
                + "\":\"b\"}},\"spec\":{\"replicas\":3,\"args\":[\"x\"],\"extra\":{\"" + name
                + "\":{\"c\":[1,2.5]}}}}");
        byte[] json = codec.encode(object.value());
        FuzzedWrites.empty().create(object);
        FuzzedWrites.withAnObject().patch(Patch.merge(json("{\"spec\":{\"extra\":{\"" + name + "\":1}}}")), "");
        FuzzedWrites.withAnObject().apply(yaml("spec:\n  extra:\n    " + name + ": 1\n"), true);
        JsonValue again = codec.parseYaml(YamlWriter.write(json));
        return List.of(new String(json, StandardCharsets.UTF_8), again.toString());
    }

    /** Returns the shortest processor time of the ordinary requests, in nanoseconds. */
    private long nanos() {
        for (int i = 0; i < WARM_UPS; i++) {
            ordinary("a" + i);
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            ordinary("b" + i);
            least = Math.min(least, THREADS.getCurrentThreadCpuTime() - start);
        }
        return least;
    }

    private JsonDocument json(String text) {
        return codec.document(text.getBytes(StandardCharsets.UTF_8));
    }

    private JsonDocument yaml(String text) {
        return codec.yamlDocument(text.getBytes(StandardCharsets.UTF_8));
    }
}
