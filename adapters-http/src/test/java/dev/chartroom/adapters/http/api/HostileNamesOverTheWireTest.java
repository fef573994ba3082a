package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.scaling.Colliding;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Names that one client uploads do not fill a table that the requests of other clients need. */
class HostileNamesOverTheWireTest extends ApiTest {
    private static final int UPLOADS = 4;
    private static final int NAMES = 5_000;

    @Test
    void namesFromOneClientDoNotFailWritesOfOtherClients() {
        JsonObject before = created("before", "{\"name\":\"a\"}");
        String[] names = Colliding.symbols(UPLOADS * NAMES);
        for (int i = 0; i < UPLOADS; i++) {
            String members = Arrays.stream(names, i * NAMES, (i + 1) * NAMES)
                    .map(name -> "\"" + name + "\":\"\"")
                    .collect(Collectors.joining(",", "{", "}"));
            for (String body : new String[] {
                "{\"metadata\":{\"name\":\"hostile\"},\"spec\":" + members + "}",
                "{\"metadata\":{\"name\":\"hostile\",\"labels\":" + members + "}}",
                "{\"metadata\":{\"name\":\"hostile\"},\"spec\":{\"name\":" + members + "}}"
            }) {
                assertThat(post(body, "Content-Type", "application/json").code())
                        .isIn(201, 409, 422);
                assertThat(post(body, "Content-Type", "application/yaml").code())
                        .isIn(201, 409, 422);
                assertThat(patch("before", MERGE, body).code()).isIn(400, 422);
            }
        }

        for (int i = 0; i < 100; i++) {
            String name = "after-" + i;
            JsonObject after = created(name, "{\"name\":\"a\"}");
            assertThat(after.get("spec")).isEqualTo(before.get("spec"));
            patch(name, MERGE, "{\"metadata\":{\"annotations\":{\"note-" + i + "\":\"x\"}}}")
                    .assertCode(200);
        }
    }
}
