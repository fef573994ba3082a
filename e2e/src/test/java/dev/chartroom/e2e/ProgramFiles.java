package dev.chartroom.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the program reads when it starts: a configuration file and, beside it, a serving certificate that both the
 * aggregator and a client on this machine accept.
 *
 * @param config for {@code chartroom serve --config}; any free port
 * @param caPem who signed the serving certificate
 */
public record ProgramFiles(Path config, String caPem) {

    /** Writes them for a program that reaches its control plane by {@code kubeconfig}. */
    public static ProgramFiles write(Path kubeconfig, Path definitions) {
        return write(kubeconfig, definitions, "");
    }

    /** Likewise, with further lines of configuration. */
    public static ProgramFiles write(Path kubeconfig, Path definitions, String configuration) {
        return writeFrom(kubeconfig, "{folders: [" + definitions + "]}", configuration);
    }

    /** Likewise, with sources of kind definitions as a configuration file names them. */
    static ProgramFiles writeFrom(Path kubeconfig, String kinds, String configuration) {
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

    /** Replaces the serving certificate, of which a program that runs learns within ten seconds. */
    void serve(Identity serving) {
        try {
            Files.writeString(config.resolveSibling("tls.crt"), serving.certificatePem());
            Files.writeString(config.resolveSibling("tls.key"), serving.keyPem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
