package dev.chartroom.e2e.harness;

import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that the server reads at its start: a configuration file and a serving certificate. The aggregator and
 * clients on this machine accept the certificate.
 *
 * @param config for {@code chartroom serve --config}; with any free port
 * @param caPem the authority of the serving certificate
 */
public record ProgramFiles(Path config, String caPem) {

    /** Writes the files of a server that uses {@code kubeconfig} for its control plane. */
    public static ProgramFiles write(Path kubeconfig, Path definitions) {
        return write(kubeconfig, definitions, "");
    }

    /** As above, with more lines of configuration. */
    public static ProgramFiles write(Path kubeconfig, Path definitions, String configuration) {
        return writeFrom(kubeconfig, "{folders: [" + definitions + "]}", configuration);
    }

    /** As above, with sources of kind definitions in the configuration's syntax. */
    public static ProgramFiles writeFrom(Path kubeconfig, String kinds, String configuration) {
        CertificateAuthority ca = CertificateAuthority.create("chartroom serving CA");
        Identity serving = ca.server(ApiServices.SERVER_NAME, "localhost", "127.0.0.1");
        Path directory = ModuleDirectory.newWorkDirectory("chartroom");
        try {
            Path config = Files.writeString(
                    directory.resolve("config.yaml"), """
                    listen: {address: 127.0.0.1, port: 0}
                    tls: {certificateFile: tls.crt, keyFile: tls.key}
                    kubeconfig: %s
                    namespace: chartroom-system
                    kinds: %s
                    anonymous: true
                    %s
                    """.formatted(kubeconfig, kinds, configuration));
            ProgramFiles files = new ProgramFiles(config, ca.pem());
            files.serve(serving);
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the serving certificate. A running server reloads it within ten seconds. */
    public void serve(Identity serving) {
        try {
            Files.writeString(config.resolveSibling("tls.crt"), serving.certificatePem());
            Files.writeString(config.resolveSibling("tls.key"), serving.keyPem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
