package dev.chartroom.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.release.ObjectReadiness;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The readiness of random objects is the one that the real kstatus computes. */
class ReadinessTest {
    private static final int OBJECTS = 4000;
    private static final List<String> KINDS = List.of(
            "apps/v1 Deployment",
            "apps/v1 ReplicaSet",
            "apps/v1 StatefulSet",
            "apps/v1 DaemonSet",
            "batch/v1 Job",
            "batch/v1 CronJob",
            "v1 Pod",
            "v1 PersistentVolumeClaim",
            "v1 Service",
            "v1 ConfigMap",
            "v1 Secret",
            "policy/v1 PodDisruptionBudget",
            "apiextensions.k8s.io/v1 CustomResourceDefinition",
            "example.com/v1 Widget");
    private static final List<String> COUNTS = List.of(
            "replicas",
            "updatedReplicas",
            "readyReplicas",
            "availableReplicas",
            "currentReplicas",
            "fullyLabeledReplicas",
            "desiredNumberScheduled",
            "currentNumberScheduled",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberReady");
    private static final List<String> CONDITIONS = List.of(
            "Progressing",
            "Available",
            "ReplicaFailure",
            "Complete",
            "Failed",
            "Ready",
            "PodScheduled",
            "NamesAccepted",
            "Established");
    private static final List<String> REASONS =
            List.of("NewReplicaSetAvailable", "ProgressDeadlineExceeded", "Unschedulable", "Installing", "Other");

    private final Random random = new Random(26);

    @Test
    void readinessIsThatOfKstatus() throws IOException {
        ClientProgram program = ClientProgram.preparedBy("go", "go/build.sh");
        List<JsonObject> objects =
                IntStream.range(0, OBJECTS).mapToObj(_ -> object()).toList();
        Path file = Files.write(
                ModuleDirectory.newWorkDirectory("readiness").resolve("objects.json"),
                objects.stream().map(JsonObject::toString).toList());

        List<String> expected = program.lines(Map.of(), "readiness", file.toString());

        assertThat(expected).hasSize(OBJECTS);
        assertThat(expected.stream().collect(Collectors.groupingBy(state -> state, Collectors.counting())))
                .as("each state occurs often")
                .hasSize(4)
                .allSatisfy((_, count) -> assertThat(count).isGreaterThan(50));
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(ObjectReadiness.of(objects.get(i), Instant.now()).state().text())
                    .as(objects.get(i).toString())
                    .isEqualTo(expected.get(i));
        }
    }

    private JsonObject object() {
        String[] kind = oneOf(KINDS).split(" ");
        JsonObject.Builder metadata = JsonObject.builder()
                .put("name", "a")
                .put("creationTimestamp", random.nextInt(4) == 0 ? Instant.now().toString() : "2026-01-01T00:00:00Z");
        if (random.nextInt(4) != 0) {
            metadata.put("generation", 2);
        }
        if (random.nextInt(30) == 0) {
            metadata.put("deletionTimestamp", "2026-01-02T00:00:00Z");
        }
        return JsonObject.builder()
                .put("apiVersion", kind[0])
                .put("kind", kind[1])
                .put("metadata", metadata.build())
                .put("spec", spec())
                .put("status", status())
                .build();
    }

    private JsonObject spec() {
        JsonObject.Builder spec = JsonObject.builder();
        if (random.nextBoolean()) {
            spec.put("replicas", random.nextInt(3));
        }
        if (random.nextBoolean()) {
            spec.put("progressDeadlineSeconds", 600);
        }
        if (random.nextInt(3) == 0) {
            spec.put("type", oneOf(List.of("LoadBalancer", "ClusterIP")));
        }
        if (random.nextBoolean()) {
            spec.put("clusterIP", "10.0.0.2");
        }
        if (random.nextInt(3) == 0) {
            JsonObject.Builder strategy = JsonObject.builder().put("type", oneOf(List.of("OnDelete", "RollingUpdate")));
            if (random.nextBoolean()) {
                strategy.put(
                        "rollingUpdate",
                        JsonObject.builder().put("partition", random.nextInt(3)).build());
            }
            spec.put("updateStrategy", strategy.build());
        }
        return spec.build();
    }

    private JsonObject status() {
        JsonObject.Builder status = JsonObject.builder();
        int usual = random.nextInt(3);
        for (String count : COUNTS) {
            if (random.nextInt(5) != 0) {
                status.put(count, random.nextInt(4) == 0 ? random.nextInt(3) : usual);
            }
        }
        if (random.nextInt(3) != 0) {
            status.put("observedGeneration", random.nextInt(6) == 0 ? 1 : 2);
        }
        if (random.nextBoolean()) {
            status.put("startTime", "2026-01-01T00:00:00Z");
        }
        if (random.nextInt(4) != 0) {
            status.put("phase", oneOf(List.of("Pending", "Running", "Succeeded", "Failed")));
        } else if (random.nextBoolean()) {
            status.put("phase", "");
        }
        status.put("currentRevision", oneOf(List.of("a", "b"))).put("updateRevision", "a");
        if (random.nextInt(3) == 0) {
            status.put(
                    "containerStatuses",
                    JsonArray.of(
                            container("PodInitializing"),
                            container(oneOf(List.of("CrashLoopBackOff", "ImagePullBackOff")))));
        }
        List<JsonObject> conditions = new ArrayList<>();
        for (String condition : CONDITIONS) {
            if (random.nextBoolean()) {
                conditions.add(condition(condition));
            }
        }
        if (random.nextInt(12) == 0) {
            conditions.add(condition("Stalled"));
            conditions.add(condition("Reconciling"));
        }
        return status.put("conditions", new JsonArray(List.copyOf(conditions))).build();
    }

    private JsonObject condition(String type) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", oneOf(List.of("True", "True", "False", "Unknown")))
                .put("reason", oneOf(REASONS))
                .put("message", "because")
                .build();
    }

    private static JsonObject container(String reason) {
        return JsonObject.builder()
                .put("name", "main")
                .put(
                        "state",
                        JsonObject.of(
                                "waiting",
                                JsonObject.builder().put("reason", reason).build()))
                .build();
    }

    private String oneOf(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}
