package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A credential that a plugin returned in the status of an ExecCredential.
 *
 * @param token a bearer token; null if there is none
 * @param keys a client certificate with its key; null if there is none
 * @param expiry when the credential expires; {@link Instant#MAX} if it is valid until the server rejects it
 */
record ExecCredential(@Nullable String token, @Nullable X509ExtendedKeyManager keys, Instant expiry) {

    /** @throws CredentialException if the status has no credential, or one that cannot be read */
    static ExecCredential of(JsonObject status) throws IOException {
        String token = status.stringOrEmpty("token");
        String certificate = status.stringOrEmpty("clientCertificateData");
        String key = status.stringOrEmpty("clientKeyData");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new CredentialException(
                    "returned a client certificate without a key, or a key without a certificate");
        }
        if (token.isEmpty() && key.isEmpty()) {
            throw new CredentialException("returned neither a token nor a client certificate");
        }
        return new ExecCredential(
                token.isEmpty() ? null : token,
                key.isEmpty() ? null : keys(certificate, key),
                expiry(status.stringOrEmpty("expirationTimestamp")));
    }

    boolean isExpired(Clock clock) {
        return !clock.instant().isBefore(expiry);
    }

    private static X509ExtendedKeyManager keys(String certificate, String key) throws IOException {
        return ClientCertificate.manager(bytes(certificate), bytes(key));
    }

    private static byte[] bytes(String pem) {
        return pem.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Instant expiry(String time) throws CredentialException {
        try {
            return time.isEmpty() ? Instant.MAX : OffsetDateTime.parse(time).toInstant();
        } catch (DateTimeException _) {
            throw new CredentialException("returned an expirationTimestamp that is no time: " + time);
        }
    }
}
