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
 * The files of the serving certificate and its key. After the files are replaced, handshakes use the new files within
 * less than a minute; open connections stay. If the new files are invalid, the problem is logged, and the last valid
 * certificate stays in use.
 */
public final class ServingCertificateFiles implements CurrentCertificate {
    private static final System.Logger LOG = System.getLogger(ServingCertificateFiles.class.getName());
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Path certificateFile;
    private final Path keyFile;
    private final Clock clock;
    private final HandshakeCertificate serving;
    private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serving-certificate").factory());
    private Pem tried;
    private String problem = "";

    private record Pem(String certificate, String key) {}

    private ServingCertificateFiles(Path certificateFile, Path keyFile, Clock clock) {
        this.certificateFile = certificateFile;
        this.keyFile = keyFile;
        this.clock = clock;
        this.tried = read();
        this.serving = new HandshakeCertificate(ServingCertificate.of(tried.certificate(), tried.key()));
    }

    /**
     * Reads the files now, and then every ten seconds.
     *
     * @param certificate PEM: the certificate and its intermediates
     * @param key PEM: PKCS#8, PKCS#1 or SEC 1
     * @param clock the clock for the checks of the certificate's validity
     * @throws IllegalArgumentException if a file cannot be read, or the files are not a serving certificate and its key
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

    @Override
    public SSLContext context() {
        return serving.context();
    }

    @Override
    public Instant expires() {
        return serving.expires();
    }

    @Override
    public Optional<String> problem() {
        return serving.problem(clock.instant());
    }

    private void check() {
        try {
            Pem found = read();
            if (!found.equals(tried)) {
                tried = found;
                serving.replace(ServingCertificate.of(found.certificate(), found.key()));
                LOG.log(Level.INFO, "Reloaded the serving certificate, which is valid until {0}", expires());
            }
            problem = "";
        } catch (RuntimeException e) {
            warnOnce(String.valueOf(e.getMessage()));
        }
    }

    /** Logs a problem once instead of every ten seconds. */
    private void warnOnce(String found) {
        if (!found.equals(problem)) {
            problem = found;
            LOG.log(Level.WARNING, "Cannot reload the serving certificate, the previous one stays in use: {0}", found);
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
