package com.example.files;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.core.store.PollingApplicationStore;
import dev.chartroom.ports.storage.ApplicationStore;
import java.nio.file.Path;
import java.time.Duration;

/** Opens the store {@code files}. */
public final class FilesStoreProvider implements ApplicationStoreProvider {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "files";
    }

    @Override
    public ApplicationStore open(JsonObject settings, Context context) {
        String folder = settings.stringOrEmpty("folder");
        if (folder.isEmpty()) {
            throw new IllegalArgumentException("folder: required");
        }
        return new PollingApplicationStore(
                new FilesApi(Path.of(folder), context.codec()),
                context.codec(),
                context.pending(),
                context.clock(),
                INTERVAL,
                PATIENCE);
    }
}
