package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceUsageTest {
    @TempDir
    private Path folder;

    @Test
    void missingResource_isReported() {
        CommandRun run = CommandRun.of("conformance");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--resource=PLURAL.GROUP");
    }

    @Test
    void wrongOption_isReported() throws IOException {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), "id: a\nreason: b.\nat: /code\n---\nid: c\n");

        assertThat(run("--sequences", "-1")).contains("--sequences -1: must not be negative");
        assertThat(run("--output", "xml")).contains("xml");
        assertThat(run("--accept", folder + "/none.yaml"))
                .contains("--accept " + folder + "/none.yaml: does not exist");
        assertThat(run("--accept", rules.toString()))
                .contains(
                        "rules.yaml, document 2: a rule has id, reason and at, and perhaps cases, crd, ours and runs");
        assertThat(run("--schema", folder + "/none.yaml"))
                .contains("--schema " + folder + "/none.yaml: does not exist");
    }

    @Test
    void unreachableCluster_isReported() throws IOException {
        assertThat(run("--accept", "chartroom")).contains("chartroom: GET /apis/g.example.com: ");
    }

    private String run(String... options) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: a, user: {token: none}}]
            contexts: [{name: a, context: {cluster: a, user: a}}]
            current-context: a
            """);
        List<String> command = new ArrayList<>(
                List.of("conformance", "--resource", "boxes.g.example.com", "--kubeconfig", kubeconfig.toString()));
        command.addAll(List.of(options));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        return run.err();
    }
}
