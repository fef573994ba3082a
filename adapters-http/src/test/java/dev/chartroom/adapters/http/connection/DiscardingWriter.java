package dev.chartroom.adapters.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Simulates a client that reads everything at once. */
final class DiscardingWriter implements DataWriter {
    @Override
    public void write(BufferData... buffers) {}

    @Override
    public void write(BufferData buffer) {}

    @Override
    public void writeNow(BufferData... buffers) {}

    @Override
    public void writeNow(BufferData buffer) {}
}
