package dev.chartroom.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A second kube-apiserver on the etcd of a control plane, with the same users.
 *
 * @param url without a slash at the end
 * @param auditLog of writes of HelmReleases by way of it
 */
record OtherApiserver(String url, Path auditLog, ServerProcess process) implements AutoCloseable {

    /** How many HelmReleases were patched by way of it whose name begins so. */
    long patches(String name) {
        try (var lines = Files.lines(auditLog)) {
            return lines.filter(line -> line.contains("\"verb\":\"patch\"") && line.contains("\"name\":\"" + name))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
