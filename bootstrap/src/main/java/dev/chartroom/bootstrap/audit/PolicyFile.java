package dev.chartroom.bootstrap.audit;

import dev.chartroom.apimachinery.audit.AuditPolicy;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads audit policies. */
public final class PolicyFile {
    private static final System.Logger LOG = System.getLogger(PolicyFile.class.getName());

    private PolicyFile() {}

    /**
     * Reads a policy in YAML or JSON and logs a warning for unknown fields.
     *
     * @throws IllegalArgumentException if the file cannot be read or is no policy; the message says why, field by field
     */
    public static AuditPolicy read(Path file, JsonCodec codec) {
        try {
            return AuditPolicy.read(
                    codec.parseYaml(Files.readAllBytes(file)),
                    warning -> LOG.log(Level.WARNING, "{0}: {1}", file, warning));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
        } catch (ApiException | IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }
}
