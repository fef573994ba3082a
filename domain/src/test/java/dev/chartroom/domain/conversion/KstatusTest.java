package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An Application has the same kstatus as its HelmRelease in every state in which helm-controller sets a right one. The
 * rules are those that kstatus documents: Terminating comes first, then an unobserved generation counts as InProgress. After
 * those, the conditions Reconciling, Stalled and Ready decide, in this order.
 */
class KstatusTest {
    @ParameterizedTest(name = "{0}: {4}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            fresh                          | 1 | -1 | []                                                            | InProgress
            installing                     | 1 | -1 | [Ready Unknown, Reconciling True]                             | InProgress
            installing, looked at          | 1 | 1  | [Ready Unknown, Reconciling True]                             | InProgress
            ready                          | 1 | 1  | [Ready True, Released True]                                   | Current
            ready, tests passed            | 1 | 1  | [Ready True, Released True, TestSuccess True]                 | Current
            ready and changed              | 2 | 1  | [Ready True, Released True]                                   | InProgress
            upgrading                      | 2 | 1  | [Ready Unknown, Reconciling True, Released True]              | InProgress
            upgrade failed, retries left   | 2 | 1  | [Ready False, Reconciling True, Released False]               | InProgress
            failed, generation looked at   | 2 | 2  | [Ready False, Reconciling True, Released False]               | InProgress
            out of retries                 | 2 | 2  | [Ready False, Stalled True, Released False]                   | Failed
            rolled back and stalled        | 2 | 2  | [Ready False, Stalled True, Released False, Remediated True]  | Failed
            waiting for a dependency       | 1 | 1  | [Ready False, Reconciling False]                              | InProgress
            chart not found                | 1 | 1  | [Ready False]                                                 | InProgress
            deleting                       | 2 | 1  | [Ready True, Released True] deleted                           | Terminating
            """)
    void applicationHasTheKstatusOfItsRelease(
            String state, long generation, long observed, String conditions, String expected) {
        JsonObject release = release(generation, observed, conditions);

        JsonObject application =
                ReleaseConverter.toApplication(TestKinds.redis(), release).toJson();

        assertThat(kstatus(release)).as(state).isEqualTo(expected);
        assertThat(kstatus(application)).as(state).isEqualTo(expected);
    }

    /**
     * States in which the status of helm-controller is misleading. The release of each state has the generation 7,
     * which helm-controller observed.
     */
    @ParameterizedTest(name = "{0}: {3}, not {2}")
    @CsvSource(delimiter = '|', textBlock = """
            suspended while ready      | suspended, Ready True 6                            | Current    | Current
            suspended and edited       | suspended, Ready True 5                            | Current    | InProgress
            suspended from the start   | suspended                                          | Current    | InProgress
            suspended while installing | suspended, Ready Unknown 6, Reconciling True 6     | InProgress | InProgress
            suspended after a failure  | suspended, Ready False 6, Stalled True 6           | Failed     | Failed
            fails again and again      | failures 10, Ready False 7, Reconciling True 7     | InProgress | Failed
            fails for the ninth time   | failures 9, Ready False 7, Reconciling True 7      | InProgress | InProgress
            tries the eleventh time    | failures 10, Ready Unknown 7, Reconciling True 7   | InProgress | InProgress
            """)
    void applicationCorrectsTheKstatusOfItsRelease(String state, String facts, String ofRelease, String expected) {
        JsonObject.Builder spec = JsonObject.builder();
        JsonObject.Builder status =
                JsonObject.builder().put("observedGeneration", 7).put("lastAttemptedGeneration", 7);
        List<JsonValue> conditions = new ArrayList<>();
        for (String fact : facts.split(", ")) {
            String[] words = fact.split(" ");
            switch (words.length) {
                case 1 -> spec.put("suspend", true);
                case 2 -> status.put("failures", Long.parseLong(words[1]));
                default ->
                    conditions.add(JsonObject.builder()
                            .put("type", words[0])
                            .put("status", words[1])
                            .put("observedGeneration", Long.parseLong(words[2]))
                            .build());
            }
        }
        JsonObject release = release(7, 7, "[]")
                .with("spec", spec.build())
                .with(
                        "status",
                        status.put("conditions", new JsonArray(conditions)).build());

        JsonObject application =
                ReleaseConverter.toApplication(TestKinds.redis(), release).toJson();

        assertThat(kstatus(release)).as(state).isEqualTo(ofRelease);
        assertThat(kstatus(application)).as(state).isEqualTo(expected);
    }

    private static JsonObject release(long generation, long observed, String conditions) {
        StringBuilder list = new StringBuilder();
        for (String condition :
                conditions.replaceAll("[\\[\\]]|deleted", "").strip().split(", ?")) {
            if (!condition.isBlank()) {
                String[] words = condition.strip().split(" ");
                list.append(list.isEmpty() ? "" : ",")
                        .append("{\"type\":\"%s\",\"status\":\"%s\",\"reason\":\"R\",\"message\":\"m\"}"
                                .formatted(words[0], words[1]));
            }
        }
        String deletion = conditions.contains("deleted") ? ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"" : "";
        return TestJson.object("""
                {"metadata": {"name": "redis-a", "namespace": "n", "generation": %d%s},
                 "status": {"observedGeneration": %d, "conditions": [%s]}}
                """.formatted(generation, deletion, observed, list));
    }

    /** Returns the status of a custom resource by the rules of kstatus. */
    private static String kstatus(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject status = object.objectOrEmpty("status");
        if (metadata.has("deletionTimestamp")) {
            return "Terminating";
        }
        JsonValue observed = status.get("observedGeneration");
        if (observed != null && !observed.equals(metadata.get("generation"))) {
            return "InProgress";
        }
        if (condition(status, "Reconciling").equals("True")) {
            return "InProgress";
        }
        if (condition(status, "Stalled").equals("True")) {
            return "Failed";
        }
        return switch (condition(status, "Ready")) {
            case "False", "Unknown" -> "InProgress";
            default -> "Current";
        };
    }

    private static String condition(JsonObject status, String type) {
        return status.arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .map(condition -> condition.stringOrEmpty("status"))
                .findFirst()
                .orElse("");
    }
}
