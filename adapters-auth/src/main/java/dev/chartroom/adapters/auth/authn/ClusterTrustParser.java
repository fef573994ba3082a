package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonText;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the ConfigMap {@code extension-apiserver-authentication} (wire contract C2). */
final class ClusterTrustParser {
    private ClusterTrustParser() {}

    /**
     * The result of reading the ConfigMap.
     *
     * @param problems the malformed parts, for the log
     */
    record Parsed(ClusterTrust trust, List<String> problems) {}

    /**
     * Reads the ConfigMap's data. These rules apply to the client authorities and to the front proxy separately: If the
     * certificates are absent or empty, there is no trust. If any part of the data is malformed, the previous trust
     * stays in effect.
     *
     * @param previous the previous trust
     */
    static Parsed parse(Map<String, String> data, ClusterTrust previous) {
        List<String> problems = new ArrayList<>();
        var clientAuthorities = previous.clientAuthorities();
        try {
            String pem = text(data, "client-ca-file");
            clientAuthorities = pem.isEmpty() ? List.of() : PemCertificates.parse(pem);
        } catch (CertificateException e) {
            problems.add("client-ca-file: " + e.getMessage());
        }
        RequestHeaderTrust requestHeader = previous.requestHeader();
        try {
            requestHeader = requestHeader(data);
        } catch (CertificateException e) {
            problems.add("requestheader-client-ca-file: " + e.getMessage());
        } catch (IOException e) {
            problems.add(e.getMessage());
        }
        return new Parsed(new ClusterTrust(clientAuthorities, requestHeader), problems);
    }

    private static RequestHeaderTrust requestHeader(Map<String, String> data) throws CertificateException, IOException {
        String pem = text(data, "requestheader-client-ca-file");
        if (pem.isEmpty()) {
            return RequestHeaderTrust.NONE;
        }
        return new RequestHeaderTrust(
                PemCertificates.parse(pem),
                strings(data, "requestheader-allowed-names"),
                strings(data, "requestheader-username-headers"),
                strings(data, "requestheader-uid-headers"),
                strings(data, "requestheader-group-headers"),
                strings(data, "requestheader-extra-headers-prefix").stream()
                        .filter(prefix -> !prefix.isEmpty())
                        .toList());
    }

    private static String text(Map<String, String> data, String key) {
        return data.getOrDefault(key, "").strip();
    }

    private static List<String> strings(Map<String, String> data, String key) throws IOException {
        String json = text(data, key);
        if (json.isEmpty()) {
            return List.of();
        }
        try {
            if (JsonText.parse(json) instanceof JsonArray array
                    && array.strings().size() == array.size()) {
                return array.strings();
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(key + ": not a JSON array of strings", e);
        }
        throw new IOException(key + ": not a JSON array of strings");
    }
}
