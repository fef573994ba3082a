package dev.chartroom.bootstrap.dev;

import dev.chartroom.bootstrap.tls.ServingAuthority;
import dev.chartroom.bootstrap.tls.ServingAuthority.Issued;
import dev.chartroom.bootstrap.tls.ServingAuthority.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Creates a certificate authority and a serving certificate. The authority's key is not stored. */
public final class DevAuthority {
    private static final Duration VALIDITY = Duration.ofDays(30);
    /** The clock of a client may be this much late. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private DevAuthority() {}

    /** Writes certificates into a folder, for a program that must not load the classes that create them. */
    public static void main(String[] folder) throws IOException {
        certificates(Clock.systemUTC()).writeTo(Path.of(folder[0]));
    }

    static DevCertificates certificates(Clock clock) {
        Instant now = clock.instant();
        Validity validity = new Validity(now.minus(SKEW), now.plus(VALIDITY));
        ServingAuthority authority = ServingAuthority.create("chartroom-dev-ca", validity);
        Issued serving = authority.issue("chartroom-dev", List.of("localhost", "127.0.0.1", "::1"), validity);
        return new DevCertificates(authority.certificate(), serving.certificate(), serving.key());
    }
}
