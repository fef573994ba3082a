package dev.chartroom.adapters.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.OnInstalledPostgres;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Before PostgreSQL 16, a role that may create roles may grant pg_execute_server_program. */
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#isOldInstalled",
        disabledReason = PostgresPrograms.NO_OLD_ONE)
class OldServerTest {
    @OnInstalledPostgres
    private static final class Installed {}

    @Test
    void kindsOfATooOldServerAreUnavailableWithTheReason() {
        try (PostgresServer old = new PostgresServer(Installed.class);
                PostgresResources resources = old.open()) {
            assertThat(resources.problem()).isEmpty();

            for (ApplicationKind kind : PostgresServer.kinds(resources)) {
                List<ThrowingCallable> calls = Stream.<ThrowingCallable>of(
                                () -> resources.store().get(kind, new NamespacedName("a", "b"), ""),
                                () -> resources.store().list(kind, ListRequest.all("")),
                                () -> resources.store().watch(kind, WatchRequest.after("", "")),
                                () -> resources
                                        .store()
                                        .create(
                                                kind,
                                                CatalogueTest.application(kind, "b", JsonObject.EMPTY),
                                                CatalogueTest.OPTIONS))
                        .toList();
                assertThat(calls).allSatisfy(call -> {
                    Status status = CatalogueTest.status(call);
                    assertThat(status.code()).isEqualTo(503);
                    assertThat(status.message()).contains("PostgreSQL 16 or newer is needed, the server has 15");
                });
            }

            assertThat(resources.problem())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("PostgreSQL 16 or newer is needed, the server has 15"));
            assertThat(old.psql("SELECT to_regnamespace('chartroom')")).isNull();
        }
    }
}
