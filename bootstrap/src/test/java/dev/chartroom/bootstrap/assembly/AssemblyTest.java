package dev.chartroom.bootstrap.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.memory.MemoryApplicationStore;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.ApplicationStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssemblyTest {
    @TempDir
    private Path folder;

    @Test
    void objectsAreClosedIfTheServerCannotListen() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            DevMode dev = DevMode.prepare("127.0.0.1", taken.getLocalPort(), folder, Clock.systemUTC());

            assertThatThrownBy(() -> Assembly.dev(dev, folder, objects(closed))).isInstanceOf(ConfigException.class);
        }

        assertThat(closed).isTrue();
    }

    private static DevObjects objects(AtomicBoolean closed) {
        return new DevObjects() {
            @Override
            public ApplicationStore open(KindCatalogue catalogue, PendingChanges pending, Clock clock) {
                return new MemoryApplicationStore(new JacksonCodec(), pending, clock);
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };
    }
}
