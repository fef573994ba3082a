package dev.chartroom.adapters.kubernetes.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.storage.TextCodec;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigMapPlacementRecordTest {
    private static final String PAUSED = "{\\\"store\\\":\\\"postgres\\\",\\\"phase\\\":\\\"Paused\\\"}";

    private final FakeApiServer server = new FakeApiServer();
    private final PlacementRecord record = new ConfigMapPlacementRecord(
            server.http(), new TextCodec(), new NamespacedName("chartroom-system", "chartroom-stores"));

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void placementWithoutSinceIsRead() {
        server.answer(200, configMap("\"number\": \"7\", \"redises.apps.example.com\": \"" + PAUSED + "\""));

        assertThat(record.latest().of(new GroupResource("apps.example.com", "redises")))
                .contains(new Placement("postgres", Placement.Phase.PAUSED, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"number\": \"seven\" | number: must be a number",
                "\"redises.example.com\": \"{}\" | number: must be a number",
                "\"number\": \"7\", \"redises\": \"{}\" | redises: must be a resource with its group",
                "\"number\": \"7\", \"redises.example.com\": \"{}\" | redises.example.com: must be an object with store and phase",
                "\"number\": \"7\", \"redises.example.com\": \"[]\" | redises.example.com: must be an object with store and phase",
                "\"number\": \"7\", \"redises.example.com\": \"{\" | redises.example.com: ",
            })
    void unreadableEntryIsReportedWithItsKey(String data, String problem) {
        server.answer(200, configMap(data));

        assertRefused(StatusReason.INTERNAL_ERROR, "the record of placements: " + problem, record::latest);
    }

    @Test
    void forbiddenReadReportsTheServersMessage() {
        server.answer(
                403, "{\"kind\": \"Status\", \"code\": 403, \"reason\": \"Forbidden\", \"message\": \"no right\"}");

        assertRefused(StatusReason.SERVICE_UNAVAILABLE, "no right", record::latest);
    }

    @Test
    void replaceOfADeletedConfigMapConflicts() {
        server.answer(200, configMap("\"number\": \"7\"")).answer(404, "{}");

        assertRefused(
                StatusReason.CONFLICT,
                "modified",
                () -> record.replace(new Placements(7, Map.of()), new Placements(8, Map.of())));

        assertThat(server.received().getLast().body()).contains("\"resourceVersion\":\"41\"");
    }

    private static String configMap(String data) {
        return "{\"kind\": \"ConfigMap\", \"metadata\": {\"resourceVersion\": \"41\"}, \"data\": {" + data + "}}";
    }

    private static void assertRefused(StatusReason reason, String message, ThrowingCallable call) {
        ApiException refused = catchThrowableOfType(ApiException.class, call);
        assertThat(Status.of(refused.error()).reason()).isEqualTo(reason);
        assertThat(refused).hasMessageContaining(message);
    }
}
