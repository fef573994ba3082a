package dev.chartroom.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedFieldsOrderTest {
    private static final Pattern MANAGER = Pattern.compile("\\bmanager\"?: ?\"?(\\w+)");
    private static final String YAML = """
            metadata:
              managedFields:
              - apiVersion: x/v1
                fieldsType: FieldsV1
                fieldsV1:
                  f:spec:
                    f:operation: {}
                manager: %s
                operation: Apply
                time: "2026-01-01T00:00:0%sZ"
              - apiVersion: x/v1
                fieldsType: FieldsV1
                fieldsV1:
                  f:spec:
                    f:b: {}
                manager: %s
                operation: %s
                time: "2026-01-01T00:00:0%sZ"
              name: a
            """;
    private static final String JSON =
            "step {\"managedFields\":[" + "{\"apiVersion\":\"x/v1\",\"fieldsType\":\"FieldsV1\","
                    + "\"fieldsV1\":{\"f:spec\":{\"f:time\":{},\"k:{\\\"name\\\":\\\"a\\\"}\":{}}},\"manager\":\"%s\","
                    + "\"operation\":\"Apply\",\"time\":\"2026-01-01T00:00:0%sZ\"},"
                    + "{\"apiVersion\":\"x/v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{},\"manager\":\"%s\","
                    + "\"operation\":\"%s\",\"time\":\"2026-01-01T00:00:0%sZ\"}],\"name\":\"a\"}";

    @ParameterizedTest
    @ValueSource(strings = {YAML, JSON})
    void orderDoesNotDependOnTheClock(String format) {
        assertThat(managers(format.formatted("bob", 1, "alice", "Apply", 2))).containsExactly("alice", "bob");
        assertThat(managers(format.formatted("alice", 1, "bob", "Apply", 1))).containsExactly("alice", "bob");
        assertThat(managers(format.formatted("bob", 1, "alice", "Update", 1))).containsExactly("bob", "alice");
    }

    @ParameterizedTest
    @ValueSource(strings = {YAML, JSON})
    void wrongOrderIsKept(String format) {
        assertThat(managers(format.formatted("bob", 1, "alice", "Apply", 1))).containsExactly("bob", "alice");
        assertThat(managers(format.formatted("alice", 2, "bob", "Apply", 1))).containsExactly("alice", "bob");
    }

    @Test
    void textThatIsInOrderOrContainsNoObjectIsUnchanged() {
        String yaml = YAML.formatted("alice", 1, "bob", "Apply", 1);
        String json = JSON.formatted("alice", 1, "bob", "Apply", 1);

        assertThat(ManagedFieldsOrder.settled(yaml)).isEqualTo(yaml);
        assertThat(ManagedFieldsOrder.settled(json)).isEqualTo(json);
        assertThat(ManagedFieldsOrder.settled("no object")).isEqualTo("no object");
    }

    private static List<String> managers(String text) {
        return MANAGER.matcher(ManagedFieldsOrder.settled(text))
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
