package dev.chartroom.adapters.memory;

import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

class MemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    protected ApplicationStore store() {
        return new MemoryApplicationStore(new TextCodec(), Clock.systemUTC());
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    /** Encodes by the text form of a value, which is JSON. The store never parses. */
    private static final class TextCodec implements JsonCodec {
        @Override
        public byte[] encode(JsonValue value) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public JsonValue parse(byte[] json) {
            throw new AssertionError("a store in memory has nothing to parse");
        }

        @Override
        public JsonValue parseYaml(byte[] yaml) {
            throw new AssertionError("a store in memory has nothing to parse");
        }
    }
}
