package dev.chartroom.e2e.controlplane;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
        try (InputStream log = Files.newInputStream(auditLog)) {
            log.skipNBytes(read);
            BufferedReader lines = new BufferedReader(new InputStreamReader(log, StandardCharsets.ISO_8859_1));
            String line = lines.readLine();
            // The last line may be incomplete.
            while (line != null && line.endsWith("}")) {
                read += line.length() + 1;
                if (line.contains(SERVER)) {
                    of(JsonClient.object(line)).ifPresent(calls::add);
                }
                line = lines.readLine();
            }
            return calls;
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
