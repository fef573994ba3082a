package dev.chartroom.bootstrap.tls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * The files of the serving certificate and its key. When they are replaced, handshakes use the new ones from less than a
 * minute later; connections that are open stay. What cannot be served is logged, and the last one that could be stays.
 */
public final class ServingCertificateFiles implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServingCertificateFiles.class.getName());
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Path certificateFile;
    private final Path keyFile;
    private final Clock clock;
    private final ServingKeys keys;
    private final SSLContext context;
    private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serving-certificate").factory());
    private volatile ServingCertificate serving;
    private Pem tried;
    private String problem = "";

    private record Pem(String certificate, String key) {}

    private ServingCertificateFiles(Path certificateFile, Path keyFile, Clock clock) {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.clock = clock;
        this.tried = read();
        this.serving = ServingCertificate.of(tried.certificate(), tried.key());
        this.keys = new ServingKeys(serving);
        this.context = ServingTls.of(keys);
    }

    /**
     * Reads the files now, and then every ten seconds.
     *
     * @param certificate PEM: the certificate and its intermediates
     * @param key PEM: PKCS#8, PKCS#1 or SEC 1
     * @param clock what time the certificate is held against
     * @throws IllegalArgumentException where one cannot be read, or they make no serving certificate
     */
    public static ServingCertificateFiles follow(Path certificate, Path key, Clock clock) {
        return follow(certificate, key, clock, INTERVAL);
    }

    static ServingCertificateFiles follow(Path certificate, Path key, Clock clock, Duration interval) {
        ServingCertificateFiles files = new ServingCertificateFiles(certificate, key, clock);
        var _ = files.checks.scheduleWithFixedDelay(
                files::check, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        return files;
    }

    /** Shows what is in the files, and takes whatever certificate a client presents. */
    public SSLContext context() {
        return context;
    }

    /** When the certificate that is shown ends to be valid. */
    public Instant expires() {
        return serving.expires();
    }

    /** Why clients will not take the certificate that is shown; empty where nothing speaks against it. */
    public Optional<String> problem() {
        return serving.problem(clock.instant());
    }

    private void check() {
        try {
            Pem found = read();
            if (!found.equals(tried)) {
                tried = found;
                ServingCertificate next = ServingCertificate.of(found.certificate(), found.key());
                // Shown before it is told of.
                keys.serve(next);
                serving = next;
                LOG.log(Level.INFO, "Serving another certificate, which is valid until {0}", expires());
            }
            problem = "";
        } catch (RuntimeException e) {
            warnOnce(String.valueOf(e.getMessage()));
        }
    }

    /** Not every ten seconds of the same. */
    private void warnOnce(String found) {
        if (!found.equals(problem)) {
            problem = found;
            LOG.log(Level.WARNING, "Still serving the certificate from before: {0}", found);
        }
    }

    private Pem read() {
        return new Pem(read(certificateFile), read(keyFile));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }
}
