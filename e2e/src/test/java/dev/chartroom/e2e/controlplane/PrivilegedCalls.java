package dev.chartroom.e2e.controlplane;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The requests that servers send to a kube-apiserver with their own identity, from its audit log. Each call is a verb
 * and a resource with its subresource and group, such as {@code update kinddefinitions/status.chartroom.dev}, or a verb
 * and a path.
 */
final class PrivilegedCalls {
    private static final String SERVER = "system:serviceaccount:chartroom-system:chartroom";
    /** A kubectl that a test runs as the server is not the server. */
    private static final String AGENT = "chartroom";

    private final Path auditLog;
    private long read;

    PrivilegedCalls(Path auditLog) {
        this.auditLog = auditLog;
    }

    /** Returns the calls since the last time. */
    synchronized Set<String> next() {
        Set<String> calls = new TreeSet<>();
        for (String line : lines().split("\n")) {
            if (line.contains(SERVER)) {
                of(JsonClient.object(line)).ifPresent(calls::add);
            }
        }
        return calls;
    }

    /** Returns the complete lines that were added to the log. */
    private String lines() {
        try (RandomAccessFile file = new RandomAccessFile(auditLog.toFile(), "r")) {
            byte[] added = new byte[Math.toIntExact(Math.max(0, file.length() - read))];
            file.seek(read);
            file.readFully(added);
            String text = new String(added, StandardCharsets.ISO_8859_1);
            String complete = text.substring(0, text.lastIndexOf('\n') + 1);
            read += complete.length();
            return complete;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the call of an event; empty if a server did not send it. */
    static Optional<String> of(JsonObject event) {
        if (!event.objectOrEmpty("user").stringOrEmpty("username").equals(SERVER)
                || !event.stringOrEmpty("userAgent").equals(AGENT)) {
            return Optional.empty();
        }
        JsonObject object = event.objectOrEmpty("objectRef");
        String subresource = object.stringOrEmpty("subresource");
        String group = object.stringOrEmpty("apiGroup");
        return Optional.of(event.stringOrEmpty("verb") + " "
                + (object.isEmpty()
                        ? event.stringOrEmpty("requestURI").replaceFirst("\\?.*", "")
                        : object.stringOrEmpty("resource")
                                + (subresource.isEmpty() ? "" : "/" + subresource)
                                + (group.isEmpty() ? "" : "." + group)));
    }
}
