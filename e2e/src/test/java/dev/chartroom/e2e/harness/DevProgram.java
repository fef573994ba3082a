package dev.chartroom.e2e.harness;

import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** Dev mode in this JVM, by default with its store in memory. */
public record DevProgram(DevMode dev, Assembly assembly) implements AutoCloseable {
    private static final Pattern AUTHORITY = Pattern.compile("certificate-authority-data: *\"?([A-Za-z0-9+/=]+)");

    /** Starts dev mode on a free port with the definitions of a folder. */
    public static DevProgram start(Path definitions) {
        return start(definitions, DevObjects.MEMORY);
    }

    /** As above, with another store. */
    public static DevProgram start(Path definitions, DevObjects objects) {
        DevMode dev =
                DevMode.prepare("127.0.0.1", 0, ModuleDirectory.newWorkDirectory("dev-program"), Clock.systemUTC());
        return new DevProgram(dev, Assembly.dev(dev, definitions, objects));
    }

    public String url() {
        return dev.url(assembly.port());
    }

    /** Returns the headers that authenticate its only user, which has all rights. */
    public Map<String, String> credentials() {
        return Map.of("Authorization", "Bearer " + dev.token());
    }

    /** Returns the TLS settings of a client that trusts the server's certificate. */
    public SSLContext tls() {
        dev.writeKubeconfig(assembly.port());
        try {
            Matcher authority = AUTHORITY.matcher(Files.readString(dev.kubeconfig()));
            if (authority.find()) {
                return Identity.anonymous(
                        new String(Base64.getDecoder().decode(authority.group(1)), StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("dev mode wrote no certificate of its authority");
    }

    @Override
    public void close() {
        assembly.close();
    }
}
