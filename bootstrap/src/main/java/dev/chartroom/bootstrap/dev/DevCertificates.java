package dev.chartroom.bootstrap.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A certificate authority and a serving certificate that it issued, in PEM.
 *
 * @param caCertificate the authority that clients trust
 * @param certificate for localhost and the loopback addresses
 */
public record DevCertificates(String caCertificate, String certificate, String key) {
    private static final String CA = "ca.crt";
    private static final String CERTIFICATE = "serving.crt";
    private static final String KEY = "serving.key";

    /** Reads the files that {@link #writeTo} writes. */
    public static DevCertificates read(Path folder) throws IOException {
        return new DevCertificates(
                Files.readString(folder.resolve(CA)),
                Files.readString(folder.resolve(CERTIFICATE)),
                Files.readString(folder.resolve(KEY)));
    }

    void writeTo(Path folder) throws IOException {
        Files.writeString(folder.resolve(CA), caCertificate);
        Files.writeString(folder.resolve(CERTIFICATE), certificate);
        DevFolder.write(folder.resolve(KEY), key);
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "certificates of dev mode";
    }
}
