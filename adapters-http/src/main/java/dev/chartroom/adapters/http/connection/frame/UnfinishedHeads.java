package dev.chartroom.adapters.http.connection.frame;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The connections over HTTP/1.1 that have sent the first line of a request, but not yet all of its headers. */
public final class UnfinishedHeads implements Http1ConnectionListener {
    private final Set<ConnectionContext> connections = ConcurrentHashMap.newKeySet();

    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        connections.add(connection);
    }

    @Override
    public void headers(ConnectionContext connection, Headers headers) {
        connections.remove(connection);
    }

    public boolean has(ConnectionContext connection) {
        return connections.contains(connection);
    }

    public void forget(ConnectionContext connection) {
        connections.remove(connection);
    }
}
