package com.example.files;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.core.store.PollingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The store passes Chartroom's contract of stores. */
class FilesStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @TempDir
    private Path folder;

    private PollingApplicationStore opened;

    @Override
    protected ApplicationStore store() {
        ApplicationStoreProvider provider =
                ServiceLoader.load(ApplicationStoreProvider.class).findFirst().orElseThrow();
        opened = (PollingApplicationStore) provider.open(
                JsonObject.builder().put("folder", folder.toString()).build(),
                new ApplicationStoreProvider.Context(
                        JacksonCodec.ofStored(), PendingChanges.ofHeap(), Clock.systemUTC()));
        return opened;
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }
}
