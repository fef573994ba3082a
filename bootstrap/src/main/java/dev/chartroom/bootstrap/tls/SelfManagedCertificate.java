package dev.chartroom.bootstrap.tls;

import dev.chartroom.adapters.kubernetes.secret.OwnSecret;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.retry.RetryOnConflict;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A certificate that Chartroom issues itself. The replicas share it, and its authority, in a Secret. Each replica reads
 * the Secret regularly, and the first one that finds a certificate near its end renews it.
 *
 * <p>Until the Secret was read once, the replica serves a certificate that no client trusts, and is not ready.
 */
public final class SelfManagedCertificate implements CurrentCertificate {
    private static final System.Logger LOG = System.getLogger(SelfManagedCertificate.class.getName());
    private static final int ATTEMPTS = 10;

    private final OwnSecret secret;
    private final List<String> names;
    private final Clock clock;
    private final Intervals intervals;
    private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serving-certificate").factory());
    private final HandshakeCertificate serving;
    private volatile ManagedCertificates current;
    private volatile Consumer<String> follower = _ -> {};
    /** Why this replica has no certificate of the Secret yet; empty if it has one. */
    private volatile Optional<String> unread;

    private String problem = "";

    /**
     * When the Secret is read.
     *
     * @param read after a successful read
     * @param retry after a failed first read
     */
    record Intervals(Duration read, Duration retry) {}

    private SelfManagedCertificate(OwnSecret secret, List<String> names, Clock clock, Intervals intervals) {
        this.secret = secret;
        this.names = names;
        this.clock = clock;
        this.intervals = intervals;
        ManagedCertificates first;
        Optional<String> failure = Optional.empty();
        try {
            first = shared(Optional.empty());
        } catch (ApiException e) {
            first = ManagedCertificates.create(names, clock.instant());
            failure = Optional.of(String.valueOf(e.getMessage()));
            LOG.log(Level.WARNING, "There is no serving certificate yet: {0}", e.getMessage());
        }
        this.current = first;
        this.unread = failure;
        this.serving = new HandshakeCertificate(first.serving());
    }

    /**
     * Reads the Secret now, and then every half minute.
     *
     * @param secret a Secret without data gets a new authority and certificate
     * @param names the names of the Service
     * @throws IllegalArgumentException if the Secret contains something else
     */
    public static SelfManagedCertificate start(OwnSecret secret, List<String> names, Clock clock) {
        return start(secret, names, clock, new Intervals(Duration.ofSeconds(30), Duration.ofSeconds(2)));
    }

    static SelfManagedCertificate start(OwnSecret secret, List<String> names, Clock clock, Intervals intervals) {
        SelfManagedCertificate started = new SelfManagedCertificate(secret, names, clock, intervals);
        started.schedule();
        return started;
    }

    /**
     * Sets the part that makes clients trust the certificate.
     *
     * @param next receives the trusted authorities, in PEM, after every read, even if they are unchanged
     */
    public void follow(Consumer<String> next) {
        follower = next;
        report();
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
        return unread.or(() -> serving.problem(clock.instant()));
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }

    private void schedule() {
        Duration delay = unread.isEmpty() ? intervals.read() : intervals.retry();
        try {
            var _ = checks.schedule(this::check, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // The server is closing.
        }
    }

    private void check() {
        try {
            ManagedCertificates next = shared(Optional.of(current));
            if (!next.equals(current)) {
                serving.replace(next.serving());
                current = next;
                LOG.log(Level.INFO, "The serving certificate is now valid until {0}", expires());
            }
            unread = Optional.empty();
            problem = "";
            report();
        } catch (RuntimeException e) {
            warnOnce(String.valueOf(e.getMessage()));
        } finally {
            schedule();
        }
    }

    private void report() {
        if (unread.isEmpty()) {
            follower.accept(current.authorities());
        }
    }

    /** Logs a problem once instead of at every read. */
    private void warnOnce(String found) {
        if (!found.equals(problem)) {
            problem = found;
            LOG.log(Level.WARNING, "Cannot renew the serving certificate, the previous one stays in use: {0}", found);
        }
    }

    /**
     * Returns the certificates that all replicas use from now on.
     *
     * @param own this replica's certificates, for a Secret that lost its data
     */
    private ManagedCertificates shared(Optional<ManagedCertificates> own) {
        return new RetryOnConflict(ATTEMPTS)
                .run(
                        () -> readOrRenewed(own),
                        () -> new ApiException(ApiError.unavailable("other replicas keep changing the Secret")));
    }

    /** Returns empty if another replica was faster. */
    private Optional<ManagedCertificates> readOrRenewed(Optional<ManagedCertificates> own) {
        OwnSecret.Version version = secret.read();
        boolean isEmpty = version.data().isEmpty();
        ManagedCertificates found = isEmpty
                ? own.orElseGet(() -> ManagedCertificates.create(names, clock.instant()))
                : ManagedCertificates.of(version.data());
        ManagedCertificates next = found.renewed(names, clock.instant());
        return !isEmpty && next.equals(found) || secret.replace(version, next.data())
                ? Optional.of(next)
                : Optional.empty();
    }
}
