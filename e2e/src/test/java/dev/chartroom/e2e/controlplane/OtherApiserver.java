package dev.chartroom.e2e.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A second kube-apiserver on the etcd of a control plane, with the same users.
 *
 * @param url the URL, without a trailing slash
 * @param auditLog the audit log of its writes of HelmReleases
 */
public record OtherApiserver(String url, Path auditLog, ServerProcess process) implements AutoCloseable {

    /**
     * Returns the number of patches that this kube-apiserver got for HelmReleases whose name starts with {@code name}.
     */
    public long patches(String name) {
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
