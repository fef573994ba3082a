package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** Runs the store contract for a kind of the catalogue that has a {@code connectionLimit}. */
abstract class CatalogueContract extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable PostgresServer server;
    private @Nullable PostgresResources resources;

    @BeforeAll
    static void startServer(TestInfo tests) {
        server = new PostgresServer(tests.getTestClass().orElseThrow());
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    static PostgresServer server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    static List<ApplicationKind> kinds() {
        try (PostgresResources resources = server().open()) {
            return PostgresServer.kinds(resources);
        }
    }

    @Override
    protected ApplicationStore store() {
        server().clear();
        resources = server().open();
        return resources.store();
    }

    @AfterEach
    void close() {
        if (resources != null) {
            resources.close();
        }
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @Override
    protected JsonObject spec(long number) {
        return JsonObject.builder()
                .put("connectionLimit", number)
                .put("deletionPolicy", "Delete")
                .build();
    }

    @Override
    protected long number(JsonObject spec) {
        return spec.get("connectionLimit") instanceof JsonNumber limit
                ? limit.asLong().orElseThrow()
                : -1;
    }
}
