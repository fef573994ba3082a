package dev.chartroom.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.JsonClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivilegedCallsCheckTest {
    private static final String EVENT = """
            {"verb": "%s", "userAgent": "%s", "requestURI": "/apis?timeout=1s",
             "user": {"username": "system:serviceaccount:chartroom-system:chartroom"}, "objectRef": %s}
            """;
    private static final String STATUS =
            "{\"resource\": \"kinddefinitions\", \"subresource\": \"status\", \"apiGroup\": \"chartroom.dev\"}";

    @TempDir
    private Path folder;

    @Test
    void callIsAVerbAndAResourceOrPath() {
        assertThat(PrivilegedCalls.of(JsonClient.object(EVENT.formatted("update", "chartroom", STATUS))))
                .contains("update kinddefinitions/status.chartroom.dev");
        assertThat(PrivilegedCalls.of(
                        JsonClient.object(EVENT.formatted("get", "chartroom", "{\"resource\": \"secrets\"}"))))
                .contains("get secrets");
        assertThat(PrivilegedCalls.of(JsonClient.object(EVENT.formatted("get", "chartroom", "{}"))))
                .contains("get /apis");
        assertThat(PrivilegedCalls.of(JsonClient.object(EVENT.formatted("get", "kubectl/v1.36", "{}"))))
                .isEmpty();
    }

    @Test
    void eachEventIsReadOnce() throws IOException {
        String line = EVENT.formatted("update", "chartroom", STATUS).replace("\n", "");
        Path log = Files.writeString(folder.resolve("audit.log"), line + "\n" + line.substring(0, 20));
        PrivilegedCalls calls = new PrivilegedCalls(log);

        assertThat(calls.next()).containsExactly("update kinddefinitions/status.chartroom.dev");
        assertThat(calls.next()).isEmpty();

        Files.writeString(log, line.substring(20) + "\n", StandardOpenOption.APPEND);
        assertThat(calls.next()).hasSize(1);
    }

    @Test
    void rowListsEachOfItsVerbs() {
        assertThat(PrivilegedCallsCheck.listed("""
                | Verbs | Resource | Scope | Reason | Right |
                |---|---|---|---|---|
                | `get` `update` | `apiservices.apiregistration.k8s.io` | some | Why | `role` |
                """))
                .containsExactly("get apiservices.apiregistration.k8s.io", "update apiservices.apiregistration.k8s.io");
    }
}
