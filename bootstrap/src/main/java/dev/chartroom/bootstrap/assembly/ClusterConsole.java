package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.http.console.Branding;
import dev.chartroom.adapters.http.console.BrowserOrigin;
import dev.chartroom.adapters.http.console.ClusterPassage;
import dev.chartroom.adapters.http.console.Console;
import dev.chartroom.adapters.http.console.ConsoleFiles;
import dev.chartroom.adapters.http.console.OidcClient;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The console behind a kube-apiserver, where users log in at an issuer or paste a token. */
final class ClusterConsole {
    private ClusterConsole() {}

    /**
     * Returns the console for the server; empty if none is configured.
     *
     * @param tls the serving certificate
     * @param open closes the connections to the kube-apiserver
     * @throws ConfigException if one is configured, but the program was built without the console
     */
    static Optional<Console> of(ServerConfig config, Cluster cluster, SSLContext tls, OpenParts open) {
        ServerConfig.Console console = config.console();
        if (console == null) {
            return Optional.empty();
        }
        ConsoleFiles own = ConsoleFiles.onClassPath()
                .orElseThrow(() -> new ConfigException(
                        "console: this program has no console, because it was built without Node.js"));
        ConsoleFiles files = branded(own, console.branding());
        ClusterPassage passage = open.add(
                new ClusterPassage(cluster.http().server(), cluster.http().anonymousTls()));
        // Users choose the names of the server. A page of another name has no token.
        BrowserOrigin origin = new BrowserOrigin(Set.of(), "https");
        ServerConfig.Oidc oidc = console.oidc();
        return Optional.of(new Console(
                console.listen().socketAddress(),
                Optional.of(tls),
                files,
                () -> origin,
                Optional.empty(),
                Optional.ofNullable(oidc).map(client -> new OidcClient(URI.create(client.issuer()), client.clientId())),
                Optional.of(passage)));
    }

    private static ConsoleFiles branded(ConsoleFiles files, @Nullable String branding) {
        if (branding == null) {
            return files;
        }
        Path folder = Path.of(branding);
        try {
            return files.with(Branding.read(folder));
        } catch (IOException e) {
            throw new ConfigException("console.branding: " + branding + ": " + FileProblem.of(e, folder));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("console.branding: " + branding + ": " + e.getMessage());
        }
    }
}
